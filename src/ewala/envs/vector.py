"""Thousands of games as one Gymnasium vector environment: compiled rules step them all, without an object a game."""

import ewala.envs.need_gymnasium  # noqa: F401

# isort: split
import os
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium.vector
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.state import State
from ewala.envs.batch import Batch, Which
from ewala.envs.episodes import LONGEST, Games, Saved, at_least_one, beginnings
from ewala.envs.seating import RANDOM, THINKING, Seating
from ewala.envs.spaces import action_space, observation_space
from ewala.games.given_bots import GivenBot
from ewala.kit.bot import Budget

__all__ = ["VectorEnv"]

Array = NDArray[Any]
Infos = dict[str, Any]


class VectorEnv(Games, gymnasium.vector.VectorEnv[Array, Array, Array]):
    """`num_envs` games at once.

    Without a `seat`, an action is for whoever has to act (`infos["seat"]`), and a reward is theirs who acted. With a
    seat, its number, or "rotating", actions and rewards are that seat's, and `bots` play the others.

    What comes back is new at every step; with `copy=False` the same arrays are written over, which saves some memory.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: str | int | None = None,
        bots: GivenBot | Sequence[GivenBot] = RANDOM,
        thinking: Budget = THINKING,
        position: str = "",
        longest: int = LONGEST,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        **options: object,
    ) -> None:
        if not isinstance(autoreset_mode, AutoresetMode):
            raise BadSetup(
                "envs/autoreset",
                "",
                "autoreset_mode is one of Gymnasium's AutoresetMode, not {mode!r}",
                mode=autoreset_mode,
            )
        self.num_envs = at_least_one("num_envs", num_envs)
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        threads = processors if threads is None else at_least_one("threads", threads)
        self._batch = Batch(beginnings(game, position, options), num_envs, threads)
        self._seating = Seating(self._batch, seat, bots, thinking)
        self._longest = at_least_one("longest", longest)
        self._copy = copy
        self._steps = np.zeros(num_envs, np.int64)  # since a game began
        self._done = np.ones(num_envs, np.bool_)  # games that are over, or were cut off, and have not begun anew
        self._seeded = False
        self.single_action_space = action_space(self._batch)
        self.single_observation_space = observation_space(self._batch)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def position(self, index: int) -> State:
        """The position of one of the games."""
        return self._batch.position(index)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, each equally likely."""
        return self._batch.random_actions()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Array, Infos]:
        """Begin all games anew, or those that `options["reset_mask"]` marks.

        A seed settles dice and opponents; the dice of each game depend on the seed and its place alone. Without one,
        they go on as they would have.
        """
        super().reset(seed=seed)
        which = self._marked(options or {})
        if seed is not None or not self._seeded:
            self._seeded = True
            self._seating.seed(int(self.np_random.integers(2**62)) if seed is None else seed, which)
        if self._copy:
            self._batch.turn_page(keep=True)
        self._begin(which)
        return self._batch.observations, self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """Make an action in every game; if one of them is illegal, raise IllegalMove, and make none."""
        batch, live = self._batch, ~self._done
        chosen = self._whole_numbers(actions)
        batch.check(chosen, live)
        mode = self.metadata["autoreset_mode"]
        if self._copy:
            batch.turn_page(keep=mode is AutoresetMode.DISABLED)
        acted = self._seating.play(chosen, live)
        self._steps += live
        terminations = live & batch.over
        truncations = live & ~batch.over & (self._steps >= self._longest)
        ended = terminations | truncations
        rewards = np.zeros(self.num_envs)
        won = np.flatnonzero(terminations)
        rewards[won] = batch.returns[won, acted[won]]
        if mode is AutoresetMode.NEXT_STEP:
            self._begin(~live)
            infos = self._infos()
            self._done = ended
        elif mode is AutoresetMode.SAME_STEP:
            infos = self._final(ended)
            self._begin(ended)
            infos = self._infos() | infos
        else:
            infos = self._infos()
            self._done = self._done | ended
        return batch.observations, rewards, terminations, truncations, infos

    def get_state(self) -> Saved:
        """This moment of all games, to come back to with `set_state`: the same actions then lead to the same games."""
        parts = {"seating": self._seating.get_state(), "steps": self._steps.copy(), "done": self._done.copy()}
        return Saved((type(self).__name__, *self._seating.kind), parts | {"seeded": self._seeded})

    def set_state(self, saved: Saved) -> tuple[Array, Infos]:
        """Come back to a moment of this environment, or of another of the same kind; returns what `reset` does."""
        parts = Saved.read(saved, (type(self).__name__, *self._seating.kind))
        self._seating.set_state(parts["seating"])
        self._steps, self._done, self._seeded = parts["steps"].copy(), parts["done"].copy(), parts["seeded"]
        return self._batch.observations, self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        self._batch.close()

    def _begin(self, which: Which) -> None:
        if which.any():
            self._seating.begin(which)
            self._steps[which] = 0
            self._done = self._done & ~which

    def _infos(self) -> Infos:
        batch = self._batch
        return {"action_mask": batch.masks, "seat": batch.seats.copy(), "returns": batch.returns.copy()}

    def _final(self, ended: Which) -> Infos:
        """What was last seen of games that ended, as Gymnasium has it."""
        if not ended.any():
            return {}
        last = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(ended).tolist():
            last[index] = self._batch.observations[index].copy()
        infos = {"seat": self._batch.seats.copy(), "returns": self._batch.returns.copy()}
        return {"final_obs": last, "_final_obs": ended, "final_info": infos, "_final_info": ended}

    def _marked(self, options: Mapping[str, Any]) -> Which:
        marks = options.get("reset_mask")
        if marks is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(marks, np.ndarray) or marks.shape != (self.num_envs,) or marks.dtype != np.bool_:
            raise BadSetup(
                "envs/reset-mask",
                "",
                "reset_mask is an array of {count} truth values, one for each game",
                count=self.num_envs,
            )
        return marks

    def _whole_numbers(self, actions: Array) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadSetup(
                "envs/actions",
                "",
                "actions are {count} whole numbers, one for each game; not {shape} of type {type}",
                count=self.num_envs,
                shape=given.shape,
                type=given.dtype,
            )
        if not self._seeded:
            raise BadSetup("envs/not-begun", "", "reset begins the games; it comes before the first step")
        return np.ascontiguousarray(given, np.int64)
