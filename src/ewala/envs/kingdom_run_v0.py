"""Kingdom Run in PettingZoo: `kingdom_run_v0.env(players="KSFG")`; options as for `ewala.load`."""

from typing import Any

from pettingzoo import AECEnv

from ewala.envs.aec import GameAEC, wrapped

__all__ = ["env", "raw_env"]


def raw_env(**options: Any) -> GameAEC:
    """The game itself, which refuses illegal moves."""
    return GameAEC("kingdom_run_v0", "kingdom-run", **options)


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The game in PettingZoo's usual wrappers, where an illegal move ends it."""
    return wrapped(raw_env(**options))
