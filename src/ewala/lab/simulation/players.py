"""Which player a simulation takes."""

import importlib
import os
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from ewala.core.engine import CHANCE_NODE, OVER_NODE, bound
from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.packed import Copies, Packed
from ewala.core.rng import begun, seeded
from ewala.core.sentences import Sentence
from ewala.core.state import State
from ewala.games.given_bots import OBJECT, GivenBot, entry_given, named, several
from ewala.games.registry import kit_of
from ewala.games.roster import roster
from ewala.kit.bot import Budget, Chooser
from ewala.lab.simulation.rows import GREEDY, UNIFORM

COMPILED_POLICIES = {"uniform": UNIFORM, "greedy": GREEDY}
GOOD = "good"  # as the game's kit plays well


def policies_of_seats(
    game: Game, policies: GivenBot | Sequence[GivenBot]
) -> tuple[tuple[str, ...], dict[str, Chooser]]:
    """The policy of each seat: one for all, or one each; and the objects among them, by name. Raises BadSetup for
    others."""
    given, objects = named(policies.split(",") if isinstance(policies, str) else several(policies, 1))
    if len(given) == 1:
        given *= len(game.seats)
    if len(given) != len(game.seats):
        raise BadSetup(
            "simulate/policies",
            "",
            Sentence(
                "there are {seats} seats, so one policy for all or {seats} policies, not {count}",
                seats=len(game.seats),
                count=len(given),
            ),
        )
    good = [GOOD] if kit_of(game.name).good_play() else []
    known = [*COMPILED_POLICIES, *good, *(name for name in roster(game.name) if name not in COMPILED_POLICIES)]
    for policy in given:
        if ":" in policy and not policy.startswith(OBJECT):
            entry_given(game.name, policy)
        elif policy not in known and policy not in objects:
            raise BadSetup(
                "simulate/policies",
                "",
                Sentence("there is no policy {policy!r}; there are {known}", policy=policy, known=", ".join(known)),
            )
    return tuple(given), objects


ROWS = "ewala.lab.simulation.rows"


def tally_of(game: Game) -> ModuleType:
    """The module with a game's Tally."""
    return importlib.import_module(tally_name(game))


def tally_name(game: Game) -> str:
    return game.tally or game.kernel


class Player(ABC):
    """Plays any games of a simulation, by their numbers. Safe to use from several threads at once."""

    piece: int = 1  # games that are played at a time, so that Ctrl-C is heard soon

    order: str | None = None  # of play, if it is not the rules' own

    def __init__(self, game: Game, policies: Sequence[str], seed: int, start: bytes | None = None) -> None:
        self.game = game
        self.start = game.interpreted.start() if start is None else start
        self.policies = tuple(policies)
        self.key = seeded(seed)
        self.row = tally_of(game).Tally
        self.dtype = self.row.dtype()

    @abstractmethod
    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        """The rows of `games` games, from number `first` on."""


class CompiledPlayer(Player):
    """Machine code, without Python's lock: as many threads play at once as there are cores."""

    def __init__(self, game: Game, policies: Sequence[str], seed: int, start: bytes | None = None) -> None:
        from ewala.core.compiled import bound_twin, twin

        super().__init__(game, policies, seed, start)
        kernel = twin(game.kernel)
        self._play = bound_twin(ROWS, game.kernel, tally_name(game)).play_games
        self._rules = np.frombuffer(game.rules.pack(), type(game.rules).dtype())
        self._state = kernel.State.dtype()
        self._most_moves = importlib.import_module(game.kernel).MOST_MOVES
        self.piece = 2048 if set(policies) == {"uniform"} else 128
        self._policies = np.array([COMPILED_POLICIES[policy] for policy in policies], np.int64)
        self.play(0, 1)  # compiled here, once, and not by several threads at the same time

    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        rows = np.zeros(games, self.dtype)
        states, start = np.zeros(3, self._state), np.frombuffer(self.start, self._state)
        rng = np.array([0, self.key, first], np.int64)
        moves, out = np.zeros(self._most_moves, np.int64), np.zeros(2 * len(self.policies), np.int64)
        self._play(rows, states, start, self._rules[0], self._policies, rng, moves, out)
        return rows


