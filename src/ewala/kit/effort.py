"""How closely a game is looked at, and how that work says how far it is."""

from collections.abc import Callable
from dataclasses import dataclass

from ewala.core.errors import BadSetup

__all__ = ["ORDINARY", "THOROUGH_TIMES", "Effort", "Watch"]

MOST = 100_000


@dataclass(frozen=True, slots=True)
class Effort:
    """A number of iterations: with a hundred, a game of two takes some twenty seconds; with one, a moment.

    The same effort gives the same analysis on any machine.
    """

    iterations: int = 100

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= MOST:
            raise BadSetup(
                "coach/iterations", "", "iterations are from 1 to {most}, not {given}", most=MOST, given=self.iterations
            )


ORDINARY = Effort()
THOROUGH_TIMES = 4  # as much
Watch = Callable[[float], None]  # told which part of the work is done; an error that it raises ends the work
