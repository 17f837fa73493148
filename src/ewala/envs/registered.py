"""Importing this makes the games known to `make` and `make_vec` of Gymnasium, and to `make` of PettingZoo."""

import gymnasium
import pettingzoo

__all__ = ["AGENTS", "IDS"]

IDS = {"ewala/KingdomRun-v0": "kingdom-run", "ewala/Chronicles-v0": "chronicles-of-run"}  # Gymnasium's, one learner
AGENTS = ("ewala/kingdom_run_v0", "ewala/chronicles_v0")  # PettingZoo's, an agent for every seat

for _id, _game in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="ewala.envs.single:SingleEnv",
            vector_entry_point="ewala.envs.vector:VectorEnv",
            kwargs={"game": _game, "seat": 0},
        )
for _id in AGENTS:
    if _id not in pettingzoo.aec_registry:
        pettingzoo.register("aec", _id, entry_point=f"{_id.replace('ewala/', 'ewala.envs.')}:env")
