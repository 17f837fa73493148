"""News between processes that write to one database: which table has got which event, and who is there; never what.

News is a hint. Each process reads from the database what it has missed, and makes from its own fold what its viewers
may know; what gets lost is found by looking at the database now and then.

A text names its sender, then has words: `TABLE:7` (its event 7 is on disk), `TABLE@KS` (people of these seats have
devices at the sender), `TABLE?` (who has devices there?).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

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


class Bus(Protocol):
    """Carries news. Whatever it does takes place in threads of its own."""

    def start(self, heard: Heard) -> None:
        """From now on, what others say is told to `heard`, in some thread."""

    def tell(self, words: list[str]) -> None:
        """Let the others know; from any thread, at once, and without an answer."""

    def stop(self) -> None:
        """Neither hear nor tell anything any more."""


class Alone:
    """Of a process whose database is its own."""

    def start(self, heard: Heard) -> None: ...

    def tell(self, words: list[str]) -> None: ...

    def stop(self) -> None: ...


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


def news_in(text: str, ours: str) -> BusMessage | None:
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
