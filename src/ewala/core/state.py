"""Positions as Python values, under one roof with who looks at them. They are defined beside their game, in game.py."""

from ewala.core.game import State, View
from ewala.core.roles import Seat, Viewer

__all__ = ["Seat", "State", "View", "Viewer"]
