"""Texts of positions and moves (KR-10)."""

from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import pytest

import ewala
from ewala.core.spelling import LONGEST, spelled
from ewala.games.kingdom_run.rules import codes, spelling

START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/-"
REST = "- 6,6 KS K roll"
# Text, field, column at which it stops being readable.
UNREADABLE = [
    ("", "SPACES", 1),
    (" ", "SPACES", 1),
    (START, "PODIUM", 40),
    (f"{START} - 6,6 KS K", "PHASE", 51),
    (f"{START}  - 6,6 KS K roll", "PODIUM", 41),
    (f" {START} {REST}", "SPACES", 1),
    (f"{START} {REST} ", "PHASE", 56),
    (f"{START} {REST} x", "PHASE", 56),
    (f"KSGF/{START[5:]} {REST}", "SPACES", 4),
    (f"SKFG/{START[5:]} {REST}", "SPACES", 2),
    (f"kKSF/{START[5:]} {REST}", "SPACES", 2),
    (f"KSFX/{START[5:]} {REST}", "SPACES", 4),
    (f"KSFG//KSFG/{START[10:]} {REST}", "SPACES", 6),
    (f"{START}/ {REST}", "SPACES", 41),
    (f"{START}x {REST}", "SPACES", 40),
    (f"-K/{START} {REST}", "SPACES", 2),
    (f"{START} k 6,6 KS K roll", "PODIUM", 41),
    (f"{START} K- 6,6 KS K roll", "PODIUM", 42),
    (f"{START} -K 6,6 KS K roll", "PODIUM", 42),
    (f"{START} - 6;6 KS K roll", "TOKENS", 44),
    (f"{START} - 6, KS K roll", "TOKENS", 45),
    (f"{START} - 06,6 KS K roll", "TOKENS", 43),
    (f"{START} - -6,18 KS K roll", "TOKENS", 43),
    (f"{START} - +6,6 KS K roll", "TOKENS", 43),
    (f"{START} - 6,6 Ks K roll", "PLAYERS", 48),
    (f"{START} - 6,6 - K roll", "PLAYERS", 47),
    (f"{START} - 6,6 KS X roll", "SEAT", 50),
    (f"{START} - 6,6 KS KS roll", "SEAT", 51),
    (f"{START} - 6,6 KS K rol", "PHASE", 52),
    (f"{START} - 6,6 KS K rolls", "PHASE", 56),
    (f"{START} - 6,6 KS K Roll", "PHASE", 52),
    (f"{START} - 6,6 KS K keep", "PHASE", 56),
    (f"{START} - 6,6 KS K keep:", "PHASE", 57),
    (f"{START} - 6,6 KS K keep:XLDD", "PHASE", 58),
    (f"{START} - 6,6 KS K keep:DDLXx", "PHASE", 61),
    (f"{START} - 6,6 KS K keep:DDLX:-", "PHASE", 61),
    (f"{START} - 6,6 KS K again:DX", "PHASE", 60),
    (f"{START} - 6,6 KS K again:DX:0", "PHASE", 61),
    (f"{START} - 6,6 KS K again:DX:02", "PHASE", 61),
    (f"{START} - 6,6 KS K again::4", "PHASE", 58),
    (f"{START} - 6,6 KS K act:DDLX", "PHASE", 60),
    (f"{START} - 6,6 KS K act:DL:LC", "PHASE", 60),
    (f"{START} - 6,6 KS K act:DL:bB", "PHASE", 60),
    (f"{START} - 6,6 KS K act:DL:", "PHASE", 59),
    (f"{START} - 6,6 KS K act:DL:X", "PHASE", 59),
    (f"{START} - 6,6 KS K sow:VLX:D", "PHASE", 61),
    (f"{START} - 6,6 KS K sow:VLX:D:4", "PHASE", 63),
    (f"{START} - 6,6 KS K sow:VLX:D:04>5", "PHASE", 62),
    (f"{START} - 6,6 KS K sow:VLX:D:4>", "PHASE", 64),
    (f"{START} - 6,6 KS K over!", "PHASE", 56),
]


