"""Simulations: millions of games, a row for each."""

from ewala.simulation.run import Stopped, simulate

__all__ = ["Stopped", "simulate"]
