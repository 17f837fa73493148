"""Limits on how often: a bucket of tokens that refills with time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from ewala.tables.problems import TooMany

Clock = Callable[[], float]


class RateLimiter:
    """Lets a burst through, then a steady rate. What is known only afterwards may leave a debt."""

    __slots__ = ("__weakref__", "_burst", "_clock", "_filled", "_rate", "_tokens")

    def __init__(self, per_second: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = float(burst)
        self._filled = clock()

    def take(self, cost: float = 1) -> bool:
        """Whether so much is allowed now; if not, nothing is taken. What is more than the burst takes a full bucket."""
        if self._fill() < min(cost, self._burst):
            return False
        self._tokens -= cost
        return True

    def spend(self, cost: float) -> None:
        """Take so much in any case: what is missing is a debt."""
        now = self._clock()
        tokens = self._tokens + (now - self._filled) * self._rate
        self._tokens = (tokens if tokens < self._burst else self._burst) - cost
        self._filled = now

    def wait(self, cost: float = 0) -> float:
        """Seconds until so much can be taken, if nobody takes anything before; 0 if it can now."""
        if self._tokens >= cost:
            return 0.0  # time only adds to them: no clock is needed to know
        missing = min(cost, self._burst) - self._fill()
        return missing / self._rate if missing > 0 else 0.0

    @property
    def full(self) -> bool:
        """Whether nobody could tell it from a new one."""
        return self._fill() >= self._burst

    def _fill(self) -> float:
        now = self._clock()
        self._tokens = tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return tokens


class RateLimiters:
    """One for each client. Full ones, not seen for longest, are forgotten first: nobody gains by being forgotten. One
    that is still referred to stays its client's own."""

    def __init__(self, per_second: float, burst: float, most: int = 50_000, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._most = most
        self._buckets: OrderedDict[str, RateLimiter] = OrderedDict()
        self._held: WeakValueDictionary[str, RateLimiter] = WeakValueDictionary()

    def __getitem__(self, client: str) -> RateLimiter:
        bucket = self._buckets.get(client)
        if bucket is None:
            self._tidy()
            bucket = self._held.get(client) or RateLimiter(self._rate, self._burst, self._clock)
            self._buckets[client] = self._held[client] = bucket
        else:
            self._buckets.move_to_end(client)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: str, cost: float = 1) -> bool:
        return self[client].take(cost)

    def _tidy(self) -> None:
        """Forget up to two buckets that are full, so that the old ones become fewer; any only if there are too many."""
        for _ in range(2):
            if self._buckets and next(iter(self._buckets.values())).full:
                self._buckets.popitem(last=False)
        if len(self._buckets) >= self._most:
            self._buckets.popitem(last=False)


class Quota(RateLimiters):
    """So much an hour for each client, and a burst; who asks for more is refused."""

    def __init__(self, per_hour: float, burst: float, refusal: TooMany) -> None:
        super().__init__(per_hour / 3600, burst)
        self._refusal = refusal

    def use(self, client: str) -> None:
        """Raises TooMany."""
        if not self.take(client):
            raise self._refusal

    def give_back(self, client: str) -> None:
        self[client].spend(-1)
