"""How closely a game is looked at."""

from dataclasses import dataclass

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

__all__ = ["ORDINARY", "THOROUGH_TIMES", "Effort"]

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
                "coach/iterations",
                "",
                Sentence("iterations are from 1 to {most}, not {given}", most=MOST, given=self.iterations),
            )

    # --- Kingdom Run

    @property
    def width(self) -> int:
        """Boards gone on with at each step, when a turn is looked at closely."""
        return max(2, min(200, 30 * self.iterations // 100))

    @property
    def glances(self) -> int:
        """Ends of a turn for which the next player's turn is looked at, roughly."""
        return max(2, min(96, 24 * self.iterations // 100))

    @property
    def close_looks(self) -> int:
        """And closely."""
        return max(1, min(12, 2 + self.iterations // 100))

    # --- The Chronicles

    @property
    def looks(self) -> int:
        """What may be spent on looking at a turn's bids a second time: milliseconds, about."""
        return 10 * self.iterations


ORDINARY = Effort()
THOROUGH_TIMES = 4  # as much
