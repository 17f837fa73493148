"""Deeper looks go where they matter, and end at the value that looking everywhere gives."""

from statistics import fmean, pstdev

import pytest

from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.public import bidding
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.search import PRICES, Search
from ewala.games.chronicles.bots.slot_game import SlotGame
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import State as Record

COMPILED = Search(Chronicles.from_options({}, "compiled"), "win", fitted_network())


def looked_at(game: SlotGame) -> int:
    """How many entries had a deeper look."""
    return sum(map(sum, game.deep))


@pytest.mark.parametrize("seed", range(3))
def test_deeper_looks_find_the_value_of_the_deeper_search(seed: int) -> None:
    record = Record.unpack(public_position(8, seed).data)
    turn = bidding(record)
    games = [COMPILED.slot_game(turn, slot, 2) for slot in COMPILED.slots(turn)]
    for game in games:
        game.matrix = [[value * 0.5 for value in row] for row in game.matrix]  # a first look that is wrong everywhere
        COMPILED.solve(game)
    COMPILED.deepen(turn, games, 2, lambda price: True)
    sign = 1 - 2 * record.initiative
    assert sign * max(game.value for game in games) == pytest.approx(COMPILED.worth(record, 2), abs=0.02)


@pytest.mark.parametrize("turn", [7, 8])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_settled_is_exact_and_was_not_looked_at_everywhere(turn: int, seed: int) -> None:
    record = Record.unpack(public_position(turn, seed).data)
    bids = bidding(record)
    games = [COMPILED.slot_game(bids, slot, 1) for slot in COMPILED.slots(bids)]
    COMPILED.settle(bids, games)
    sign = 1 - 2 * record.initiative
    assert sign * max(game.value for game in games) == pytest.approx(COMPILED.worth(record, 3), abs=1e-8)
    assert sum(map(looked_at, games)) < sum(len(game.runes) * len(game.answers) for game in games)


def test_no_more_looks_are_taken_than_allowed() -> None:
    turn = bidding(Record.unpack(public_position(6, 1).data))
    games = [COMPILED.slot_game(turn, slot, 1) for slot in COMPILED.slots(turn)]
    allowed = iter([True] * 11 + [False])
    assert COMPILED.deepen(turn, games, 2, lambda price: next(allowed)) == 11
    assert sum(map(looked_at, games)) == 11


def test_looks_cost_less_towards_the_end() -> None:
    assert list(PRICES[1:]) == sorted(PRICES[1:], reverse=True)


def test_errors_have_their_size_and_come_of_the_seed_alone() -> None:
    plain = Search(Chronicles.from_options({}, "interpreted"), "win", fitted_network())
    values = [[0.25] * 40 for _ in range(10)]
    found = COMPILED.blurred(values, 0.1, 5)
    errors = [value - 0.25 for row in found for value in row]
    assert fmean(errors) == pytest.approx(0, abs=0.015)
    assert pstdev(errors) == pytest.approx(0.1, rel=0.1)
    assert found == plain.blurred(values, 0.1, 5)
    assert found != COMPILED.blurred(values, 0.1, 6)
