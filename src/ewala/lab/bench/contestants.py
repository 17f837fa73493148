"""Games and peers that play whole games at random, measured side by side in short rounds.

A machine's speed drifts. Contestants take turns, so that each has its share of the good and the bad moments."""

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from ewala.core.engine import Compiled, Rng
from ewala.core.errors import BadSetup
from ewala.core.extras import how_to_install
from ewala.games.registry import GAMES, load

_SLICE = 0.2  # seconds that one call may take, so that Ctrl-C is heard soon


class Played(NamedTuple):
    """What one call, or one round, has played."""

    games: int
    moves: int | None  # None where the contestant does not count them
    seconds: float = 0.0


class Spread(NamedTuple):
    """A rate over several rounds."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Contestant:
    """Somebody who plays whole games at random; `play` is told how many, and may play a few more."""

    game: str
    way: str  # how it is played: compiled, through Python …
    ours: bool
    play: Callable[[int], Played]

    @property
    def name(self) -> str:
        return f"{self.game}, {self.way}"


@dataclass
class Measurement:
    """A contestant and the rounds that it has played so far."""

    contestant: Contestant
    slice: int = 1  # how many games make a slice of time
    rounds: list[Played] = field(default_factory=list)

    def warm_up(self) -> None:
        """Have everything compiled and loaded, and find the slice."""
        games = self.contestant.play(1).games
        while True:
            begun = perf_counter()
            games = self.contestant.play(games).games
            passed = perf_counter() - begun
            if passed > _SLICE / 4:
                break
            games *= 4
        self.slice = max(1, round(games * _SLICE / passed))

    def play_round(self, seconds: float) -> None:
        games, moves, counted = 0, 0, True
        begun = perf_counter()
        while (passed := perf_counter() - begun) < seconds:
            played = self.contestant.play(self.slice)
            games += played.games
            moves += played.moves or 0
            counted = counted and played.moves is not None
        self.rounds.append(Played(games, moves if counted else None, passed))

    @property
    def games_per_second(self) -> Spread:
        rates = [played.games / played.seconds for played in self.rounds]
        return Spread(median(rates), min(rates), max(rates))

    @property
    def moves_per_game(self) -> float | None:
        """None where the contestant does not count its moves."""
        counted = [(played.games, played.moves) for played in self.rounds if played.moves is not None]
        games = sum(games for games, _ in counted)
        return sum(moves for _, moves in counted) / games if games else None


def take_turns(measurements: Sequence[Measurement], rounds: int) -> Iterator[Measurement]:
    """Whose turn it is to play a round: everyone once, then everyone again."""
    for _ in range(rounds):
        yield from measurements


def times(ratio: float) -> str:
    """A ratio as people read it: `47 ×`."""
    return f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.2g} ×"


COMPILED, INTERPRETED = "compiled", "interpreted"

# Beside every game at its defaults, compiled: two players, as the peers have.
_VARIANTS: dict[str, list[dict[str, object]]] = {"kingdom-run": [{"players": "KS"}]}


def our_contestants(seed: int) -> list[Contestant]:
    """Every registered game compiled, then every one interpreted."""
    compiled = [
        _contestant(name, options, COMPILED, seed) for name in GAMES for options in [{}, *_VARIANTS.get(name, [])]
    ]
    return compiled + [_contestant(name, {}, INTERPRETED, seed) for name in GAMES]


def _contestant(name: str, options: dict[str, object], way: str, seed: int) -> Contestant:
    game = load(name, backend=way, **options)
    engine = game.fast_engine
    if way == COMPILED and not isinstance(engine, Compiled):
        raise BadSetup("bench/not-compiled", "", "compilation is switched off; unset NUMBA_DISABLE_JIT to measure it")
    rng = Rng(seed)

    def play(games: int) -> Played:
        return Played(games, engine.play_out_many(games, rng))

    return Contestant(f"{game.title}, {len(game.seats)} players", way, True, play)


HOW_TO_INSTALL = how_to_install("bench")

_GAMES = ("backgammon", "goofspiel")
_SIMULATIONS = 2  # the fewest with which the search works: all the time goes into rollouts
_MEGABYTES = 100  # the search's memory; two simulations need next to none


def peer_contestants(seed: int) -> list[Contestant]:
    """The peers, or nobody if OpenSpiel is not installed."""
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return []
    return [make(pyspiel, name, seed) for make in (_rollouts, _playouts) for name in _GAMES]


def _playouts(pyspiel: Any, name: str, seed: int) -> Contestant:
    """Games played move by move in Python; where both sides choose at once, that counts as two moves."""
    game = pyspiel.load_game(name)
    rng = random.Random(seed)

    def play(games: int) -> Played:
        return Played(games, sum(_playout(game, rng) for _ in range(games)))

    return Contestant(f"OpenSpiel {name}", "Python", False, play)


def _playout(game: Any, rng: random.Random) -> int:
    """Play one game; returns the number of moves, chance included."""
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            moves += 1
        elif state.is_simultaneous_node():
            chosen = [rng.choice(state.legal_actions(player)) for player in range(game.num_players())]
            state.apply_actions(chosen)
            moves += len(chosen)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


def _rollouts(pyspiel: Any, name: str, seed: int) -> Contestant:
    """Games that OpenSpiel's own tree search rolls out in C++, from the first decision on."""
    game = pyspiel.load_game_as_turn_based(name)  # the search takes no simultaneous moves
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def play(games: int) -> Played:
        rollouts = -(-games // _SIMULATIONS)
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, rng.randrange(1 << 30))
        search = pyspiel.MCTSBot(game, evaluator, 2.0, _SIMULATIONS, _MEGABYTES, False, rng.randrange(1 << 30), False)
        search.mcts_search(state)
        return Played(rollouts * _SIMULATIONS, None)

    return Contestant(f"OpenSpiel {name}", "C++ rollouts", False, play)
