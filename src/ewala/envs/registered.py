"""Importing this makes the games known to `make` and `make_vec` of Gymnasium, and to `make` of PettingZoo."""

import ewala.envs.need_gymnasium
import ewala.envs.need_pettingzoo  # noqa: F401

# isort: split
import gymnasium
import pettingzoo

from ewala.games.registry import GAMES, kit_of

__all__ = ["AGENTS", "IDS", "make_known"]

IDS: dict[str, str] = {}  # Gymnasium's, one learner -> game
AGENTS: dict[str, str] = {}  # PettingZoo's, an agent for every seat -> game


def make_known() -> None:
    """Make games known that were registered since; those that are known already stay as they are."""
    for game in GAMES:
        if game not in AGENTS.values():
            learning = kit_of(game).learning
            _one_learner(f"ewala/{learning.name}-v0", game)
            _all_agents(f"ewala/{learning.module}", game)


def _one_learner(id_: str, game: str) -> None:
    IDS[id_] = game
    gymnasium.register(
        id_,
        entry_point="ewala.envs.single:SingleEnv",
        vector_entry_point="ewala.envs.vector:VectorEnv",
        kwargs={"game": game, "seat": 0},
    )


def _all_agents(id_: str, game: str) -> None:
    AGENTS[id_] = game
    pettingzoo.register("aec", id_, entry_point="ewala.envs.aec:env", kwargs={"game": game})


make_known()
