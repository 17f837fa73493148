"""Every reason for which a move of Kingdom Run is refused, with its clause and code, and their order (KR-10)."""

from typing import Any

import pytest

import ewala
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.reasons import NOT_A_MOVE, REASONS

BOARD = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K "
SOWING = "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>5"
SLEEPY = "kSFG/KSFG/KSFG/SFG/-/k/-/-/-/-/-/-/-/- - 6,6 KS K "  # K asleep on 1 and in the lake 6
BATHING = "KSFG/KSFG/KSFG/SFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS K "  # the leader bathes
AHEAD = "KSFG/KSFG/KSFG/SFG/-/-/-/-/-/-/-/-/K/- - 6,6 KS K "  # the leader is past the last lake
OVER = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 6,6 KS S over"
FINISHED = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK {} KSF S act:VVLL:-"
PASS = {"may_pass": True}
FR = {"edition": "fr"}

# Code, clause, position, move, options.
REFUSALS: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("kr/not-time-to-roll", "KR-4.1", BOARD + "keep:DDLX", "!DDDD", {}),
    ("kr/not-time-to-roll", "KR-4.1", BOARD + "act:DDLX:-", "!DDDD", {}),
    ("kr/not-time-to-roll", "KR-4.1", OVER, "!DDDD", {}),
    ("kr/number-of-dice", "KR-4.1", BOARD + "roll", "!DD", {}),
    ("kr/number-of-dice", "KR-4.1", BOARD + "again:DL:2", "!D", {}),
    ("kr/number-of-dice", "KR-4.1", BOARD + "again:DL:2", "!DCBV", {}),
    ("kr/not-time-to-reroll", "KR-4.1", BOARD + "roll", "r:-", {}),
    ("kr/not-time-to-reroll", "KR-4.1", BOARD + "again:DL:2", "r:D", {}),
    ("kr/not-time-to-reroll", "KR-4.1", BOARD + "act:DDLX:-", "r:D", {}),
    ("kr/not-time-to-reroll", "KR-4.1", OVER, "r:-", {}),
    ("kr/no-such-dice", "KR-4.1", BOARD + "keep:DDLX", "r:C", {}),
    ("kr/no-such-dice", "KR-4.1", BOARD + "keep:DDLX", "r:LL", {}),
    ("kr/no-such-dice", "KR-4.1", BOARD + "keep:DDLX", "r:DDDD", {}),
    ("kr/not-time-to-act", "KR-4.2", BOARD + "roll", "B1K", {}),
    ("kr/not-time-to-act", "KR-4.2", BOARD + "keep:BBBB", "B1K", {}),
    ("kr/not-time-to-act", "KR-4.2", BOARD + "again:BB:2", "V:S", {}),
    ("kr/not-time-to-act", "KR-4.2", OVER, "D4S", {}),
    ("kr/not-time-to-act", "KR-4.2", OVER, "V:K", {}),
    ("kr/not-time-to-end", "KR-4.4", BOARD + "roll", "end", PASS),
    ("kr/not-time-to-end", "KR-4.4", BOARD + "keep:BBBB", "end", PASS),
    ("kr/not-time-to-end", "KR-4.4", BOARD + "again:BB:2", "end", PASS),
    ("kr/not-time-to-end", "KR-4.4", OVER, "end", PASS),
    ("kr/may-not-pass", "KR-4.4", BOARD + "act:DDLX:-", "end", {}),
    ("kr/may-not-pass", "KR-4.4", BOARD + "keep:DDLX", "end", {}),
    ("kr/not-disbanding", "KR-7.1", BOARD + "act:DDLX:-", "+K", {}),
    ("kr/not-disbanding", "KR-7.1", BOARD + "act:DDLX:-", ".", {}),
    ("kr/not-disbanding", "KR-7.1", BOARD + "roll", ".", {}),
    ("kr/not-disbanding", "KR-7.1", OVER, "+S", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "V:S", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "L1K", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "D4S", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "r:-", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "!DDDD", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "end", PASS),
    ("kr/no-die", "KR-4.2", BOARD + "act:CVLL:-", "B1K", {}),
    ("kr/no-die", "KR-4.2", BOARD + "act:CVLX:-", "B1K", {}),  # no die shows what would be copied
    ("kr/no-die", "KR-4.2", BOARD + "act:VLL:C", "C1K", {}),  # the die is spent
    ("kr/no-die", "KR-4.2", BOARD + "act:BBLL:-", "V:S", {}),
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:BL:BB", "B1K", {}),
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:LX:BB", "B1K", FR),  # a copy would be the third
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:LX:Bb", "B1K", FR),
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:LX:VV", "V:S", FR),
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "L1k", {}),
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "B5K", {}),
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "B15K", {}),  # beyond the circuit
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "L4k", {}),
    ("kr/no-such-runner", "KR-10", BOARD + "act:DCLL:-", "D32G", {}),
    ("kr/no-such-runner", "KR-10", SLEEPY + "act:BBLL:-", "L1K", {}),  # nobody there to lull
    ("kr/no-such-runner", "KR-10", SOWING, "+K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "D1K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "C1K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "B1K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "B6K", {}),
    ("kr/asleep", "KR-5.2", "KSFG/KSFG/KSFG/kSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>5", "+K", {}),
    ("kr/in-lake", "KR-5.2", BATHING + "act:DCBL:-", "D6K", {}),
    ("kr/in-lake", "KR-5.2", BATHING + "act:DCBL:-", "C6K", {}),
    ("kr/leads-the-race", "KR-6.2", AHEAD + "act:DCBL:-", "C13K", {}),
    ("kr/leads-the-race", "KR-6.2", BOARD + "act:DCBL:-", "C4G", {}),  # those on the same space are not ahead
    ("kr/no-lake-ahead", "KR-6.3", AHEAD + "act:DCBL:-", "B13K", {}),
    ("kr/not-an-opponent", "KR-6.4", BOARD + "act:VVLL:-", "V:K", {}),
    ("kr/not-an-opponent", "KR-6.4", BOARD + "act:VVLL:-", "V:G", {}),  # a neutral clan
    ("kr/no-token", "KR-6.4", BOARD.replace("6,6", "12,0") + "act:VVLL:-", "V:S", {}),
    ("kr/no-token", "KR-6.4", FINISHED.format("0,4,8"), "V:K", {}),  # finished, but may be robbed in en
    ("kr/robs-finished", "KR-9.3", FINISHED.format("4,4,4"), "V:K", FR),
    ("kr/robs-finished", "KR-9.3", FINISHED.format("4,4,4"), "V:K", {"edition": "nl"}),
    ("kr/robs-finished", "KR-9.3", FINISHED.format("0,4,8"), "V:K", {"edition": "es"}),
    ("kr/last-awake", "KR-6.5", "kSFG/kSFG/kSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:DCBL:-", "L4K", {}),
    ("kr/last-awake", "KR-6.5", "kSFG/kSFG/kSFG/SFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS S act:DCBL:-", "L6K", {}),
    ("kr/last-awake", "KR-6.5", "kSFG/kSFG/SFG/SFG/-/K/-/-/-/-/-/-/-/- K 6,6 KS K act:DCBL:-", "L6K", {}),
]