@pytest.mark.parametrize(("text", "field", "column"), UNREADABLE, ids=[text or "nothing" for text, _, _ in UNREADABLE])
def test_kr_10_an_unreadable_position_says_where(text: str, field: str, column: int) -> None:
    with pytest.raises(ewala.UnreadableText) as refused:
        ewala.load("kingdom-run").parse(text)
    assert (refused.value.field, refused.value.column) == (field, column)
    assert str(refused.value).startswith(f"{field}, column {column}: expected {refused.value.expected}, found ")


# With a mark where each stops being readable.
MOVES = (
    "^/!^/!^-/!X^D/!^DDDDD/!D^Q/^r/r:^/r:X^D/r:^DDDDD/r:-^-/D^/D^K/D^0K/D^04K/D^33K/D4^/D4^k/D4K^K/C4^x/B^-1K/"
    "L4^/L4^X/L4k^k/^V/V:^/V:^k/V:K^S/+^/+^k/+K^K/.^./^End/end^ /^ end/end^\n/^X4K/^d4K/D^٤K"
)


@pytest.mark.parametrize("marked", MOVES.split("/"))
def test_kr_10_an_unreadable_move_says_where(marked: str) -> None:
    with pytest.raises(ewala.UnreadableText) as refused:
        ewala.load("kingdom-run").start().play(marked.replace("^", "", 1))
    assert (refused.value.field, refused.value.column) == ("MOVE", marked.index("^") + 1)


