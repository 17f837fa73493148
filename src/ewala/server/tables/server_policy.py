"""What the host of this server allows. Every process has it in memory, so that no player waits for it."""

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.tables.messages import Announcement
from ewala.tables.problems import TooMany

LATER = 60  # seconds


class HouseText(msgspec.Struct, frozen=True):
    """In the language in which it was written."""

    text: str = ""
    language: str = "en"


class HouseLimits(msgspec.Struct, frozen=True):
    """What this house offers."""

    most_tables: int = 0  # that wait for players or are played at, at once; 0: as many as come
    rated: bool = True
    evenings: bool = True
    lobby: bool = True


class ServerPolicy(msgspec.Struct, frozen=True):
    """As it was after the act of a number."""

    act: int = 0
    rules: HouseText = HouseText()
    limits: HouseLimits = HouseLimits()
    announcements: tuple[Announcement, ...] = ()
    muted_seats: frozenset[tuple[str, str]] = frozenset()  # tables and seats; no seat: the table's host
    muted_people: frozenset[str] = frozenset()

    def announced(self, now: int) -> list[Announcement]:
        """Announcements that have not expired."""
        return [one for one in self.announcements if one.until is None or one.until > now]


class NotOffered(EwalaError):
    """What this house does not offer now."""


NO_RATED = NotOffered("house/no-rated", Sentence("no rated games are offered here at the moment"))
NO_LOBBY = NotOffered("house/no-lobby", Sentence("tables are not shown in the lobby here at the moment"))
FULL = TooMany("house/full", Sentence("the house is full at the moment: try again later"), LATER)
