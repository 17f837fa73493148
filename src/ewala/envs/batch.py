"""Many games of one kind side by side, in a few arrays: compiled rules step them all in one call.

What every environment stands on, whether it has one game or thousands. Nothing here knows Gymnasium or PettingZoo.
"""

import importlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ewala.core.compiled import bound_twin
from ewala.core.errors import BadSetup, EwalaError, IllegalMove
from ewala.core.rng import begun, seeded
from ewala.core.sentences import Sentence
from ewala.core.state import State
from ewala.envs.actions import Actions
from ewala.games.registry import kit_of

EVERY_SEAT = -1  # in place of a learner's seat: whoever calls plays all of them

Which = NDArray[np.bool_]  # a mark for each game: whether it is meant

_STEPPING = "ewala.envs.stepping"
# What a step changes beside the positions. These are kept as bytes: of records, numpy copies the fields and not what
# lies between them, and equal positions are equal bytes.
_CHANGING = ("_words", "_choices", "learners", "seats", "over", "returns", "observations", "masks")
_WORTH_A_THREAD = 256  # games: with fewer, waking a thread takes longer than the moves


class Batch:
    """`many` games that begin in one of the given positions, of the same rules but for who begins.

    `learners` has for each game the seat whose decisions the caller makes, the others play at random; EVERY_SEAT for
    all. `seats` says who decides, or in a game that is over, who did last. A game in which nobody has begun is over.
    """

    def __init__(self, starts: list[State], many: int, threads: int = 1) -> None:
        self._made_with = starts, many, threads
        self.game = game = starts[0].game
        kernel = importlib.import_module(game.kernel)
        record = kernel.State.dtype()
        self.many = many
        self.actions = Actions(game)
        self._hides = game.hides
        self._stepping: Any = bound_twin(_STEPPING, game.kernel)
        self._rules = np.frombuffer(game.rules.pack(), type(game.rules).dtype()).copy()
        self._starts = np.frombuffer(b"".join(start.data for start in starts), record).copy()
        self.states = np.zeros(many, record)
        self._words = np.zeros(many, np.int64)  # of chance, and of whoever plays against the learner
        self._choices = np.zeros(many, np.int64)  # of actions drawn at random
        self.learners = np.full(many, EVERY_SEAT, np.int64)
        self.seats = np.zeros(many, np.int64)
        self.over = np.ones(many, np.bool_)
        self.returns = np.zeros((many, len(game.seats)), np.float32)
        self.observations = np.zeros(
            (many, kernel.FEATURES), _numbers_that_fit(kit_of(game.name).largest_feature(game))
        )
        self.masks = np.zeros((many, len(self.actions)), np.int8)
        self._parts = [
            (first, after, np.zeros(1, record), np.zeros(kernel.MOST_MOVES, np.int64))
            for first, after in _split(many, min(threads, max(1, many // _WORTH_A_THREAD)))
        ]

    def get_state(self) -> dict[str, Any]:
        """Everything that a step changes, copied."""
        return {"states": self.states.tobytes()} | {name: getattr(self, name).copy() for name in _CHANGING}

    def set_state(self, saved: Mapping[str, Any]) -> None:
        """Come back to what `get_state` gave. What was seen meanwhile is left to whoever holds it."""
        self.states = np.frombuffer(bytearray(saved["states"]), self.states.dtype)
        for name in _CHANGING:
            setattr(self, name, saved[name].copy())

    def __getstate__(self) -> dict[str, Any]:
        """Machine code and threads stay here: whoever gets a copy has their own."""
        return {"made_with": self._made_with, "moment": self.get_state()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(*kept["made_with"])  # type: ignore[misc]
        self.set_state(kept["moment"])

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(len(self._parts) - 1)

    def close(self) -> None:
        """Let the threads end."""
        if "_threads" in self.__dict__:
            self._threads.shutdown()
            del self._threads

    def seed(self, seed: int, which: Which) -> None:
        """Dice and random play of these games from now on: they depend on the seed and the game's place alone."""
        dice, choices = seeded(2 * seed), seeded(2 * seed + 1)
        for game in np.flatnonzero(which).tolist():
            self._words[game] = begun(dice, game)
            self._choices[game] = begun(choices, game)

    def turn_page(self, *, keep: bool) -> None:
        """From now on what is seen is written into new arrays, and the old ones stay as they are.

        What is not about to be written in all games must be kept.
        """
        new = np.copy if keep else np.empty_like
        self.observations, self.masks = new(self.observations), new(self.masks)

    def begin(self, which: Which) -> None:
        """Begin these games anew; those are over at once in which the learner never has anything to decide."""
        self.returns[which] = 0
        _, _, scratch, room = self._parts[0]
        self._stepping.begin(
            self.states,
            self._rules,
            self._starts,
            self._words,
            self.learners,
            which,
            self._hides,
            self.actions.numbers,
            scratch,
            room,
            self.seats,
            self.over,
            self.observations,
            self.masks,
        )

    def check(self, actions: NDArray[np.int64], which: Which) -> None:
        """Raises IllegalMove for the first of these games in which the action is not legal, BadSetup if it is none."""
        found = self._shared(
            lambda first, after, scratch, room: self._stepping.first_refused(
                self.states, self._rules, actions, which, first, after, self.actions.codes
            )
        )
        for game in found:
            if game >= 0:
                raise self._refused(game, int(actions[game]))

    def play(self, actions: NDArray[np.int64], which: Which) -> None:
        """Make these actions, which were checked, in these games."""
        self._shared(
            lambda first, after, scratch, room: self._stepping.play(
                self.states,
                self._rules,
                actions,
                self._words,
                self.learners,
                which,
                first,
                after,
                self._hides,
                self.actions.codes,
                self.actions.numbers,
                scratch,
                room,
                self.seats,
                self.over,
                self.returns,
                self.observations,
                self.masks,
            )
        )

    def observe_as(self, viewers: NDArray[np.int64], which: Which, out: NDArray[Any]) -> None:
        """Write what a viewer of each of these games sees of it."""
        scratch = self._parts[0][2]
        self._stepping.observe_as(self.states, self._rules, viewers, which, self._hides, scratch, out)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, each equally likely."""
        actions = np.empty(self.many, np.int64)
        self._shared(
            lambda first, after, scratch, room: self._stepping.draw_actions(
                self.states, self._rules, self._choices, self.over, first, after, self.actions.numbers, actions
            )
        )
        return actions

    def position(self, game: int) -> State:
        """A game's position as the rest of this project has it."""
        if isinstance(game, bool) or not hasattr(game, "__index__") or not 0 <= index(game) < self.many:
            sentence = Sentence("the games are numbered from 0 to {last}, and {game!r} is none of them", game=game)
            sentence.blanks["last"] = self.many - 1
            raise BadSetup("envs/index", "", sentence)
        return State(self.game, self.states[game].tobytes())

    def _shared(self, work: Callable[..., Any]) -> list[Any]:
        """What the work gives for each part of the games; the caller's own thread does the first."""
        others = [self._threads.submit(work, *part) for part in self._parts[1:]]
        first = work(*self._parts[0])
        return [first, *(other.result() for other in others)]

    def _refused(self, game: int, action: int) -> EwalaError:
        move = self.actions.text(action)
        why = self.game.reasons[self.game.engine.why_not(self.position(game).data, int(self.actions.codes[action]))]
        if self.many == 1:
            return IllegalMove(why.code, why.clause, move, why.sentence)
        where = Sentence("in game {index}, {why}", index=game, why=why.sentence)
        return IllegalMove(why.code, why.clause, move, where)


def _split(many: int, parts: int) -> list[tuple[int, int]]:
    ends = [many * part // parts for part in range(parts + 1)]
    return list(pairwise(ends))


def _numbers_that_fit(largest: int) -> type[np.signedinteger[Any]]:
    """Bytes, unless a feature can be larger than they can hold."""
    return np.int8 if largest <= np.iinfo(np.int8).max else np.int16
