"""News between processes that write to one database: which table has got which event, and who is there; never what.

News is a hint. Each process reads from the database what it has missed, and makes from its own fold what its viewers
may know; what gets lost is found by looking at the database now and then.

A text names its sender, then has words: `TABLE:7` (its event 7 is on disk), `TABLE@KS` (people of these seats have
devices at the sender), `TABLE?` (who has devices there?).
"""

import logging
import queue
import re
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.platform.storage.store import Store

Heads = dict[str, int]  # tables, and the numbers of their last events

WORD = re.compile(r"(?P<table>[a-z0-9]{1,16})(?::(?P<seq>[0-9]{1,9})|@(?P<seats>[A-Z]{0,9})|(?P<asked>\?))")


@dataclass
class BusMessage:
    """What one process has said."""

    sender: str
    heads: Heads = field(default_factory=dict)
    present: dict[str, str] = field(default_factory=dict)  # tables, and the seats whose people are there
    asked: list[str] = field(default_factory=list)  # tables of which others are asked who is there


Heard = Callable[[BusMessage | None], None]  # what others say; None: something may have been missed


class Bus:
    """Carries news to other processes; this one to nobody: for a process whose database is its own."""

    def start(self, heard: Heard) -> None:
        """From now on, what others say is passed to `heard`, in some thread."""

    def tell(self, words: list[str]) -> None:
        """Let the others know; from any thread, at once, and without an answer."""

    def stop(self) -> None:
        """Neither hear nor tell anything any more."""


def words_of(heads: Heads) -> list[str]:
    return [f"{table_id}:{seq}" for table_id, seq in heads.items()]


def texts_of(sender: str, words: Iterable[str], longest: int) -> Iterator[str]:
    """News as texts of so many bytes at most."""
    text = sender
    for word in words:
        if len(text) + 1 + len(word) > longest and text != sender:
            yield text
            text = sender
        text += f" {word}"
    if text != sender:
        yield text


def read_message(text: str, ours: str) -> BusMessage | None:
    """What a text says, without what nobody could have said; None if it is our own."""
    sender, *words = text.split(" ")
    if sender == ours:
        return None
    news = BusMessage(sender)
    for found in filter(None, map(WORD.fullmatch, words)):
        if found["seq"] is not None:
            news.heads[found["table"]] = int(found["seq"])
        elif found["seats"] is not None:
            news.present[found["table"]] = found["seats"]
        else:
            news.asked.append(found["table"])
    return news


# --- Through another program


log = logging.getLogger("ewala.server")

CHANNEL = "ewala_news"
LISTEN_FOR = 0.2  # seconds between two looks whether to stop
COME_BACK = 0.5  # seconds until a lost line is made again
MOST_KEPT = 5000  # words that wait for it; they say how things are, and may be said twice


class ThreadedBus(Bus, ABC):
    """Two lines besides those to the tables: one listens, one tells."""

    longest = 7_900  # bytes of one text

    def __init__(self) -> None:
        self._name = secrets.token_hex(4)
        self._told: queue.SimpleQueue[list[str] | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._threads: list[threading.Thread] = []

    @abstractmethod
    def listening(self) -> AbstractContextManager[Iterator[str | None]]:
        """A line on which others' texts come, one after another; None now and then, if nobody says anything."""

    @abstractmethod
    def telling(self) -> AbstractContextManager[Callable[[str], object]]:
        """A line on which a text is told to all."""

    def start(self, heard: Heard) -> None:
        self._threads = [
            threading.Thread(target=self._listen, args=(heard,), name="ewala-listener", daemon=True),
            threading.Thread(target=self._tell, name="ewala-news", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def tell(self, words: list[str]) -> None:
        self._told.put(words)

    def stop(self) -> None:
        self._ended.set()
        self._told.put(None)
        for thread in self._threads:
            thread.join(4 * LISTEN_FOR)

    # --- In threads of their own

    def _listen(self, heard: Heard) -> None:
        while not self._ended.is_set():
            try:
                with self.listening() as texts:
                    heard(None)  # whatever was said before
                    for text in texts:
                        if self._ended.is_set():
                            return
                        if text is not None and (news := read_message(text, self._name)):
                            heard(news)
            except Exception as error:  # whatever it is, the line is made again; meanwhile the database is looked at
                self._lost("others cannot be heard", error)

    def _tell(self) -> None:
        words = self._told.get()
        while words is not None:
            try:
                with self.telling() as tell:
                    while words is not None:
                        for text in texts_of(self._name, words, self.longest):
                            tell(text)
                        words = self._next()
            except Exception as error:
                self._lost("others cannot be told", error)
                words = None if self._ended.is_set() else self._with_more(words or [])[-MOST_KEPT:]

    def _next(self) -> list[str] | None:
        """Wait for something to tell, then take all there is: it goes in one text."""
        words = self._told.get()
        return None if words is None else self._with_more(words)

    def _with_more(self, words: list[str]) -> list[str]:
        while not self._told.empty():
            more = self._told.get()
            if more is None:
                self._told.put(None)  # the end comes when all is told
                break
            words = words + more
        return words

    def _lost(self, what: str, error: Exception) -> None:
        if not self._ended.is_set():
            log.info("news: %s: %s", what, str(error).strip().partition("\n")[0] or type(error).__name__)
            self._ended.wait(COME_BACK)


class PostgresqlBus(ThreadedBus):
    """PostgreSQL's notifications, of fewer than 8,000 bytes: one a batch, outside the transaction that stores it, where
    it would hold a lock of all databases until that is on disk."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine

    @contextmanager
    def listening(self) -> Iterator[Iterator[str | None]]:
        with self._line() as line:
            line.execute(f"LISTEN {CHANNEL}")
            yield _notified(line)

    @contextmanager
    def telling(self) -> Iterator[Callable[[str], object]]:
        with self._line() as line:
            line.execute("SET synchronous_commit = off")  # nothing is lost with a hint
            yield lambda text: line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    def _line(self) -> Any:
        """A connection of the driver's that is nobody else's."""
        connection = self._engine.raw_connection()
        line: Any = connection.driver_connection
        connection.detach()
        line.rollback()
        line.autocommit = True
        return line


def _notified(line: Any) -> Iterator[str | None]:
    while True:
        for notice in line.notifies(timeout=LISTEN_FOR):
            yield notice.payload
        yield None


WITHIN = 5.0  # seconds: a Redis that does not answer by then is away


class NoRedis(EwalaError):
    """What `--news` names cannot be used."""


class RedisBus(ThreadedBus):
    """For many processes: PostgreSQL's notifications all wait for one lock."""

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
            yield _published(line)

    @contextmanager
    def telling(self) -> Iterator[Callable[[str], object]]:
        yield lambda text: self._redis.publish(CHANNEL, text)

    def stop(self) -> None:
        super().stop()
        self._redis.close()


def _published(line: Any) -> Iterator[str | None]:
    while True:
        message = line.get_message(timeout=LISTEN_FOR)
        yield message["data"].decode() if message else None


def bus_for(store: Store, news: str) -> Bus:
    """`news` is a Redis's address, or nothing. Raises NoRedis if it is none, or nobody would hear anything there."""
    if not store.shared and news:
        raise NoRedis("server/news", Sentence("SQLite is one process's alone: there is nobody to hear news from"))
    if not store.shared:
        return Bus()
    return RedisBus(news) if news else PostgresqlBus(store.engine)
