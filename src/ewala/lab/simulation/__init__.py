"""Simulations: millions of games, a row for each."""

from ewala.lab.simulation.run import Stopped, simulate

__all__ = ["Stopped", "simulate"]