FR = {"edition": "fr"}
# Clause, what is impossible, text, options.
IMPOSSIBLE: list[tuple[str, str, str, dict[str, Any]]] = [
    ("KR-2.1", "spaces", f"{START}/- {REST}", {}),
    ("KR-2.1", "spaces", f"{START[:-2]} {REST}", {}),
    ("KR-1.1", "runners", f"KSFG/KSFG/KSFG/KSF/-/-/-/-/-/-/-/-/-/- {REST}", {}),
    ("KR-1.1", "runners", f"KSFG/KSFG/KSFG/KKSF/-/-/-/-/-/-/-/-/-/- {REST}", {}),
    ("KR-1.1", "runners", f"{START} K 6,6 KS K roll", {}),
    ("KR-5.3", "crowded", f"KKSFG/KSFG/SFG/KSFG/-/-/-/-/-/-/-/-/-/- {REST}", {}),
    ("KR-1.2", "tokens", f"{START} - 6,5 KS K roll", {}),
    ("KR-1.2", "tokens", f"{START} - 7,6 KS K roll", {}),
    ("KR-3.3", "tokens", f"{START} - 6,3,3 KS K roll", {}),
    ("KR-3.3", "tokens", f"{START} - 12 KS K roll", {}),
    ("KR-3.1", "seat", f"{START} - 6,6 KS F roll", {}),
    ("KR-5.4", "podium", "-/-/-/-/-/-/-/-/-/-/-/-/KS/FG KKKSSSFFFGGG 3,3,3,3 KSFG K roll", {}),
    ("KR-1.3", "dice", f"{START} - 6,6 KS K keep:DDL", {}),
    ("KR-1.3", "dice", f"{START} - 6,6 KS K keep:-", {}),
    ("KR-1.3", "dice", f"{START} - 6,6 KS K keep:DDDLX", {}),
    ("KR-1.3", "dice", f"{START} - 6,6 KS K again:DD:3", {}),
    ("KR-1.3", "dice", f"{START} - 6,6 KS K again:-:3", {}),
    ("KR-1.3", "dice", f"{START} - 6,6 KS K act:DDL:-", {}),
    ("KR-1.3", "dice", f"{START} - 6,6 KS K act:DDLX:B", {}),
    ("KR-1.3", "dice", "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VL:D:4>5", {}),
    ("KR-4.3", "rule-of-two", f"{START} - 6,6 KS K act:L:BBB", {}),
    ("KR-4.3", "rule-of-two", f"{START} - 6,6 KS K act:L:Bbb", FR),
    ("KR-4.3", "rule-of-two", f"{START} - 6,6 KS K act:L:BBb", FR),
    ("KR-4.3", "rule-of-two", f"{START} - 6,6 KS K act:-:Bbbb", {}),
    ("KR-6.6", "copy", f"{START} - 6,6 KS K act:LLX:b", {}),
    ("KR-4.6", "copy", f"{START} - 6,6 KS K act:BLX:b", {}),
    ("KR-4.6", "copy", f"{START} - 6,6 KS K act:BL:Bb", {}),
    ("KR-4.4", "nothing-to-do", f"{START} - 6,6 KS K act:XXXX:-", {}),
    ("KR-4.4", "nothing-to-do", f"{START} - 6,6 KS K act:-:CVVL", {}),
    ("KR-4.4", "nothing-to-do", f"{START} - 12,0 KS K act:VVVX:-", {}),
    ("KR-4.4", "nothing-to-do", f"{START} - 12,0 KS K act:VVVX:-", {"may_pass": True}),
    ("KR-4.4", "nothing-to-do", f"{START} - 6,6 KS K act:BX:BB", FR),
    ("KR-8.1", "not-over", f"{START} - 6,6 KS K over", {}),
    ("KR-8.1", "not-over", "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF S over", {}),
    ("KR-8.1", "over", "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 6,6 KS S roll", {}),
    ("KR-8.1", "over", "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 6,6 KS S act:LLLL:-", {}),
    ("KR-8.1", "over", "G/G/G/G/-/-/F/-/-/F/-/-/-/KS KKSSFFSK 3,3,3,3 KSFG G roll", {}),
    ("KR-8.4", "finished", "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF K roll", {}),
    ("KR-8.4", "finished", "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF K act:LLLL:-", {}),
    ("KR-6.1", "sow-lake", "KSFG/KSFG/KSFG/SF/-/K/G/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:6>7", {}),
    ("KR-7.1", "sow-empty", "KSFG/KSFG/KSFG/SFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:5>6", {}),
    ("KR-7.1", "sow-empty", "KSFG/KSFG/KSFG/SF/g/K/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:5>6", {}),
    ("KR-4.6", "sow-unpaid", "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:C:4>5", {}),
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>4", {}),
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>3", {}),
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>16", {}),
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:15>16", {}),
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>6", {}),  # nobody was put there
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/SFG/-/k/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>6", {}),  # only a sleeper is
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/SFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>6", {}),  # space 5 was passed
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:1>5", {}),
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/KFG/S - 6,6 KS K sow:VLX:D:13>15", {}),  # nobody has crossed
    ("KR-6.1", "sow", "KSFG/KSFG/KSFG/KSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:2>5", {}),  # five from one space
    ("KR-3.1", "players", f"{START} - 12 K K roll", {}),
    ("KR-3.1", "players", f"{START} - 6,6 KK K roll", {}),
]


@pytest.mark.parametrize(
    ("clause", "what", "text", "options"), IMPOSSIBLE, ids=[f"{c} {what}: {text}" for c, what, text, _ in IMPOSSIBLE]
)
def test_kr_10_a_position_that_could_not_stand_is_refused(
    clause: str, what: str, text: str, options: dict[str, Any]
) -> None:
    with pytest.raises(ewala.BadSetup) as refused:
        ewala.load("kingdom-run", **options).parse(text)
    prefix = "setup" if what == "players" else "position"
    assert (refused.value.clause, refused.value.code) == (clause, f"{prefix}/{what}")


# Positions that look odd but can be reached.
POSSIBLE = [
    (
        "KR-6.5: a player whose only awake runner has crossed has none left",
        "kSFG/kSFG/kSFG/SFG/-/-/-/-/-/-/-/-/-/- K 6,6 KS K roll",
    ),
    ("KR-9.2: a copy beside a spent pair", f"{START} - 6,6 KS K act:X:BBb"),
    ("KR-6.6: a copy beside a die that the rule of two bars", f"{START} - 6,6 KS K act:BX:BB"),
    ("KR-6.1: over a full space", "KSFG/KSFG/SF/F/KKSG/G/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>6"),
    ("KR-6.1: across the line", "KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/SF/KS K 6,6 KS K sow:VLL:D:13>15"),
    ("KR-8.2: a neutral clan is home", "KSF/KSF/KSF/KSF/-/-/-/-/-/-/-/-/-/- GGGG 6,6 KS S roll"),
]


