"""When to stop: a test that is made after every deal and decides as soon as the games suffice.

The edge of a pair is by how much the first bot's share of the wins exceeds an even one, on average over a deal. Two
sequential probability ratio tests run side by side, each of "no edge" against "an edge of the margin": one for either
bot. The first that finds an edge says who is the stronger; if both find none, the two count as alike, within the
margin. The ratios are those of normal deal means with their variance estimated on the way (a generalised test), so
that the error rates hold about, not exactly; a simulation among our tests holds them to what is promised.

Edges from which luck was taken have no bounds, and the test asks for none: deals must be independent, with one mean
and variance, and their sums about normal. That holds well enough for deals as they were measured; for deals that are
both far apart and lopsided it would not, and errors would be more frequent (docs/arena.md has figures).
"""

from dataclasses import dataclass
from math import log
from typing import Literal

Decision = Literal["first", "second", "alike"]

FEWEST = 10  # deals before anything is decided
_IMAGINED = (-0.5, 0.5)  # two deals that are added to the estimate of the variance: it is never nothing


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What is told apart, and how often it may go wrong."""

    margin: float = 0.05  # the edge that matters, as a share of the wins
    false_edge: float = 0.05  # how often bots that are even are told apart, at most
    missed_edge: float = 0.05  # how often an edge of the margin is missed, at most

    @property
    def upper(self) -> float:
        """The log ratio at which there is an edge; the false ones are shared out between the two sides."""
        return log((1 - self.missed_edge) / (self.false_edge / 2))

    @property
    def lower(self) -> float:
        """The log ratio at which there is none."""
        return log(self.missed_edge / (1 - self.false_edge / 2))


class SequentialTest:
    """Takes the edges of deals, in their order, until it has decided."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.deals = 0
        self.decision: Decision | None = None
        self._sum = sum(_IMAGINED)
        self._squares = sum(edge * edge for edge in _IMAGINED)
        self._total = 0.0
        self._none = {1: False, -1: False}  # the sides for which no edge was found

    def add(self, edge: float) -> Decision | None:
        """What is decided now; what comes after a decision changes nothing."""
        if self.decision is not None:
            return self.decision
        self.deals += 1
        self._total += edge
        self._sum += edge
        self._squares += edge * edge
        if self.deals >= FEWEST:
            self._decide()
        return self.decision

    def log_ratio(self, side: int) -> float:
        """Of an edge of the margin for the first bot (1) or the second (-1), to none."""
        n = self.deals + len(_IMAGINED)
        variance = self._squares / n - (self._sum / n) ** 2
        margin = self.hypotheses.margin
        return margin * (side * self._total - self.deals * margin / 2) / variance

    def _decide(self) -> None:
        for side in (1, -1):
            ratio = self.log_ratio(side)
            if not self._none[side] and ratio >= self.hypotheses.upper:
                self.decision = "first" if side == 1 else "second"
                return
            self._none[side] = self._none[side] or ratio <= self.hypotheses.lower
        if all(self._none.values()):
            self.decision = "alike"
