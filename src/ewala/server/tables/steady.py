"""A clock that nobody can set: the time of day when the server started, and what has passed since. Who sets the
machine's clock changes no duration, and no game is lost by it.

Where several processes share a database they begin with its time of day, not with that of their machines: a player's
clock that one of them has started is read by another."""

import time


class SteadyClock:
    """Milliseconds since 1970."""

    def __init__(self) -> None:
        self.begin(time.time_ns() // 1_000_000, time.monotonic_ns())

    def begin(self, then: int, at: int) -> None:
        """It was so late, when `time.monotonic_ns` said `at`."""
        self._start = then
        self._passed = at

    def __call__(self) -> int:
        return self._start + (time.monotonic_ns() - self._passed) // 1_000_000
