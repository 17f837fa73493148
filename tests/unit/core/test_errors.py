"""The tree of errors: one base, stable codes, sentences that name the clause."""

import pytest

from ewala.core import errors
from ewala.core.errors import (
    BadSetup,
    EwalaError,
    IllegalMove,
    MatchOver,
    NotYourTurn,
    StaleMove,
    UnreadableText,
)
from ewala.core.record import DamagedRecord

EACH: list[tuple[EwalaError, str, str]] = [
    (UnreadableText("F", 3, "an x", "y"), "text/unreadable", "F, column 3: expected an x, found 'y'"),
    (UnreadableText("F", 3, "an x", ""), "text/unreadable", "F, column 3: expected an x, found nothing"),
    (BadSetup("setup/x", "KR-2.6", "no"), "setup/x", "no (KR-2.6)"),
    (BadSetup("setup/x", "", "no"), "setup/x", "no"),
    (IllegalMove("kr/x", "KR-5.2", "B1K", "no"), "kr/x", "B1K: no (KR-5.2)"),
    (NotYourTurn("no"), "move/not-your-turn", "no"),
    (StaleMove("no"), "move/stale", "no"),
    (MatchOver("no"), "match/over", "no"),
    (DamagedRecord("record/x", 7, "no", record=None), "record/x", "line 7: no"),
]


@pytest.mark.parametrize(("error", "code", "sentence"), EACH, ids=[type(error).__name__ for error, _, _ in EACH])
def test_an_error_has_a_code_and_a_sentence_and_is_a_value_error(error: EwalaError, code: str, sentence: str) -> None:
    assert isinstance(error, EwalaError)
    assert isinstance(error, ValueError)
    assert (error.code, str(error)) == (code, sentence)


def test_every_error_of_the_tree_is_here() -> None:
    assert {type(error).__name__ for error, _, _ in EACH} | {"EwalaError"} == {*errors.__all__, "DamagedRecord"}
