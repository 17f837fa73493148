"""One game as a Gymnasium environment: a learner in one seat, bots of the roster in the others."""

import ewala.envs.need_gymnasium  # noqa: F401

# isort: split
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ewala.core.errors import BadSetup, IllegalMove
from ewala.core.game import Game
from ewala.core.sentences import either
from ewala.envs.batch import Batch
from ewala.envs.episodes import LONGEST, RENDER_MODES, OneGame, Saved, at_least_one, beginnings, checked_mode, not_begun
from ewala.envs.seating import RANDOM, THINKING, Seating
from ewala.envs.spaces import action_space, observation_space
from ewala.games.given_bots import GivenBot
from ewala.kit.bot import Budget

__all__ = ["SingleEnv"]

Array = NDArray[Any]
Infos = dict[str, Any]

_THE_GAME = np.ones(1, np.bool_)


class SingleEnv(OneGame, gymnasium.Env[Array, np.int64]):
    """The learner has `seat` (a letter, its number, or "rotating"), and `bots` the others: names of the roster,
    `module:Class`, or objects with `choose`.

    An illegal action raises IllegalMove and changes nothing; with `illegal="lose"` it loses the game, for learners that
    do not know of masks.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        bots: GivenBot | Sequence[GivenBot] = RANDOM,
        seat: str | int = 0,
        *,
        thinking: Budget = THINKING,
        position: str = "",
        longest: int = LONGEST,
        illegal: Literal["refuse", "lose"] = "refuse",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if illegal not in ("refuse", "lose"):
            raise BadSetup(
                "envs/illegal",
                "",
                "illegal is {ways}, not {illegal!r}",
                ways=either(("refuse", "lose")),
                illegal=illegal,
            )
        self.render_mode = checked_mode(render_mode)
        self._batch = Batch(beginnings(game, position, options), 1)
        self._seating = Seating(self._batch, seat, bots, thinking)
        self._longest = at_least_one("longest", longest)
        self._loses = illegal == "lose"
        self._steps = 0
        self._ended = True  # as long as none has begun
        self._seeded = False
        self.action_space = action_space(self._batch)
        self.observation_space = observation_space(self._batch)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Array, Infos]:
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._seeded = True
            self._seating.seed(int(self.np_random.integers(2**62)) if seed is None else seed, _THE_GAME)
        self._seating.begin(_THE_GAME)
        self._steps = 0
        self._ended = False
        self._show()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, Infos]:
        """Make an action, and let the others answer."""
        if self._ended:
            raise not_begun()
        chosen = np.array([self.actions.read(action)], np.int64)
        try:
            self._batch.check(chosen, _THE_GAME)
        except IllegalMove as refusal:
            if self._loses:
                return self._lost(refusal)
            raise
        acted = int(self._seating.play(chosen, _THE_GAME)[0])
        self._steps += 1
        over = bool(self._batch.over[0])
        cut = not over and self._steps >= self._longest
        self._ended = over or cut
        self._show()
        observation, infos = self._seen()
        return observation, float(self._batch.returns[0, acted]), over, cut, infos

    def get_state(self) -> Saved:
        """This moment, to come back to with `set_state`: the same actions then lead to the same games."""
        parts = {"seating": self._seating.get_state(), "steps": self._steps, "ended": self._ended}
        return Saved((type(self).__name__, *self._seating.kind), parts | {"seeded": self._seeded})

    def set_state(self, saved: Saved) -> tuple[Array, Infos]:
        """Come back to a moment of this environment, or of another of the same kind; returns what `reset` does."""
        parts = Saved.read(saved, (type(self).__name__, *self._seating.kind))
        self._seating.set_state(parts["seating"])
        self._steps, self._ended, self._seeded = parts["steps"], parts["ended"], parts["seeded"]
        return self._seen()

    def _lost(self, refusal: IllegalMove) -> tuple[Array, float, bool, bool, Infos]:
        self._ended = True
        observation, infos = self._seen()
        return observation, -1 / (len(self.game.seats) - 1), True, False, infos | {"illegal": str(refusal)}

    def _seen(self) -> tuple[Array, Infos]:
        batch = self._batch
        infos = {
            "action_mask": batch.masks[0].copy(),
            "seat": int(batch.seats[0]),
            "returns": batch.returns[0].copy(),
        }
        return batch.observations[0].copy(), infos
