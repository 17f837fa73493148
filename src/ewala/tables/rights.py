"""What keys give a right to at a table: to its seats, to host it, to watch. Only digests of keys are known here."""

from collections.abc import Mapping, Sequence

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.tables import keys
from ewala.tables.broadcast import Seats
from ewala.tables.events import Event, SatDown, StoodUp
from ewala.tables.kept import Kept, Stored
from ewala.tables.problems import NotAllowed

CHANGE_KEYS = frozenset((SatDown, StoodUp))


class SeatFreed(NotAllowed):
    """The seat has changed hands, or is nobody's."""

    def __init__(self) -> None:
        super().__init__("seat/freed", Sentence("the seat is not yours any more"))


class Rights:
    """Who may do what at one table, by the keys that they show."""

    def __init__(self, stored: Stored, kept: Kept) -> None:
        self.seat_digests = dict(stored.seat_digests)
        self.changes = 0  # how often seats have changed hands
        self._kept = kept
        self.host_digest = stored.host_digest
        self.watch_digest = stored.watch_digest

    def seats_of(self, given: Sequence[str]) -> Seats:
        """The seats that these keys hold, in the game's order."""
        held = [seat for seat in self.seat_digests if any(keys.fits(key, self.seat_digests[seat]) for key in given)]
        return tuple(seat for seat in self._kept.sitters if seat in held)

    def knows(self, given: Sequence[str]) -> bool:
        """Whether each of these keys is one of this table's."""
        digests = (self.host_digest, self.watch_digest, *self.seat_digests.values())
        return all(any(keys.fits(key, digest) for digest in digests) for key in given)

    def is_host(self, given: Sequence[str]) -> bool:
        return any(keys.fits(key, self.host_digest) for key in given)

    def may_watch(self, given: Sequence[str]) -> bool:
        """A game that is being played needs a key, unless it is listed. Before it the name is the invitation, and
        whoever is invited sees which seats are free; after it nothing is hidden any more."""
        public = self._kept.settings.listed or self._kept.status != "playing"
        return public or any(keys.fits(key, self.watch_digest) for key in given)

    def why_leave(self, given: Sequence[str], seats: Seats) -> EwalaError | None:
        """Why whoever came in with these seats has to leave: one was freed, or the time of guests is over."""
        if self.seats_of(given) != seats:
            return SeatFreed()
        if not seats and not self.is_host(given) and not self.may_watch(given):
            return NotAllowed("table/started", Sentence("the game has started"))
        return None

    def change(self, changes: Mapping[Seat, str | None]) -> None:
        """Seats have got other keys, or none; called when that is on disk."""
        self.changes += 1
        for seat, digest in changes.items():
            if digest:
                self.seat_digests[seat] = digest
            else:
                self.seat_digests.pop(seat, None)

    def become(self, seat_digests: Mapping[Seat, str]) -> None:
        """Keys as the database has them, where others may have changed them."""
        if seat_digests != self.seat_digests:
            self.changes += 1
            self.seat_digests = dict(seat_digests)


def key_changes(events: Sequence[Event], key: str) -> dict[Seat, str | None]:
    """What these events mean for the keys to seats: who sits down has the key of this digest, who stands up none."""
    changes: dict[Seat, str | None] = {}
    if CHANGE_KEYS.isdisjoint(map(type, events)):
        return changes  # as nearly always
    for event in events:
        if isinstance(event, SatDown):
            changes[event.seat] = key
        elif isinstance(event, StoodUp):
            changes[event.seat] = None
    return changes
