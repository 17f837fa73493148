"""The devices at a table: which are there, in groups that are told the same, and what they are told."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.tables import views
from ewala.tables.broadcast import Group, Happening, Telling
from ewala.tables.events import Said, Started, StoodUp
from ewala.tables.kept import Kept
from ewala.tables.messages import Closing, Presence, TableView
from ewala.tables.problems import problem_of
from ewala.tables.story import moves_that_stand

CHANGE_RIGHTS = frozenset((StoodUp, Started))  # events after which somebody may have to leave
ABSENT_SECONDS = 60.0


class EventBatch(NamedTuple):
    """What a group of devices is told at once."""

    last: int  # the number of the last event
    lines: bytes  # a line for each event; nothing if the group does not hear of them
    rights_changed: bool = False  # whether somebody may have to leave: seats were freed, or the game began
    at: float = 0.0  # since when they are on disk, by `time.perf_counter`, if that is known


class Listener(Protocol):
    """The way to one device."""

    def tell(self, entry: EventBatch | bytes) -> None: ...

    def close(self, line: bytes, code: str) -> None:
        """The last line: after it the device is let go."""


class Audience:
    """The devices at one table."""

    def __init__(
        self, table_id: str, kept: Kept, now: Callable[[], int], absent_seconds: float = ABSENT_SECONDS
    ) -> None:
        self.groups: dict[Group, list[Listener]] = {}
        self.devices = 0
        self.left_at = 0  # when a device was last taken away
        self.absent_seconds = absent_seconds  # after which somebody who left is absent
        self._table_id = table_id
        self._kept = kept
        self._now = now
        self._seen = dict.fromkeys(kept.sitters, now())  # when a person was last there, for all that is known

    # --- Who is there

    @property
    def online(self) -> list[Seat]:
        """The seats whose people are there."""
        present = self._present()
        return [seat for seat in self._kept.sitters if seat in present]

    def _present(self) -> set[Seat]:
        return {seat for group in self.groups for seat in group.seats}

    def enter(self, group: Group, listener: Listener) -> None:
        """From now on this device is told what its group is told."""
        self._add(group, listener)
        self.devices += 1
        self._show_presence()

    def leave(self, group: Group, listener: Listener) -> None:
        self._remove(group, listener)
        self.devices -= 1
        self.left_at = self._now()
        self.note_presence(group.seats)
        self._show_presence()

    def regroup(self, before: Group, after: Group, listener: Listener) -> None:
        """The device stays, and is told something else."""
        self._remove(before, listener)
        self._add(after, listener)

    def note_presence(self, seats: Iterable[Seat]) -> None:
        """These seats' people have just shown themselves, or left."""
        self._seen.update(dict.fromkeys(seats, self._now()))

    def is_absent(self, seat: Seat) -> bool:
        """Whether the seat's person has been away for as long as it takes to be missed. A line that breaks is no
        absence, and neither is a restart of the host."""
        return seat not in self.online and self.away_for(seat) >= self.absent_seconds * 1000

    def away_for(self, seat: Seat) -> int:
        """Milliseconds since the seat's person was last there, for all that is known; 0 if they are."""
        return 0 if seat in self.online else self._now() - self._seen[seat]

    def _add(self, group: Group, listener: Listener) -> None:
        self.groups.setdefault(group, []).append(listener)

    def _remove(self, group: Group, listener: Listener) -> None:
        self.groups[group].remove(listener)
        if not self.groups[group]:
            del self.groups[group]

    def _show_presence(self) -> None:
        watching = sum(len(listeners) for group, listeners in self.groups.items() if not group.seats)
        self.tell_all(msgspec.json.encode(Presence(self.online, watching)))

    # --- What they are told

    def tell(self, happenings: list[Happening], at: float = 0.0) -> None:
        """Tell every device what has happened, as far as it may know it; called when that is kept, and has been since
        `at`."""
        telling = Telling(self._kept, self.view, happenings)
        rights_changed = not CHANGE_RIGHTS.isdisjoint([type(happening.event) for happening in happenings])
        for group, listeners in self.groups.items():
            batch = EventBatch(happenings[-1].seq, b"\n".join(telling.lines(group)), rights_changed, at)
            for listener in listeners:
                listener.tell(batch)

    def missed(self, since: int, group: Group, most: int) -> list[bytes] | None:
        """Lines for what a device has missed, or None if that is more than `most` or it needs a new snapshot."""
        table = self._kept
        if not 0 < since <= table.seq or table.seq - since > most:
            return None
        events = [(seq, table.events[seq - 1]) for seq in range(since + 1, table.seq + 1)]
        moves = moves_that_stand(table, since + 1)
        heard = [
            Happening(seq, event, ply=moves.get(seq, 0))
            for seq, event in events
            if not (group.muted and isinstance(event, Said))
        ]
        if heard:
            present, result = views.present_moment(table, self._now()), views.result_of(table)
            heard[-1] = heard[-1]._replace(moment=present, result=result)
        return Telling(table, self.view, heard).lines(group)

    def tell_all(self, line: bytes) -> None:
        """Tell every device the same."""
        for listeners in self.groups.values():
            for listener in listeners:
                listener.tell(line)

    def say_goodbye(self, error: EwalaError) -> None:
        """Tell every device why it is let go, so that it can come back soon."""
        for group, listeners in self.groups.items():
            self._let_go(group, listeners, error)

    def _let_go(self, group: Group, listeners: list[Listener], error: EwalaError) -> None:
        problem = problem_of(error, group.language)
        line = msgspec.json.encode(Closing(problem.code, problem.sentence))
        for listener in listeners:
            listener.close(line, problem.code)

    def view(self) -> TableView:
        """The table as all are told of it: its settings, its seats, and who of them is there."""
        return views.table_view(self._table_id, self._kept, self.online)
