"""Positions as Python values, and who looks at them: game.py and roles.py define them, most modules want both."""

from ewala.core.game import State, View
from ewala.core.roles import Seat, Viewer

__all__ = ["Seat", "State", "View", "Viewer"]
