"""Who keeps tables where there is no server: a browser, in its IndexedDB."""

from collections.abc import Callable

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.tables import keeper
from ewala.tables.events import encode_event
from ewala.tables.keeper import Done, Found, Lost
from ewala.tables.kept import Receipt, Stored
from ewala.tables.problems import Unavailable

WENT_ON = "went-on"  # the reason of a browser that has more of the table than whoever adds to it


class KeptTable(msgspec.Struct):
    """A table as it is kept: nothing but texts and numbers, so that a browser can."""

    id: str
    host_digest: str
    watch_digest: str
    secret: str  # of its dice, in hexadecimal
    seat_digests: dict[str, str]
    events: list[str]  # as JSON


class Addition(msgspec.Struct):
    """What is to be kept at once, or not at all: events of a table from a number on, and how its keys are then."""

    table: str
    first: int
    events: list[str]
    seat_digests: dict[str, str]
    fresh: list[KeptTable] = []  # tables that are new with it


# Keeps an addition, and calls the first function once it is kept, or the second with the reason why it is not: then
# nothing has changed.
Keep = Callable[[Addition, Callable[[], None], Callable[[str], None]], None]


class BrowserKeeper:
    """Keeps one table."""

    shared = False  # where a table goes on in another window, the page reads it again (House.forget)

    def __init__(self, table: KeptTable, keep: Keep) -> None:
        self._id = table.id
        self._digests = table.seat_digests
        self._keep = keep

    def append(self, addition: keeper.Addition, done: Done, lost: Lost) -> None:
        held = {**self._digests, **addition.keys}
        digests = {seat: digest for seat, digest in held.items() if digest}
        companion = addition.companion
        fresh = [companion] if isinstance(companion, KeptTable) else []
        events = [encode_event(event).decode() for event in addition.events]

        def kept() -> None:
            self._digests = digests
            done(Receipt(addition.first, addition.events))

        self._keep(
            Addition(self._id, addition.first, events, digests, fresh),
            kept,
            lambda reason: lost(not_kept(reason), False),
        )

    def read(self, after: int, found: Found, failed: Callable[[EwalaError], None]) -> None:
        failed(not_kept(WENT_ON))

    def subscribe(self, heard: Callable[[int], None]) -> None:
        """Nobody is heard."""


def stored_from(table: KeptTable) -> Stored:
    """The same as a database has it."""
    return Stored(
        table.id,
        table.host_digest,
        table.watch_digest,
        bytes.fromhex(table.secret),
        table.seat_digests,
        [event.encode() for event in table.events],
    )


def not_kept(reason: str) -> Unavailable:
    if reason == WENT_ON:
        return Unavailable("page/went-on", Sentence("the table went on in another window: look again"))
    return Unavailable(
        "page/storage", Sentence("this browser does not keep it ({reason}): nothing has changed", reason=reason)
    )


def not_shown(reason: str) -> Unavailable:
    return Unavailable("page/storage", Sentence("this browser does not show what it keeps ({reason})", reason=reason))
