"""The games as PettingZoo's own are found: each under a name in `ewala.envs`, with `env` and `raw_env`."""

import ewala.envs.need_pettingzoo  # noqa: F401

# isort: split
from dataclasses import dataclass
from typing import Any

from pettingzoo import AECEnv

from ewala.envs.aec import GameAEC, wrapped
from ewala.games.registry import kit_of

__all__ = ["Agents", "env"]


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
