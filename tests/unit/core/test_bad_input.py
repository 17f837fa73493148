"""Damaged records and values of the wrong kind: refused with a code that names what is wrong."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import ewala
from ewala.core.record import Record


def kingdom() -> str:
    record = Record.begin(ewala.load("kingdom-run", players="KS", edition="fr"), seats={"K": "Ada"})
    record.moves = ["!DDLX", "r:-", "L1S", "D4K", ".", "D3S", ".", "L1s", "!CCVV", "r:CC", "!BL"]
    return record.text()


def chronicles() -> str:
    record = Record.begin(ewala.load("chronicles-of-run"))
    record.moves = [*(f"!{zone}" for zone in range(1, 10)), "!C", "2>9a", "9>5d", "-", "5>3d", "4>2a"]
    return record.text()


def over() -> str:
    game = ewala.load("kingdom-run", players="KS")
    start = game.parse("SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/K KKK 6,6 KS S act:CVLL:-")
    return Record(start.game, start, ["C14K"]).text()


def line_of(text: str, beginning: str) -> int:
    """The number of the last line that begins so; of the blank one after the header, if nothing is asked for."""
    lines = text.split("\n")
    if not beginning:
        return lines.index("") + 1
    return max(n for n, line in enumerate(lines, 1) if line.startswith(beginning))


Text = Callable[[], str]
# What is damaged: text, pattern, replacement; code; where the damaged line begins; move, clause, moves kept
# (None: the header cannot be trusted, so nothing is).
DAMAGE: list[tuple[Text, str, str, str, str, str, str, int | None]] = [
    (kingdom, r"^Ewala record 1", "Ewala record 2", "first-line", "Ewala", "", "", None),
    (kingdom, r"^Ewala record 1", "Ewala record 3", "first-line", "Ewala", "", "", None),
    (kingdom, "seat K: Ada", "promise K: " + "ab" * 32, "first-line", "Ewala", "", "", None),
    (kingdom, "seat K: Ada", "promise K: 12", "header", "promise", "", "", None),
    (kingdom, "seat K: Ada", "promise X: " + "ab" * 32, "header", "promise", "", "", None),
    (kingdom, r"^Ewala record 1\n", "", "first-line", "game", "", "", None),
    (kingdom, "seat K: Ada", "seat K Ada", "header", "seat", "", "", None),
    (kingdom, "seat K: Ada", "seat X: Ada", "header", "seat", "", "", None),
    (kingdom, "seat K: Ada", "mood: sunny", "header", "mood", "", "", None),
    (kingdom, "seat K: Ada", "first drawn: by vote", "header", "first drawn", "", "", None),
    (kingdom, "seat K: Ada", "commitment: 12", "header", "commitment", "", "", None),
    (kingdom, "seat K: Ada", "secret: " + "G" * 64, "header", "secret", "", "", None),
    (kingdom, "seat K: Ada", "edition: fr", "header", "edition: fr", "", "", None),
    (kingdom, r"rules: \w+\n", "", "header", "", "", "", None),
    (kingdom, "result: unfinished\n", "", "header", "", "", "", None),
    (kingdom, "game: kingdom-run", "game: chess", "rules", "game", "", "", None),
    (kingdom, "edition: fr", "edition: de", "rules", "edition", "", "KR-9.4", None),
    (kingdom, "may_pass: no", "may_pass: maybe", "rules", "may_pass", "", "KR-4.4", None),
    (kingdom, r"may_pass: no\n", "", "rules", "game", "", "KR-4.4", None),
    (kingdom, "13,12,11", "13,12,14", "rules", "circuit", "", "KR-2.6", None),
    (kingdom, "first: K", "first: S", "fingerprint", "rules", "", "", None),
    (kingdom, "may_pass: no", "may_pass: yes", "fingerprint", "rules", "", "", None),
    (kingdom, r"rules: \w+", "rules: 0123456789abcdef", "fingerprint", "rules", "", "", None),
    (kingdom, "L1S", "L5S", "illegal-move", "K: !DDLX", "L5S", "KR-10", 2),
    (kingdom, "D3S", "B3S", "illegal-move", "K: !DDLX", "B3S", "KR-4.2", 5),
    (kingdom, "L1S", "L1Z", "unreadable-move", "K: !DDLX", "L1Z", "", 2),
    (kingdom, "!DDLX", "!XD", "unreadable-move", "K:", "!XD", "", 0),
    (kingdom, "S: !CCVV", "K: !CCVV", "turn", "K: !CCVV", "", "", 8),
    (kingdom, "S: !CCVV", "S !CCVV", "turn", "S !CCVV", "", "", 8),
    (kingdom, r"\nS: !CCVV", " !CCVV", "turn", "K: !DDLX", "!CCVV", "", 8),
    (kingdom, "result: unfinished", "result: K 30, S 20; K wins", "result", "result", "", "", 11),
    (chronicles, "deal: !1 !2", "deal: !1 !1", "illegal-move", "deal", "!1", "CR-2.1", 1),
    (chronicles, "4>2a", "4>3d", "illegal-move", "2O", "4>3d", "CR-3.1", 14),
    (chronicles, "2O: ", "2C: ", "turn", "2C", "", "", 13),
    (chronicles, "layout: block", "layout: block\nfirst drawn: by lot", "header", "first drawn", "", "", None),
    (over, r"\Z", "S: !DDDD\n", "after-the-end", "S: !DDDD", "", "", 1),
    (over, "S wins|K wins", "nobody wins", "result", "result", "", "", 1),
    (over, "start: SFG", "start: SFF", "start", "start", "", "KR-1.1", None),
    (over, "start: SFG", "start: FSG", "start", "start", "", "", None),
    (over, "6,6 KS S act", "6,6 SK S act", "start", "start", "", "", None),
]


@pytest.mark.parametrize(
    ("text", "pattern", "put", "code", "line", "move", "clause", "kept"),
    DAMAGE,
    ids=[f"{case[3]}: {case[1]} -> {case[2]}" for case in DAMAGE],
)
def test_damage_is_named_and_all_before_it_is_kept(
    text: Text, pattern: str, put: str, code: str, line: str, move: str, clause: str, kept: int | None
) -> None:
    whole = text()
    damaged, times = re.subn(pattern, put, whole, count=1)
    assert times == 1
    with pytest.raises(ewala.DamagedRecord) as refused:
        ewala.read_record(damaged)
    error = refused.value
    expected_line = line_of(damaged, line) if code != "first-line" else 1
    assert (error.code, error.line, error.move, error.clause) == (f"record/{code}", expected_line, move, clause)
    assert str(error).startswith(f"line {error.line}: ")
    if kept is None:
        assert error.record is None
    else:
        assert error.record is not None
        assert error.record.moves == ewala.read_record(whole).moves[:kept]
        assert error.record.state.text


@pytest.mark.parametrize("text", ["", "\n", "Ewala record 1", "Ewala record 1\n", "Ewala record 1\ngame: kingdom-run"])
def test_a_record_that_breaks_off_in_its_header_is_refused(text: str) -> None:
    with pytest.raises(ewala.DamagedRecord) as refused:
        ewala.read_record(text)
    assert refused.value.record is None
    assert refused.value.line >= 1


@pytest.mark.parametrize("text", [kingdom, chronicles, over])
def test_cutting_a_text_anywhere_gives_a_named_error_or_a_shorter_record(text: Text) -> None:
    whole = text()
    moves = ewala.read_record(whole).moves
    for length in range(len(whole)):
        kept: Record | None
        try:
            kept = ewala.read_record(whole[:length])
        except ewala.DamagedRecord as error:
            kept = error.record
        if kept is not None and kept.moves:
            *before, last = kept.moves
            assert before == moves[: len(before)]
            assert moves[len(before)].startswith(last)  # a move cut short may be one too


def test_kr_3_4_a_record_in_which_the_lot_is_not_drawn_cannot_be_replayed() -> None:
    game = ewala.load("kingdom-run", players="KS", first="lot")
    text = kingdom()
    text = re.sub("first: K", "first: lot", text)
    text = re.sub("edition: fr", "edition: en", text)
    for name, value in game.parameters().items():
        text = re.sub(f"(?m)^{name}: .*$", f"{name}: {value}", text)
    text = re.sub(r"rules: \w+", f"rules: {game.fingerprint}", text)
    with pytest.raises(ewala.DamagedRecord, match="names the seat") as refused:
        ewala.read_record(text)
    assert refused.value.code == "record/rules"


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
