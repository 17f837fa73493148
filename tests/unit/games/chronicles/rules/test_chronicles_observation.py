"""What a learner sees: every feature held by values, and written again from the texts of whole games."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ewala
from ewala.core.game import Game
from ewala.core.state import State, Viewer

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