def refusal(position: str, move: str, options: dict[str, Any]) -> tuple[str, str, str]:
    state = ewala.load("kingdom-run", **options).parse(position)
    assert move not in state.moves()
    with pytest.raises(ewala.IllegalMove) as refused:
        state.play(move)
    return refused.value.code, refused.value.clause, refused.value.move


@pytest.mark.parametrize(
    ("code", "clause", "position", "move", "options"),
    REFUSALS,
    ids=[f"{clause} {code}: {move}" for code, clause, _, move, _ in REFUSALS],
)
def test_a_refusal_cites_its_clause(code: str, clause: str, position: str, move: str, options: dict[str, Any]) -> None:
    assert refusal(position, move, options) == (code, clause, move)


def test_every_reason_has_a_case() -> None:
    assert {code for code, *_ in REFUSALS} | {"kr/not-a-move"} == {reason.code for reason in REASONS.values()}


NO_MOVES = [-1, codes.ROLLED, codes.ROLLED + 210, codes.REROLLED + 210, codes.TAKEN - 1, codes.ENDED + 1]
NO_MOVES += [codes.STOLEN - 1, codes.STOLEN + 4, codes.DISBANDED - 1, codes.CODES]


@pytest.mark.parametrize("phase", ["roll", "keep:DDLX", "act:DDLX:-"])
@pytest.mark.parametrize("move", NO_MOVES)
def test_kr_10_codes_that_no_text_has_are_no_moves(move: int, phase: str) -> None:
    engine = ewala.load("kingdom-run", may_pass=True).engine
    state = ewala.load("kingdom-run", may_pass=True).parse(BOARD + phase)
    assert engine.why_not(state.data, move) == NOT_A_MOVE
    assert REASONS[NOT_A_MOVE].clause == "KR-10"


