"""Every reason for which a move of the Chronicles is refused, with its clause and code, and their order (CR-7)."""

from collections.abc import Callable

import pytest

import ewala
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules.reasons import NOT_A_MOVE, REASONS

Chronicle = Callable[..., str]
Position = tuple[str, ...]  # pieces, turn, phase, and perhaps layout and zones

DEALING: Position = ("", "1-", "deal", "block", "41-------")
DEALT: Position = ("", "1-", "deal", "block", "412356789")
BID: Position = ("O5@1a C8@2d", "2C", "bid:C")
SECOND: Position = ("O5@1a C8@2d (C3)@4a", "2C", "bid:O")
TREACHERY: Position = ("O2@1a C8@4a O5@2a C3@9d", "2O", "effect:O2")
BROTHERS: Position = ("O3@1a C8@4a O6@9a C9@2d O7@2a C5@9d", "3O*C", "effect:O3")
LUST: Position = ("O10@5a C9@1d O3@2a C6@2d O8@9a C8@8d O1@1a C5@9d", "4O", "effect:O10")
OVER: Position = (" ".join(f"O{n}@{n}a C{n}@{n}d" for n in range(1, 10)), "9O", "over")

# Code, clause, position, move.
REFUSALS: list[tuple[str, str, Position, str]] = [
    ("cr/not-time-to-deal", "CR-2.1", BID, "!3"),
    ("cr/not-time-to-deal", "CR-2.1", DEALT, "!3"),
    ("cr/not-time-to-deal", "CR-2.1", OVER, "!3"),
    ("cr/tile-turned-up", "CR-2.1", DEALING, "!4"),
    ("cr/tile-turned-up", "CR-2.1", DEALING, "!1"),
    ("cr/not-time-to-draw", "CR-2.3", DEALING, "!O"),
    ("cr/not-time-to-draw", "CR-2.3", BID, "!C"),
    ("cr/not-time-to-draw", "CR-2.3", OVER, "!O"),
    ("cr/not-time-to-bid", "CR-3.1", DEALING, "10>3a"),
    ("cr/not-time-to-bid", "CR-3.1", DEALT, "10>3a"),
    ("cr/not-time-to-bid", "CR-3.1", TREACHERY, "10>3a"),
    ("cr/not-time-to-bid", "CR-3.1", OVER, "10>3a"),
    ("cr/not-time-for-effect", "CR-3.4", BID, "-"),
    ("cr/not-time-for-effect", "CR-3.4", BID, ">3a"),
    ("cr/not-time-for-effect", "CR-3.4", BID, "x6"),
    ("cr/not-time-for-effect", "CR-3.4", BID, "<O5"),
    ("cr/not-time-for-effect", "CR-3.4", DEALING, "-"),
    ("cr/not-time-for-effect", "CR-3.4", OVER, "-"),
    ("cr/not-time-for-effect", "CR-3.4", TREACHERY, "x6"),
    ("cr/not-time-for-effect", "CR-3.4", TREACHERY, "<C8"),
    ("cr/not-time-for-effect", "CR-3.4", BROTHERS, ">4d"),
    ("cr/not-time-for-effect", "CR-3.4", BROTHERS, "<C8"),
    ("cr/not-time-for-effect", "CR-3.4", LUST, "x3"),
    ("cr/not-time-for-effect", "CR-3.4", LUST, ">6a"),
    ("cr/rune-used", "CR-3.3", BID, "8>5a"),
    ("cr/rune-used", "CR-3.3", SECOND, "5>5a"),
    ("cr/slot-taken", "CR-3.1", BID, "1>1a"),
    ("cr/slot-taken", "CR-3.1", SECOND, "1>4a"),  # by a face-down bid
    ("cr/slot-taken", "CR-3.1", TREACHERY, ">4a"),
    ("cr/own-rune-there", "CR-4.1", BID, "1>2a"),
    ("cr/own-rune-there", "CR-4.1", SECOND, "1>1d"),
    ("cr/own-rune-there", "CR-4.1", TREACHERY, ">2d"),
    ("cr/own-rune-there", "CR-4.1", LUST, "<O3"),  # Loreen herself stands there
    ("cr/not-adjacent", "CR-5.1", TREACHERY, ">3a"),
    ("cr/not-adjacent", "CR-5.1", TREACHERY, ">9a"),
    ("cr/no-brother", "CR-5.2", BROTHERS, "x6"),  # not adjacent
    ("cr/no-brother", "CR-5.2", BROTHERS, "x8"),  # not good, and in hand
    ("cr/no-brother", "CR-5.2", BROTHERS, "x9"),  # the opponent's is adjacent, the own one in hand
    ("cr/no-brother", "CR-5.2", BROTHERS, "x3"),  # himself
    ("cr/not-attracted", "CR-5.3", LUST, "<C8"),  # Keynan
    ("cr/not-attracted", "CR-5.3", LUST, "<C9"),  # 10 beside Keera
    ("cr/not-attracted", "CR-5.3", LUST, "<C1"),  # not revealed
    ("cr/not-attracted", "CR-5.3", LUST, "<C11"),
]


