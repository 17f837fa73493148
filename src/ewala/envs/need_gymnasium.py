"""Imported before Gymnasium, by whatever needs it: says how to install it where it is missing."""

from ewala.core.extras import need

need("gymnasium", "Gymnasium", "envs", "envs/missing")
