"""Imported before PettingZoo, by whatever needs it: says how to install it where it is missing."""

from ewala.core.extras import need

__all__: list[str] = []

need("pettingzoo", "PettingZoo", "envs", "envs/missing")
