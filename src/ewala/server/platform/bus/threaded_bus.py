"""What buses have in common: a thread that listens, one that tells, and lines that are made again when they break."""

import logging
import queue
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from ewala.server.platform.bus.bus import Heard, news_in, texts_of

log = logging.getLogger("ewala.server")

CHANNEL = "ewala_news"
LISTEN_FOR = 0.2  # seconds between two looks whether to stop
COME_BACK = 0.5  # seconds until a lost line is made again
MOST_KEPT = 5000  # words that wait for it; they say how things are, and may be said twice


class ThreadedBus(ABC):
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
                        if text is not None and (news := news_in(text, self._name)):
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
