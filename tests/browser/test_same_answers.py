"""Processor and WebAssembly, one definition of the rules: the same games, moves, positions and counts.

`EWALA_BROWSER_POSITIONS` asks for more positions and games of each game, edition and set of rules than these.
"""

import os
from collections.abc import Callable, Iterator
from itertools import count, islice

import pytest
from in_chromium import check
from rules_to_try import counted_paths

from ewala.browser.exports import WALK, walks_of
from ewala.browser.node import Machine
from ewala.browser.recorded import RecordingMachine
from ewala.core.compiled import bound_twin
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.core.state import State
from ewala.games.registry import GAMES, load

pytestmark = pytest.mark.long  # hundreds of positions of every game, edition and layout

MANY = int(os.environ.get("EWALA_BROWSER_POSITIONS", "500"))
COUNTS = counted_paths()

Modules = Callable[[str], Machine]
Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


class Recorded(RecordingMachine):
    """A game's walks on the processor, recorded."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._walks = walks_of(game.kernel, bound_twin(WALK, game.kernel))
        self._games, self._paths = self.blank(self._walks.Games), self.blank(self._walks.Paths)
        self._rules = self.record(game.rules)
        self.write(self._games.rng, [Rng(5).word])

    def play(self) -> tuple[bytes, int]:
        """A whole game at random: its last position, and the state of its draws then."""
        self.called("play_out_many", self._walks.play_out_many, (self._games, self._rules, 1))
        return self.get(self._games.states, 0), self.read(self._games.rng)[0]

    def perft(self, state: State, depth: int) -> float:
        """Paths from a position. Their moves and positions are in the buffers, and so are compared as well."""
        self.put(self._paths.stack, 0, state.data)
        return float(self.called("perft", self._walks.perft, (self._paths, self._rules, depth)))


@pytest.fixture
def fast(twins: tuple[Game, Game]) -> Game:
    """A game with an edition and rules of its own."""
    return twins[1]


def test_the_same_moves_lead_to_the_same_positions(fast: Game, playing: Playing, machine: Modules) -> None:
    """In every position of games at random: all legal moves, and what becomes of it by one of them."""
    recorded = Recorded(fast)
    for state, _ in islice((position for seed in count() for position in playing(fast, seed)), MANY):
        assert recorded.perft(state, 1) == len(state.moves())
        recorded.perft(state, 2)
    check(recorded, machine(fast.name))


def test_the_same_games_are_played_to_the_same_ends(fast: Game, machine: Modules) -> None:
    """Each at random: as many moves, the same last position, the same draws."""
    recorded = Recorded(fast)
    ends = {recorded.play() for _ in range(MANY)}
    assert len(ends) > MANY * 0.9
    check(recorded, machine(fast.name))


@pytest.mark.parametrize("name", GAMES)
def test_paths_are_counted_as_another_implementation_counts_them(name: str, machine: Modules) -> None:
    """All counts of KR-11 and CR-8."""
    counts = [count for count in COUNTS if count["game"] == name]
    for count_ in counts:
        state = load(name, **count_["options"]).parse(count_["position"])
        recorded = Recorded(state.game)
        assert recorded.perft(state, count_["depth"]) == count_["perft"]
        check(recorded, machine(name))
    assert len(counts) > 20
