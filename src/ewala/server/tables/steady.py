"""A clock that nobody can set: the time of day when the server started, and what has passed since. Who sets the
machine's clock changes no duration, and no game is lost by it."""

import time

__all__ = ["SteadyClock"]


class SteadyClock:
    """Milliseconds since 1970."""

    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000
        self._passed = time.monotonic_ns()

    def __call__(self) -> int:
        return self._start + (time.monotonic_ns() - self._passed) // 1_000_000
