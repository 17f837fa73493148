"""The Chronicles of Run in PettingZoo: `chronicles_v0.env(layout="ring")`; options as for `ewala.load`."""

from typing import Any

from pettingzoo import AECEnv

from ewala.envs.aec import GameAEC, wrapped

__all__ = ["env", "raw_env"]


def raw_env(**options: Any) -> GameAEC:
    """The game itself, which refuses illegal moves."""
    return GameAEC("chronicles_v0", "chronicles-of-run", **options)


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The game in PettingZoo's usual wrappers, where an illegal move ends it."""
    return wrapped(raw_env(**options))