class InterpretedPlayer(Player):
    """Plain Python: slow, and the measure of the others."""

    piece = 8

    def __init__(self, game: Game, policies: Sequence[str], seed: int, start: bytes | None = None) -> None:
        super().__init__(game, policies, seed, start)
        self._kernel = importlib.import_module(game.kernel)
        self._play = bound(ROWS, self._kernel, tally_of(game)).play_games

    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        rows: list[Packed] = [self.row() for _ in range(games)]
        states = Copies(self._kernel.State() for _ in range(3))
        policies = [COMPILED_POLICIES[policy] for policy in self.policies]
        moves, out = [0] * self._kernel.MOST_MOVES, [0] * 2 * len(policies)
        start = [self._kernel.State.unpack(self.start)]
        self._play(rows, states, start, self.game.rules, policies, [0, self.key, first], moves, out)
        return np.frombuffer(b"".join(row.pack() for row in rows), self.dtype)


_ITERATIONS = 50  # of a decision: a budget that does not depend on the machine, so that games repeat


class RosterPlayer(Player):
    """Bots decide from what their seats may know; each has a random source of its own for each game."""

    def __init__(
        self,
        game: Game,
        policies: Sequence[str],
        seed: int,
        objects: Mapping[str, Chooser],
        start: bytes | None = None,
        order: str | None = None,
    ) -> None:
        super().__init__(game, policies, seed, start)
        self.order = order
        self._orders = kit_of(game.name).orders()
        self._bots = [_bot(game, policy, objects) for policy in policies]
        self._kernel = importlib.import_module(game.kernel)
        self._tally = tally_of(game)
        self._seed = seed

    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        rows = b"".join(self._play_one(number) for number in range(first, first + games))
        return np.frombuffer(rows, self.dtype)

    def _play_one(self, number: int) -> bytes:
        engine, row = self.game.interpreted, self.row()
        rng_state = [begun(self.key, number)]
        rngs = [random.Random(f"{self._seed} {number} {seat}") for seat in self.game.seats]
        state = State(self.game, self.start)
        order = self._orders[self.order](self.game, self.start) if self.order else None
        while (seat := engine.to_act(state.data)) != OVER_NODE:
            if seat == CHANCE_NODE:
                move = int(self._kernel.sample(engine.look(state.data), self.game.rules, rng_state))
            else:
                view = state.view(self.game.seats[seat])
                choice = self._bots[seat].choose(view, budget=Budget(iterations=_ITERATIONS), rng=rngs[seat])
                move = self.game.move_code(choice)
            self._tally.note(engine.look(state.data), self.game.rules, move, row)
            row.moves += 1
            data = engine.apply(state.data, move)
            state = State(self.game, order.passed_on(data) if order else data)
        out = [0] * 2 * len(self.game.seats)
        self._tally.close(engine.look(state.data), self.game.rules, out, row)
        return bytes(row.pack())


def _bot(game: Game, policy: str, objects: Mapping[str, Chooser]) -> Chooser:
    if policy == GOOD and (good := kit_of(game.name).good_play()):
        return good
    name = "random" if policy == "uniform" else policy
    return entry_given(game.name, objects.get(name, name)).bot


def player_for(
    game: Game,
    policies: Sequence[str],
    seed: int,
    objects: Mapping[str, Chooser] = MappingProxyType({}),
    start: bytes | None = None,
    order: str | None = None,
) -> Player:
    """The quickest player for these policies; `objects` are bots that were handed over, by name.

    Games begin with the position `start`, or where the rules have it. Another `order` of play than the rules' own is
    kept to one decision at a time, whatever the policies.
    """
    if order is not None or not all(policy in COMPILED_POLICIES for policy in policies):
        return RosterPlayer(game, policies, seed, objects, start, order)
    disabled = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    plain = game.backend == "interpreted" or disabled
    return (InterpretedPlayer if plain else CompiledPlayer)(game, policies, seed, start)