SLEEPER_AHEAD = "KSFG/KSFG/KSFG/SFG/-/-/-/-/-/-/-/-/k/- - 6,6 KS K "
# Where several clauses forbid a move, the first of KR-10's order: what is asked first, what is asked later.
ORDER: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("phase before die", "kr/not-time-to-act", BOARD + "keep:CVLL", "B5K", {}),
    ("disbanding before the house rule", "kr/still-disbanding", SOWING, "end", {}),
    ("disbanding before die and runner", "kr/still-disbanding", SOWING, "B9G", {}),
    ("house rule before phase, both KR-4.4", "kr/may-not-pass", OVER, "end", {}),
    ("no die before no such runner", "kr/no-die", BOARD + "act:CVLL:-", "B5K", {}),
    ("no die before asleep", "kr/no-die", SLEEPY + "act:CVLL:-", "B1K", {}),
    ("no die before not an opponent", "kr/no-die", BOARD + "act:CCLL:-", "V:K", {}),
    (
        "no die before last awake",
        "kr/no-die",
        "kSFG/kSFG/kSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:CCVV:-",
        "L4K",
        {},
    ),
    ("rule of two before no such runner", "kr/rule-of-two", BOARD + "act:BL:BB", "B5K", {}),
    ("rule of two before asleep", "kr/rule-of-two", SLEEPY + "act:BL:BB", "B1K", {}),
    ("rule of two before no token", "kr/rule-of-two", BOARD.replace("6,6", "12,0") + "act:VL:VV", "V:S", {}),
    ("no such runner before in a lake", "kr/no-such-runner", BATHING + "act:DCBL:-", "C6G", {}),
    ("no such runner before no lake ahead", "kr/no-such-runner", AHEAD + "act:DCBL:-", "B14G", {}),
    ("asleep before in a lake", "kr/asleep", SLEEPY + "act:DCBL:-", "D6K", {}),
    ("asleep before leading the race", "kr/asleep", SLEEPER_AHEAD + "act:DCBL:-", "C13K", {}),
    ("asleep before no lake ahead", "kr/asleep", SLEEPER_AHEAD + "act:DCBL:-", "B13K", {}),
    ("in a lake before leading the race", "kr/in-lake", BATHING + "act:DCBL:-", "C6K", {}),
]


@pytest.mark.parametrize(
    ("code", "position", "move", "options"), [case[1:] for case in ORDER], ids=[case[0] for case in ORDER]
)
def test_kr_10_the_first_objection_is_cited(code: str, position: str, move: str, options: dict[str, Any]) -> None:
    assert refusal(position, move, options)[0] == code


def test_an_illegal_move_says_what_why_and_which_clause() -> None:
    state = ewala.load("kingdom-run").parse(BOARD + "act:CVLL:-")
    with pytest.raises(ewala.IllegalMove, match=r"^B1K: no unspent die .* \(KR-4\.2\)$"):
        state.play("B1K")
