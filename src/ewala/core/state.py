"""Positions as Python values; they stand beside their game, in game.py."""

from ewala.core.game import Seat, State, View, Viewer

__all__ = ["Seat", "State", "View", "Viewer"]
