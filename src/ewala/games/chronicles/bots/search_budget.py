"""How long a search may go on: so many iterations, or so much time, whichever ends first."""

import time


class SearchBudget:
    """What is left of a budget, asked before every look, which is expected to take as long as the slowest so far."""

    def __init__(self, iterations: int | None, seconds: float | None) -> None:
        self._left = iterations
        self._seconds = seconds
        self._until = None if seconds is None else time.perf_counter() + seconds
        self._last: float | None = None  # when the look before began
        self._slowest = 0.0

    def go_on(self, price: int) -> bool:
        """Whether there is time for a look that costs so many iterations; if so, they are spent."""
        if self._left is not None:
            if self._left < price:
                return False
            self._left -= price
        if self._until is None:
            return True
        now = time.perf_counter()
        if self._last is not None:
            self._slowest = max(self._slowest, now - self._last)
        self._last = now
        return now + self._slowest < self._until

    def late(self, part: float) -> bool:
        """Whether more than some part of the time is gone."""
        if self._until is None or self._seconds is None:
            return False
        return time.perf_counter() > self._until - (1 - part) * self._seconds
