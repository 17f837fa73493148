"""What is observed, explained and refused."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ewala
from ewala.core.game import Game
from ewala.core.state import State, Viewer
from ewala.games.chronicles.present.characters import CHARACTERS
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.reasons import NOT_A_MOVE, REASONS

Chronicle = Callable[..., str]


def explained(text: str, viewer: Any = None) -> Any:
    state = ewala.load("chronicles-of-run").parse(text)
    return (state if viewer is None else state.view(viewer)).explained()


def test_cr_6_1_each_bonus_with_its_points(chronicle: Chronicle) -> None:
    found = explained(chronicle("O1@1a C4@1d O6@2a C1@2d O9@3a C8@3d", "4O", "bid:O"))["slots"]
    assert found["1a"] == {
        "side": "O",
        "rune": 1,
        "printed": 1,
        "bonuses": [{"kind": "madness", "points": 4, "clause": "CR-6.1"}],
        "destiny": 5,
        "face": "up",
    }
    assert found["1d"]["bonuses"] == [{"kind": "deceit", "points": 4, "clause": "CR-6.1"}]
    assert found["3a"]["bonuses"] == [{"kind": "justice", "points": 1, "clause": "CR-6.1"}]
    assert (found["3a"]["printed"], found["3a"]["destiny"]) == (9, 10)
    assert found["2d"]["bonuses"] == []  # Jynz as defender


def test_cr_6_2_to_6_4_a_score_item_by_item(chronicle: Chronicle) -> None:
    found = explained(chronicle("O8@3a C3@3d O5@5a C2@5d O11@1a C9@1d O7@9a C7@9d", "5O", "bid:O"))
    assert found["tally"] == {
        "O": [
            {"kind": "evil", "at": 1, "points": -1},
            {"kind": "zone", "at": 3, "points": 2},
            {"kind": "zone", "at": 5, "points": 2},
            {"kind": "pain", "at": 5, "points": 1},
        ],
        "C": [{"kind": "zone", "at": 1, "points": 3}],
    }


def test_cr_6_2_and_6_3_who_has_a_zone_and_why(chronicle: Chronicle) -> None:
    zones = explained(chronicle("O8@3a C3@3d O11@1a C9@1d O7@9a C7@9d O2@8a C2@2d", "5O", "bid:O"))["zones"]
    assert zones["1"] == {"hex": 0, "power": 3, "winner": "C", "disputed": False, "because": "fate"}
    assert zones["3"] == {"hex": 2, "power": 2, "winner": "O", "disputed": False, "because": "destiny"}
    assert zones["9"] == {"hex": 8, "power": 1, "winner": None, "disputed": True, "because": None}
    assert zones["8"] == {"hex": 7, "power": 1, "winner": None, "disputed": False, "because": None}


def test_cr_3_2_a_bid_face_down_is_known_to_its_side_alone(chronicle: Chronicle) -> None:
    text = chronicle("O1@9a C8@1d (O11)@1a", "2O", "bid:C")
    assert explained(text, "O")["slots"]["1a"]["rune"] == 11
    assert explained(text, "O")["slots"]["1a"]["face"] == "down"
    for viewer in ("C", ewala.SPECTATOR):
        assert explained(text, viewer)["slots"]["1a"] == {"side": "O", "rune": None, "face": "down"}
        assert explained(text, viewer)["zones"]["1"]["winner"] is None


def test_cr_5_5_a_foreseen_bid_is_face_up_and_decides_nothing_yet(chronicle: Chronicle) -> None:
    found = explained(chronicle("O1@9a C7@1d [O11]@1a", "2O", "bid:C"), "C")
    assert (found["slots"]["1a"]["rune"], found["slots"]["1a"]["face"]) == (11, "up")
    assert found["zones"]["1"]["winner"] is None


def test_cr_2_2_neighbours_and_hexes_follow_the_layout(chronicle: Chronicle) -> None:
    found = explained(chronicle("", "1O", "bid:O", "line", "918273645"))
    assert found["hexes"] == [[n, 0] for n in range(9)]
    assert found["neighbours"]["9"] == [1]
    assert found["neighbours"]["1"] == [8, 9]


def test_cr_2_1_only_what_is_turned_up_is_told() -> None:
    state = ewala.load("chronicles-of-run").start().play("!7").play("!2")
    found: Any = state.explained()
    assert list(found["zones"]) == ["7", "2"]
    assert found["neighbours"] == {"7": [2], "2": [7]}


def test_cr_1_1_characters_are_as_the_kernel_takes_them() -> None:
    assert sum(1 << n for n, character in enumerate(CHARACTERS, 1) if character.alignment == "good") == st.GOOD
    assert sum(1 << n for n, character in enumerate(CHARACTERS, 1) if character.optional) == st.DECIDES


Playing = Callable[[Game, int], Iterator[tuple[State, str]]]
POWER = [3, 2, 2, 1, 2, 2, 1, 1, 1]
PHASES = ("deal", "bid", "effect", "over")
HEADING, A_SIDE = 9 * 10, 2 * 18 + 11 + 4


def rewritten(text: str, near: dict[int, set[int]], viewer: Viewer) -> list[int]:
    """The features as somebody would write them who reads what the viewer is shown."""
    _, zones, board, hands, turn, phase = text.split()
    slots = [slot for zone in board.split("/") for slot in zone.split("|")]
    features: list[int] = []
    for zone in range(9):
        tile = zones.find(str(zone + 1))
        dealt = "-" not in zones
        features.append(POWER[zone])
        features += [int(dealt and zones.index(str(other + 1)) in near[tile]) for other in range(9)]
    kind, _, who = phase.partition(":")
    for side in "CO" if viewer == "C" else "OC":
        for slot in slots:
            rune = re.search(rf"{side}(\d+|\?)", slot)
            features.append(int(rune[1]) if rune and rune[1] != "?" else 0)
            features.append(int(bool(rune) and slot[0] == "("))
        hand = next(hand[1:].split(",") for hand in hands.split(":") if hand[0] == side)
        features += [int(str(n) in hand) for n in range(1, 12)]
        decides = kind == "effect" and who[0] == side
        features += [int(turn[1] == side), int(f"*{side}" in turn), int(kind != "deal" and who[:1] == side)]
        features.append(int(who.split(",")[0][1:]) if decides else 0)
    features += [int(kind == each) for each in PHASES]
    return features + [int(int(turn[0]) == n) for n in range(1, 10)]


@pytest.mark.parametrize("layout", ["block", "ring", "line"])
def test_the_features_of_whole_games_are_what_their_texts_say(layout: str, playing: Playing) -> None:
    game: Any = ewala.load("chronicles-of-run", backend="interpreted", layout=layout)
    near = {tile: {n for n in range(9) if bits >> n & 1} for tile, bits in enumerate(game.layout.near)}
    phases = set()
    for seed in range(4):
        for state, _ in playing(game, seed):
            phases.add(state.text.split()[-1].partition(":")[0])
            for viewer in ("O", "C", ewala.SPECTATOR):
                view = state.view(viewer)
                assert view.observation() == rewritten(view.text, near, viewer), f"{viewer} of {view.text}"
    assert phases == set(PHASES)


def test_a_face_down_rune_is_seen_by_its_owner_alone(chronicle: Callable[..., str]) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("O2@1a C7@1d (C5)@3d", "2C*O", "bid:O"))
    mine, theirs = state.view("C").observation(), state.view("O").observation()
    third = HEADING + 2 * (2 * 2 + 1)  # the defender of the third zone, of whoever comes first
    assert mine[third : third + 2] == [5, 1]
    assert theirs[third + A_SIDE : third + A_SIDE + 2] == [0, 1]
    assert mine[HEADING + 36 : HEADING + 47] == [1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1], "the rune has left the owner's hand"
    assert theirs[HEADING + A_SIDE + 36 : HEADING + A_SIDE + 47] == [1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert mine[HEADING + 47 : HEADING + 51] == [1, 0, 0, 0], "the initiative; nothing to decide"
    assert theirs[HEADING + 47 : HEADING + 51] == [0, 1, 1, 0], "foreseen, and to bid"


def test_who_decides_an_effect_sees_which(chronicle: Callable[..., str]) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("O2@1a C10@3d", "1O", "effect:O2,C10"))
    seen = state.view("O").observation()
    assert seen[HEADING + 47 : HEADING + 51] == [1, 0, 1, 2]
    assert seen[HEADING + A_SIDE + 47 : HEADING + A_SIDE + 51] == [0, 0, 0, 0]
    assert seen[-13:] == [0, 0, 1, 0, 1, *[0] * 8]


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
def test_cr_7_codes_that_no_text_has_are_no_moves(chronicle: Chronicle, position: Position) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle(*position))
    assert {state.game.engine.why_not(state.data, move) for move in NO_MOVES} == {NOT_A_MOVE}
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
