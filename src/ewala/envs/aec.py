"""A game as a PettingZoo environment: agents take turns, chance is inside, and each sees what its seat may know."""

import ewala.envs.need_gymnasium
import ewala.envs.need_pettingzoo  # noqa: F401

# isort: split
import secrets
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.envs.batch import Batch
from ewala.envs.episodes import LONGEST, RENDER_MODES, OneGame, Saved, at_least_one, beginnings, checked_mode, not_begun
from ewala.envs.spaces import action_space, mask_space, observation_space
from ewala.games.registry import kit_of

__all__ = ["Agents", "GameAEC", "env", "wrapped"]

Observation = dict[str, NDArray[Any]]

_THE_GAME = np.ones(1, np.bool_)
_CHANGING = (
    "_cumulative_rewards",
    "_seeded",
    "_skip_agent_selection",  # PettingZoo's, while agents leave a game that is over
    "_steps",
    "agent_selection",
    "agents",
    "infos",
    "rewards",
    "terminations",
    "truncations",
)


def wrapped(raw: "GameAEC") -> AECEnv[str, Any, Any]:
    """As PettingZoo's own games are: whoever makes an illegal move loses 1, and the game ends for all."""
    env: Any = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class GameAEC(OneGame, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """`player_0`, `player_1` … are the seats in the order of play (`infos[agent]["seat"]` has the letter).

    An observation has the features of the seat, and a mask of legal actions, of which there are none for those who do
    not have to act. An illegal action raises IllegalMove and changes nothing.
    """

    def __init__(
        self,
        name: str,
        game: str | Game,
        *,
        render_mode: str | None = None,
        position: str = "",
        longest: int = LONGEST,
        **options: object,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = checked_mode(render_mode)
        self._batch = batch = Batch(beginnings(game, position, options), 1)
        self._longest = at_least_one("longest", longest)
        self._steps = 0
        self._seeded = False
        self.possible_agents = [f"player_{number}" for number in range(len(batch.game.seats))]
        self.agents: list[str] = []
        seen = spaces.Dict({"observation": observation_space(batch), "action_mask": mask_space(batch)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: action_space(batch) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What the agent's seat may know, whoever has to act."""
        if not self._seeded:
            raise not_begun()
        batch = self._batch
        features = np.empty_like(batch.observations)
        viewers = np.array([self.possible_agents.index(agent)], np.int64)
        batch.observe_as(viewers, _THE_GAME, features)
        acts = agent == self.agent_selection and not batch.over[0]
        return {
            "observation": features[0],
            "action_mask": batch.masks[0].copy() if acts else np.zeros_like(batch.masks[0]),
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not self._seeded:
            self._seeded = True
            self._batch.seed(secrets.randbits(62) if seed is None else int(seed), _THE_GAME)
        self._batch.begin(_THE_GAME)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"seat": seat} for agent, seat in zip(self.agents, self.game.seats, strict=True)}
        self.agent_selection = self.possible_agents[self._batch.seats[0]]
        self._show()

    def step(self, action: Any) -> None:
        if not self.agents:
            raise not_begun()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadSetup("envs/no-action", "", "{agent} has to act", agent=self.agent_selection)
        batch, chosen = self._batch, np.array([self.actions.read(action)], np.int64)
        batch.check(chosen, _THE_GAME)
        batch.play(chosen, _THE_GAME)
        self._steps += 1
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.agent_selection = self.possible_agents[batch.seats[0]]
        if batch.over[0]:
            self.rewards = dict(zip(self.agents, batch.returns[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._show()

    def get_state(self) -> Saved:
        """This moment, to come back to with `set_state`: the same actions then lead to the same game."""
        about = {name: vars(self)[name] for name in _CHANGING if name in vars(self)}
        return Saved(self._kind, {"batch": self._batch.get_state(), "about": deepcopy(about)})

    def set_state(self, saved: Saved) -> None:
        """Come back to a moment of this environment, or of another of the same kind."""
        parts = Saved.read(saved, self._kind)
        self._batch.set_state(parts["batch"])
        self.__dict__.update(deepcopy(parts["about"]))

    @property
    def _kind(self) -> tuple[object, ...]:
        return type(self).__name__, self.game

    def close(self) -> None:
        """Nothing has to be given back."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


@dataclass(frozen=True)
class Agents:
    """A game whose seats are agents; options are those of `ewala.load`."""

    game: str

    def raw_env(self, **options: Any) -> GameAEC:
        """The game itself, which refuses illegal moves."""
        return GameAEC(kit_of(self.game).learning.module, self.game, **options)

    def env(self, **options: Any) -> AECEnv[str, Any, Any]:
        """The game in PettingZoo's usual wrappers, where an illegal move ends it."""
        return wrapped(self.raw_env(**options))


def env(game: str, **options: Any) -> AECEnv[str, Any, Any]:
    return Agents(game).env(**options)
