"""Who keeps tables where there is no server. What is told has been kept before, as everywhere."""

from collections.abc import Callable

import msgspec

from ewala.core.sentences import Sentence
from ewala.tables.kept import Stored
from ewala.tables.problems import Unavailable

WENT_ON = "went-on"  # the reason of a keeper who has more of the table than whoever adds to it


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
Keeper = Callable[[Addition, Callable[[], None], Callable[[str], None]], None]


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
