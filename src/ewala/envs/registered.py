"""Importing this makes the games known to `make` and `make_vec` of Gymnasium, and to `make` of PettingZoo."""

import ewala.envs.need_gymnasium
import ewala.envs.need_pettingzoo  # noqa: F401

# isort: split
import gymnasium
import pettingzoo

from ewala.games.registry import GAMES, kit_of

__all__ = ["AGENTS", "IDS"]

IDS = {f"ewala/{kit_of(game).learning.name}-v0": game for game in GAMES}  # Gymnasium's, one learner
AGENTS = {f"ewala/{kit_of(game).learning.module}": game for game in GAMES}  # PettingZoo's, an agent for every seat

for _id, _game in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="ewala.envs.single:SingleEnv",
            vector_entry_point="ewala.envs.vector:VectorEnv",
            kwargs={"game": _game, "seat": 0},
        )
for _id, _game in AGENTS.items():
    if _id not in pettingzoo.aec_registry:
        pettingzoo.register("aec", _id, entry_point="ewala.envs.agents:env", kwargs={"game": _game})
