"""What the value function sees of a position, by name, and the same interpreted and compiled."""

import math

import pytest

from ewala import load
from ewala.games.kingdom_run.bots.features import NAMES
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.weights import from_parabolas, rows
from ewala.games.kingdom_run.rules.game import KingdomRun

# (circuit of 14 spaces, lakes at 6, 9, 12) -> what the first seat has
CASES = [
    (
        "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K roll",
        {f"awake {step} from the line": 1 for step in (11, 12, 13, 14)}
        | {"purse": 6, "first": 1, "second": 1, "crowd": 12, "to catch": 3, "to lake": 2 + 3 + 4 + 5}
        | {"prospect awake": 1.3 + 0.9, "rolls after 0": 1, "first of the roller": 1},
    ),
    (
        "SFG/SFG/SFG/FG/-/-/-/Kk/k/-/-/-/-/S K 5,7 KS S roll",
        {"awake 7 from the line": 1, "asleep 7 from the line": 1, "asleep 6 from the line": 1}
        | {"bathing asleep": 1, "zones": 1.0, "podium": 1.3, "purse": 5, "last awake": 1, "1 home": 1}
        | {"to catch": 1, "to lake": 1, "prospect awake": 1.0, "prospect asleep": 1.1 + 0.9, "rolls after 1": 1},
    ),
    (
        "SFG/SFG/SFG/FG/-/k/-/K/-/-/-/S/-/K K 5,7 KS K roll",
        {"awake 7 from the line": 1, "awake 1 from the line": 1, "asleep 9 from the line": 1, "bathing asleep": 1}
        | {"zones": 1.1, "podium": 1.3, "purse": 5, "1 home": 1, "first": 1, "first of the roller": 1}
        | {"near of the roller": 1, "to catch": 1 + 4, "to lake": 1, "rolls after 0": 1}
        | {"prospect awake": 1.2 + 1.0, "prospect asleep": 0.9},
    ),
    (
        "SFG/SFG/SFG/FG/-/-/-/-/-/-/-/S/k/- KKK 0,12 KS S roll",
        {"asleep 2 from the line": 1, "zones": 0.6, "podium": 3.6, "all asleep": 1, "3 home": 1}
        | {"prospect asleep": 1.0, "rolls after 1": 1},
    ),
]


def search(players: str, backend: str) -> TurnSearch:
    game = load("kingdom-run", players=players, backend=backend)
    assert isinstance(game, KingdomRun)
    return TurnSearch(game)


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize(("position", "expected"), CASES)
def test_a_seat_has_these_features(position: str, expected: dict[str, float], backend: str) -> None:
    looking = search("KS", backend)
    board = looking.game.parse(position).data
    found = looking.features(board)[0]
    assert {name: much for name, much in zip(NAMES, found, strict=True) if much} == pytest.approx(expected)


def test_chances_are_shares_of_strength() -> None:
    looking = search("KS", "interpreted")
    board = looking.game.parse(CASES[1][0]).data
    row = rows(looking.game)[1]
    strengths = [
        math.exp(sum(a * b for a, b in zip(row, features, strict=True))) for features in looking.features(board)
    ]
    assert looking.judge(board) == pytest.approx([strength / sum(strengths) for strength in strengths])


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
def test_at_the_end_the_winners_share_it(backend: str) -> None:
    looking = search("KSG", backend)
    over = "-/-/-/-/-/-/-/-/-/-/-/KKSS/SGGG/- FFFFKKSG 4,4,4 KSG K over"
    chances = looking.judge(looking.game.parse(over).data)
    assert chances == [1, 0, 0]


def test_weights_change_along_a_parabola() -> None:
    assert from_parabolas([[1.0, 2.0, 4.0]], 2) == [[1.0], [3.0], [7.0]]