@pytest.mark.parametrize("text", [text for _, text in POSSIBLE], ids=[clause for clause, _ in POSSIBLE])
def test_kr_10_a_position_that_could_stand_is_read(text: str) -> None:
    assert ewala.load("kingdom-run").parse(text).text == text


def test_one_board_after_another_is_written_and_counted_as_it_stands() -> None:
    """What a game keeps of the last board must not be taken for another that differs in tokens or podium alone."""
    game = ewala.load("kingdom-run", players="KS")
    start = "KSFG/KSFG/KSFG/SFG/-/-/-/-/-/-/-/-/-/-"
    texts = [f"{start} K {tokens} KS {rest}" for tokens in ("6,6", "7,5") for rest in ("K roll", "S keep:DDLX")]
    states = [game.parse(text) for text in texts]
    assert [state.text for state in (*states, *reversed(states))] == [*texts, *reversed(texts)]
    assert [state.scores()["S"] for state in states] == [12, 12, 10, 10]
    assert [state.scores()["K"] - state.scores()["S"] for state in states] == [13, 13, 17, 17]


LETTERS = "KSFG"
FACES = "DCBVLX"
ROOM = 32  # as many as a code has room for
NOTHING = -1


class Spelled(NamedTuple):
    text: str
    kind: int
    handful: int = NOTHING
    clan: int = NOTHING
    space: int = NOTHING


def handfuls() -> list[str]:
    """Up to four faces, the fewest first; no face is the first."""
    return ["".join(faces) for size in range(5) for faces in combinations_with_replacement(FACES, size)]


def every_move() -> dict[int, Spelled]:
    moves = {}
    for number, faces in enumerate(handfuls()):
        if faces:
            moves[codes.ROLLED + number] = Spelled(f"!{faces}", codes.ROLLED, number)
        moves[codes.REROLLED + number] = Spelled(f"r:{faces or '-'}", codes.REROLLED, number)
    moves[codes.STOPPED] = Spelled(".", codes.STOPPED)
    moves[codes.ENDED] = Spelled("end", codes.ENDED)
    for clan, letter in enumerate(LETTERS):
        moves[codes.TAKEN + clan] = Spelled(f"+{letter}", codes.TAKEN, clan=clan)
        moves[codes.STOLEN + clan] = Spelled(f"V:{letter}", codes.STOLEN, clan=clan)
        for space in range(ROOM):
            for kind, action in [
                (codes.DISBANDED, f"D{space + 1}{letter}"),
                (codes.CAUGHT_UP, f"C{space + 1}{letter}"),
                (codes.BATHED, f"B{space + 1}{letter}"),
                (codes.LULLED, f"L{space + 1}{letter}"),
                (codes.AWAKENED, f"L{space + 1}{letter.lower()}"),
            ]:
                moves[kind + ROOM * clan + space] = Spelled(action, kind, clan=clan, space=space)
    return moves


def spelled_by_the_kernel(code: int) -> Spelled:
    out = [0] * LONGEST
    text = spelled(out, spelling.spell(code, out))
    return Spelled(
        text, spelling.kind_of(code), spelling.handful_of(code), spelling.clan_of(code), spelling.space_of(code)
    )


def test_kr_10_every_move_is_spelled_and_taken_apart() -> None:
    for code, move in every_move().items():
        assert spelled_by_the_kernel(code) == move


def test_kr_10_a_code_that_no_move_has_is_spelled_as_nothing() -> None:
    moves = every_move()
    for code in range(-1, codes.CODES + 1):
        if code not in moves:
            assert spelled_by_the_kernel(code) == Spelled("", NOTHING)


def test_kr_10_moves_are_put_together_from_their_parts() -> None:
    for code, move in every_move().items():
        if move.space != NOTHING:
            assert spelling.runner_move(move.kind, move.clan, move.space) == code
    assert [spelling.theft_from(clan) for clan in range(4)] == [codes.STOLEN + clan for clan in range(4)]
