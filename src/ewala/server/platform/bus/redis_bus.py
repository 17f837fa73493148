"""News through Redis, where there are many processes: PostgreSQL's notifications all wait for one lock."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.platform.bus.threaded_bus import CHANNEL, LISTEN_FOR, ThreadedBus

WITHIN = 5.0  # seconds: a Redis that does not answer by then is away


class NoRedis(EwalaError):
    """What `--news` names cannot be used."""


class RedisBus(ThreadedBus):
    longest = 64_000

    def __init__(self, url: str) -> None:
        super().__init__()
        try:
            import redis
            from redis.backoff import NoBackoff
            from redis.retry import Retry
        except ModuleNotFoundError:
            raise NoRedis(
                "server/driver", Sentence("news through Redis needs its driver: pip install '.[redis]'")
            ) from None
        try:
            # A line that broke is made again by us: whoever was not heard meanwhile has to be looked for.
            self._redis: Any = redis.Redis.from_url(
                url, socket_timeout=WITHIN, socket_connect_timeout=WITHIN, retry=Retry(NoBackoff(), 0)
            )
        except ValueError:
            raise NoRedis(
                "server/news", Sentence("{url!r} is not an address such as redis://localhost:6379/0", url=url)
            ) from None

    @contextmanager
    def listening(self) -> Iterator[Iterator[str | None]]:
        with self._redis.pubsub(ignore_subscribe_messages=True) as line:
            line.subscribe(CHANNEL)
            line.get_message(
                timeout=WITHIN
            )  # that it listens now: what is told before is looked for, what comes after heard
            yield _texts(line)

    @contextmanager
    def telling(self) -> Iterator[Callable[[str], object]]:
        yield lambda text: self._redis.publish(CHANNEL, text)

    def stop(self) -> None:
        super().stop()
        self._redis.close()


def _texts(line: Any) -> Iterator[str | None]:
    while True:
        message = line.get_message(timeout=LISTEN_FOR)
        yield message["data"].decode() if message else None