def refusal(text: str, move: str) -> tuple[str, str, str]:
    state = ewala.load("chronicles-of-run").parse(text)
    assert move not in state.moves()
    with pytest.raises(ewala.IllegalMove) as refused:
        state.play(move)
    return refused.value.code, refused.value.clause, refused.value.move


@pytest.mark.parametrize(
    ("code", "clause", "position", "move"),
    REFUSALS,
    ids=[f"{clause} {code}: {move} in {position[2]}" for code, clause, position, move in REFUSALS],
)
def test_a_refusal_cites_its_clause(
    chronicle: Chronicle, code: str, clause: str, position: Position, move: str
) -> None:
    assert refusal(chronicle(*position), move) == (code, clause, move)


def test_every_reason_has_a_case() -> None:
    assert {code for code, *_ in REFUSALS} | {"cr/not-a-move"} == {reason.code for reason in REASONS.values()}


NO_MOVES = [-1, codes.SWAPPED, codes.ATTRACTED, codes.ATTRACTED + 12, codes.ATTRACTED + 16, codes.ATTRACTED + 31]
NO_MOVES += [codes.BID_MADE, codes.BID_MADE + 17, codes.CODES]


@pytest.mark.parametrize("position", [DEALING, BID, TREACHERY, BROTHERS, LUST, OVER], ids=lambda position: position[2])
@pytest.mark.parametrize("move", NO_MOVES)
def test_cr_7_codes_that_no_text_has_are_no_moves(chronicle: Chronicle, position: Position, move: int) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle(*position))
    assert state.game.engine.why_not(state.data, move) == NOT_A_MOVE
    assert REASONS[NOT_A_MOVE].clause == "CR-7"


# Where several clauses forbid a move, the first of CR-7's order.
ORDER: list[tuple[str, str, Position, str]] = [
    ("phase before rune used", "cr/not-time-to-bid", TREACHERY, "2>4a"),
    ("phase before slot taken", "cr/not-time-for-effect", BID, ">1a"),
    ("phase before the effect's clause", "cr/not-time-for-effect", BROTHERS, ">9d"),
    ("rune used before slot taken", "cr/rune-used", BID, "8>1a"),
    ("rune used before own rune there", "cr/rune-used", BID, "8>2a"),
    ("slot taken before own rune there", "cr/slot-taken", BID, "1>2d"),
    ("slot taken before not adjacent", "cr/slot-taken", TREACHERY, ">9d"),
    ("slot taken before own rune there, in the own zone", "cr/slot-taken", TREACHERY, ">1a"),
    ("own rune there before not adjacent", "cr/own-rune-there", TREACHERY, ">1d"),
]


@pytest.mark.parametrize(("code", "position", "move"), [case[1:] for case in ORDER], ids=[case[0] for case in ORDER])
def test_cr_7_the_first_objection_is_cited(chronicle: Chronicle, code: str, position: Position, move: str) -> None:
    assert refusal(chronicle(*position), move)[0] == code
