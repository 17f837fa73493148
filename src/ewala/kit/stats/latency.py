"""How long something took, in the words that people use for it: the median, and what all but a few stay below."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Latency:
    """The median of some times, what 95 and 99 of 100 stay below, and the longest; in milliseconds."""

    p50: float
    p95: float
    p99: float
    most: float
    count: int


def latency_of(seconds: Sequence[float]) -> Latency:
    """The latency of measured times, of which there must be at least one."""
    ordered = sorted(seconds)
    p50, p95, p99 = (1000 * percentile(ordered, share) for share in (50, 95, 99))
    return Latency(p50, p95, p99, 1000 * ordered[-1], len(ordered))


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest of the values that at least `share` per cent of them do not exceed."""
    return ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)]
