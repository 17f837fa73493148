"""Limits on how often: a bucket of tokens that refills with time."""

import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["Bucket", "Buckets"]


class Bucket:
    """Lets a burst through, then a steady rate."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = float(burst)
        self._filled = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def take_later(self) -> float:
        """Take one more in any case; returns how many seconds to wait for it."""
        self._fill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now


class Buckets:
    """A bucket for each client; those not seen for longest are forgotten first."""

    def __init__(
        self, per_second: float, burst: int, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        bucket = self._buckets.pop(client, None) or Bucket(self._rate, self._burst, self._clock)
        self._buckets[client] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()
