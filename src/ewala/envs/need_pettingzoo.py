"""Imported before PettingZoo, by whatever needs it: says how to install it where it is missing."""

from ewala.core.extras import need

need("pettingzoo", "PettingZoo", "envs", "envs/missing")
