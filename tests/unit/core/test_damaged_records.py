"""Damage to a record is named, with line, move and clause, and all that stands before it is kept."""

import re
from collections.abc import Callable

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
