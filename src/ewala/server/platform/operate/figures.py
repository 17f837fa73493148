"""What is counted while the server runs: a few integers a move, without lock or label; metrics.py names them."""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

from ewala.tables.events import Event, Moved

# Seconds. A flush takes one to ten milliseconds on most disks; whoever waits for more than a tenth notices.
LATENCIES = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """How often something was at most as large as each of some bounds."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...] = LATENCIES) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # up to each bound from the one before; at last, what is beyond all
        self.total = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Figures:
    """The counts of this process since it began. All are written on the event loop."""

    def __init__(self) -> None:
        self.since = time.time()
        self.moves = 0  # that were acknowledged, of people and bots
        self.conflicts = 0  # times that another process had written to a table first
        self.refused: Counter[str] = Counter()  # commands and requests, by the code of why: a code is a constant
        self.to_disk = Histogram()  # seconds from a command to its events being on disk
        self.to_devices = Histogram()  # and from there until a device's line has taken what it is told

    def stored(self, events: Iterable[Event], asked_at: float, stored_at: float) -> None:
        """Events are on disk; both times are by `time.perf_counter`."""
        for event in events:
            if type(event) is Moved:
                self.moves += 1
        self.to_disk.observe(stored_at - asked_at)
