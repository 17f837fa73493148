"""Sentences, errors, and the strict reader of texts."""

import pytest

from ewala.core import errors
from ewala.core.errors import BadSetup, EwalaError, IllegalMove, MatchOver, NotYourTurn, StaleMove, UnreadableText
from ewala.core.record import DamagedRecord
from ewala.core.sentences import Sentence, as_sentence, either
from ewala.core.text import Cursor, split_fields


def test_a_cursor_counts_columns_in_the_whole_text() -> None:
    cursor = Cursor("ab12", "FIELD", 10)
    assert cursor.skip("ab")
    assert not cursor.skip("ab")
    assert (cursor.column, cursor.rest) == (12, "12")
    assert cursor.number("a number") == 12
    cursor.end()


def test_a_refusal_names_field_column_expectation_and_what_is_there() -> None:
    with pytest.raises(UnreadableText) as refused:
        Cursor("something quite long", "FIELD", 3).expect("x", "an x")
    assert str(refused.value) == "FIELD, column 3: expected an x, found 'something qu…'"
    assert (refused.value.field, refused.value.column, refused.value.expected) == ("FIELD", 3, "an x")
    assert refused.value.code == "text/unreadable"
    with pytest.raises(UnreadableText, match="expected 'x', found nothing"):
        Cursor("", "FIELD").expect("x")


@pytest.mark.parametrize(
    ("text", "low", "high", "signed", "value"),
    [("0", 0, 9, False, 0), ("7", 0, 9, False, 7), ("-3", -5, 5, True, -3), ("999999", 0, 999_999, False, 999_999)],
)
def test_numbers(text: str, low: int, high: int, signed: bool, value: int) -> None:
    assert Cursor(text, "N").number("a number", low, high, signed) == value


@pytest.mark.parametrize("text", ["", "x", "01", "00", "+1", "-0", "-", "1000000", "99", "-99", "٣", "²", " 1"])
@pytest.mark.parametrize("signed", [True, False])
def test_numbers_that_are_refused_where_they_begin(text: str, signed: bool) -> None:
    cursor = Cursor(text, "N", 5)
    with pytest.raises(UnreadableText) as refused:
        cursor.number("a number", -9, 9, signed)
    assert refused.value.column == 5


def test_a_minus_stands_only_where_it_may() -> None:
    with pytest.raises(UnreadableText):
        Cursor("-3", "N").number("a number", -9, 9)


def test_runs_never_go_back_in_their_order() -> None:
    assert Cursor("DDXq", "F").run_of("DCX", "faces") == "DDX"
    assert Cursor("", "F").run_of("DCX", "faces") == ""
    with pytest.raises(UnreadableText) as refused:
        Cursor("DXC", "F").run_of("DCX", "faces")
    assert (refused.value.column, refused.value.expected) == (3, "faces, in the order DCX")


@pytest.mark.parametrize("text", ["", "x", "dD"])
def test_one_of_a_few_letters(text: str) -> None:
    assert Cursor("D", "F").one_of("DC", "a face") == "D"
    with pytest.raises(UnreadableText):
        Cursor(text, "F").one_of("DC", "a face")


def test_fields_are_separated_by_one_space() -> None:
    one, two = split_fields("abc de", ("ONE", "TWO"))
    assert (one.text, one.field, one.column) == ("abc", "ONE", 1)
    assert (two.text, two.field, two.column) == ("de", "TWO", 5)


@pytest.mark.parametrize(
    ("text", "field", "column"),
    [
        ("", "ONE", 1),
        (" a b", "ONE", 1),
        ("a", "TWO", 2),
        ("a ", "TWO", 3),
        ("a  b", "TWO", 3),
        ("a b ", "TWO", 4),
        ("a b c", "TWO", 4),
    ],
)
def test_missing_and_superfluous_fields(text: str, field: str, column: int) -> None:
    with pytest.raises(UnreadableText) as refused:
        split_fields(text, ("ONE", "TWO"))
    assert (refused.value.field, refused.value.column) == (field, column)


DUTCH = {"{who} takes {what}": "{what} gaat naar {who}", "a rune": "een rune", "{one} or {other}": "{one} of {other}"}


def in_dutch(english: str) -> str:
    return DUTCH.get(english, english)


def test_blanks_go_where_the_language_has_them() -> None:
    sentence = Sentence("{who} takes {what}", who="Ana", what=Sentence("a rune"))
    assert str(sentence) == "Ana takes a rune"
    assert sentence.said(in_dutch) == "een rune gaat naar Ana"


def test_what_fills_a_blank_is_taken_as_it_is() -> None:
    assert str(Sentence("{who} takes {what}", who="{what}", what="{0}")) == "{what} takes {0}"


@pytest.mark.parametrize("text", ["{", "}", "{}", "{who}", "not '{'"])
def test_a_plain_text_keeps_its_braces(text: str) -> None:
    assert str(as_sentence(text)) == text


@pytest.mark.parametrize(
    ("choices", "english", "dutch"),
    [(("es",), "es", "es"), (("yes", "no"), "yes or no", "yes of no"), ("abc", "a or b or c", "a of b of c")],
)
def test_choices_are_told_apart_in_the_readers_language(choices: tuple[str, ...], english: str, dutch: str) -> None:
    assert str(either(choices)) == english
    assert either(choices).said(in_dutch) == dutch


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
