"""Who plays which seat of many games: the caller all of them, or one, against random moves or bots of the roster."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ewala.core.errors import BadSetup
from ewala.envs.batch import EVERY_SEAT, Batch, Which
from ewala.games.given_bots import GivenBot, entry_given, several
from ewala.kit.bot import Budget, Entry

RANDOM = "random"
ROTATING = "rotating"  # in place of a seat: another one in each game
THINKING = Budget(iterations=50)  # counted, not timed: the same seed gives the same games
_TRIES = 100  # to begin a game in which the caller has something to decide


class Seating:
    """`seat` is the caller's: a letter, its number in the order of play, ROTATING, or None for all of them.

    `bots` are names of the roster, `module:Class`, or objects with `choose`: one for all other seats, or one for each
    in the order of play from the caller's.
    """

    def __init__(
        self,
        batch: Batch,
        seat: str | int | None = None,
        bots: GivenBot | Sequence[GivenBot] = RANDOM,
        thinking: Budget = THINKING,
    ) -> None:
        self.batch = batch
        seats = len(batch.game.seats)
        if seat is None and bots != RANDOM:
            raise BadSetup("envs/seat", "", "bots play against a learner that has a seat; say which")
        self._whole_table = seat is None
        self._rotating = seat == ROTATING
        self.learners = np.full(batch.many, _number(batch.game.seats, seat), np.int64)
        given = several(bots, seats - 1)
        if len(given) != seats - 1:
            raise BadSetup(
                "envs/bots",
                "",
                "{others} bots play against the learner, not {given}",
                others=seats - 1,
                given=len(given),
            )
        bots_there = _Bots(batch, given, thinking)  # also where they do not play: a wrong name is refused
        only_random = self._whole_table or all(bot == RANDOM for bot in given)
        self._bots = None if only_random else bots_there

    @property
    def kind(self) -> tuple[object, ...]:
        """What a saved moment must have been saved by."""
        game, bots = self.batch.game, self._bots
        return game, self.batch.many, self._whole_table, self._rotating, bots.names if bots else ()

    def get_state(self) -> dict[str, Any]:
        """The games, and where the learners sit and the bots draw from."""
        bots = self._bots.get_state() if self._bots else {}
        return {"batch": self.batch.get_state(), "learners": self.learners.copy(), "bots": bots}

    def set_state(self, saved: Mapping[str, Any]) -> None:
        self.batch.set_state(saved["batch"])
        self.learners = saved["learners"].copy()
        if self._bots:
            self._bots.set_state(saved["bots"])

    def seed(self, seed: int, which: Which) -> None:
        """Dice and opponents of these games from now on. Where seats rotate, neighbours begin with different ones."""
        self.batch.seed(seed, which)
        if self._rotating:
            self.learners[which] = np.flatnonzero(which) - 1
        if self._bots:
            self._bots.seed(seed, which)

    def begin(self, which: Which) -> None:
        """Begin these games anew, up to the caller's first decision."""
        if self._rotating:
            self.learners[which] = (self.learners[which] + 1) % len(self.batch.game.seats)
        if self._bots is None:
            self.batch.learners[:] = self.learners
            self.batch.begin(which)
        else:
            self._begin_with(self._bots, which)
        if self.batch.over[which].any():
            raise BadSetup("envs/no-decision", "", "in games that begin like this, the learner has nothing to decide")

    def _begin_with(self, bots: "_Bots", which: Which) -> None:
        """A game that is over before the caller's turn teaches nothing, and begins again."""
        unbegun = which
        for _ in range(_TRIES):
            self.batch.begin(unbegun)
            bots.answer(self.learners, unbegun)
            unbegun = unbegun & self.batch.over
            if not unbegun.any():
                return

    def play(self, actions: NDArray[np.int64], which: Which) -> NDArray[np.int64]:
        """Make these actions, which were checked, and let the others answer; returns whose actions they were."""
        acted = self.batch.seats.copy() if self._whole_table else self.learners.copy()
        self.batch.play(actions, which)
        if self._bots:
            self._bots.answer(self.learners, which)
        return acted


class _Bots:
    """Bots of the roster in the other seats; each has its own draws in each game."""

    def __init__(self, batch: Batch, given: list[GivenBot], thinking: Budget) -> None:
        self._batch = batch
        self._given = given
        self._entries = self._resolved()
        self._thinking = thinking
        self._draws: dict[tuple[int, int], random.Random] = {}
        self._seeds = [0] * batch.many

    def _resolved(self) -> list[Entry]:
        return [entry_given(self._batch.game.name, bot) for bot in self._given]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self._entries)

    def get_state(self) -> dict[str, Any]:
        draws = {key: draws.getstate() for key, draws in self._draws.items()}
        return {"draws": draws, "seeds": list(self._seeds)}

    def set_state(self, saved: Mapping[str, Any]) -> None:
        """With new sources: by the old ones a bot may remember what it had planned for what never happened."""
        self._seeds, self._draws = list(saved["seeds"]), {}
        for key, state in saved["draws"].items():
            self._draws[key] = random.Random()
            self._draws[key].setstate(state)

    def __getstate__(self) -> dict[str, Any]:
        """Who was given; the roster's own are found again by their names."""
        return {name: value for name, value in self.__dict__.items() if name != "_entries"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._entries = self._resolved()

    def seed(self, seed: int, which: Which) -> None:
        for game in np.flatnonzero(which).tolist():
            self._seeds[game] = seed
        self._draws = {key: draws for key, draws in self._draws.items() if not which[key[0]]}

    def answer(self, learners: NDArray[np.int64], which: Which) -> None:
        """Play in these games until the learner has to decide, or nobody has."""
        batch = self._batch
        while (waiting := which & ~batch.over & (batch.seats != learners)).any():
            actions = np.zeros(batch.many, np.int64)
            for game in np.flatnonzero(waiting).tolist():
                actions[game] = self._choose(game, int(batch.seats[game]), int(learners[game]))
            batch.play(actions, waiting)
        batch.observe_as(learners, which & batch.over, batch.observations)

    def _choose(self, game: int, seat: int, learner: int) -> int:
        batch = self._batch
        seats = batch.game.seats
        entry = self._entries[(seat - learner) % len(seats) - 1]
        draws = self._draws.setdefault((game, seat), random.Random(f"{self._seeds[game]} {game} {seat}"))
        view = batch.position(game).view(seats[seat])
        return batch.actions.number(entry.bot.choose(view, budget=self._thinking, rng=draws))


def _number(seats: tuple[str, ...], seat: str | int | None) -> int:
    if seat is None:
        return EVERY_SEAT
    if seat == ROTATING:
        return 0
    if isinstance(seat, int) and 0 <= seat < len(seats):
        return seat
    if seat not in seats:
        raise BadSetup(
            "envs/seat",
            "",
            "a learner's seat is {seats}, its number from 0, or {rotating!r}, not {seat!r}",
            seats=", ".join(seats),
            rotating=ROTATING,
            seat=seat,
        )
    return seats.index(str(seat))
