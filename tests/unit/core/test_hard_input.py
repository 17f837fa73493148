"""Values of the wrong kind from Python get an error of ours, with a code, and change nothing."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import ewala

KINGDOM = ewala.load("kingdom-run", players="KS")
CHRONICLES = ewala.load("chronicles-of-run")


def odd(value: object) -> Any:
    """A value of another kind than belongs there."""
    return value


WRONG: list[tuple[str, Callable[[], object], str]] = [
    ("a game's name that is a list", lambda: ewala.load(odd([])), "setup/unknown-game"),
    ("a position that is no text", lambda: KINGDOM.parse(odd(None)), "text/unreadable"),
    ("a move that is no text", lambda: KINGDOM.start().play(odd(5)), "text/unreadable"),
    ("a depth that is no whole number", lambda: KINGDOM.perft(KINGDOM.start(), odd(1.5)), "perft/depth"),
    ("a depth in letters", lambda: KINGDOM.perft(KINGDOM.start(), odd("3")), "perft/depth"),
    ("another game's position, to count from", lambda: KINGDOM.perft(CHRONICLES.start(), 1), "perft/position"),
    ("a position's text, to count from", lambda: KINGDOM.perft(odd(KINGDOM.start().text), 1), "perft/position"),
    ("Python's chance, to roll", lambda: KINGDOM.start().sample(odd(random.Random(1))), "state/rng"),
    ("no chance, to guess", lambda: CHRONICLES.start().view("O").determinize(odd(None)), "state/rng"),
    ("a seed in letters", lambda: ewala.Rng(odd("x")), "rng/seed"),
    ("a seat that there is not, at the start", lambda: ewala.Record.begin(KINGDOM, seats={"Z": "x"}), "setup/seat"),
    ("a seat that can't be one", lambda: ewala.Record.begin(KINGDOM, seats={odd(0): "x"}), "setup/seat"),
    ("a viewer that can't be one", lambda: KINGDOM.start().view(odd([])), "setup/seat"),
    ("a record in bytes", lambda: ewala.read_record(odd(b"x")), "record/encoding"),
    ("a file with a zero in its name", lambda: ewala.load_record("a\0b"), "file/name"),
    ("a secret that is no bytes", lambda: ewala.Dice(odd(None)), "dice/secret"),
    ("a secret that is a text", lambda: ewala.Dice(odd("a" * 32)), "dice/secret"),
    ("entropy with half a character", lambda: ewala.Dice(bytes(32), {"K": "\ud800"}), "dice/entropy"),
    ("entropy that is a number", lambda: ewala.Dice(bytes(32), {"K": odd(5)}), "dice/entropy"),
    ("an option that there is not", lambda: KINGDOM.with_options(foo=True), "setup/unknown-option"),
    ("an option of another kind", lambda: KINGDOM.with_options(may_pass="yes"), "setup/option"),
    ("an edition that there is not", lambda: KINGDOM.with_options(edition="zz"), "setup/option"),
    ("a seat that there is not, in a record", lambda: record(seats={"Z": "x"}).text(), "setup/seat"),
    ("a tag that no reader knows", lambda: record(tags={"mood": "sunny"}).text(), "record/tag"),
    ("a comment that commands a terminal", lambda: record(comments={0: ["a\rb"]}).text(), "record/comment"),
    ("a roll where somebody decides", lambda: record(moves=["!DDLX"]).roll(ewala.Dice(bytes(32))), "state/no-chance"),
    ("a sample where somebody decides", lambda: record(moves=["!DDLX"]).state.sample(ewala.Rng(1)), "state/no-chance"),
]


def record(**parts: Any) -> ewala.Record:
    return ewala.Record(KINGDOM, KINGDOM.start(), **parts)


@pytest.mark.parametrize(
    ("call", "code"), [(call, code) for _, call, code in WRONG], ids=[name for name, _, _ in WRONG]
)
def test_what_is_handed_in(call: Callable[[], object], code: str) -> None:
    with pytest.raises(ewala.EwalaError) as refused:
        call()
    assert refused.value.code == code


def test_kr_9_another_edition_brings_what_editions_differ_in() -> None:
    french = KINGDOM.with_options(edition="fr")
    assert french == ewala.load("kingdom-run", players="KS", edition="fr")
    assert french.rules.copies_apart == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("tampered", ["K: \nK: !DDLX", "K: !DDLX\u00a0r:-", "K:  !DDLX", "K:"])
def test_a_turn_is_its_label_and_moves_with_one_space_between(tampered: str) -> None:
    text = record(moves=["!DDLX"]).text()
    with pytest.raises(ewala.DamagedRecord):
        ewala.read_record(re.sub("K: !DDLX", tampered, text))


def test_a_long_line_is_not_quoted_whole() -> None:
    text = record().text().replace("edition: en", "x" * 100_000)
    with pytest.raises(ewala.DamagedRecord) as refused:
        ewala.read_record(text)
    assert len(str(refused.value)) < 300


def test_reading_takes_time_in_proportion_to_the_text() -> None:
    # Read in quadratic time this would take minutes.
    with pytest.raises(ewala.EwalaError):
        KINGDOM.parse("K" * 300_000 + "/- - 3,3,3,3 KSFG K roll")
