"""Simulations: millions of games, a row for each."""

from ewala.study.simulation.run import simulate

__all__ = ["simulate"]
