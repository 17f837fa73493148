"""The devices at a table: which are there, in groups that are told the same, and what they are told."""

import time
from collections.abc import Iterable, Iterator

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.server.platform.wire.notices import notice_of
from ewala.server.platform.wire.outbox import EventBatch, Outbox
from ewala.server.tables.context import ServerContext
from ewala.tables import views
from ewala.tables.broadcast import Group, Happening, Telling
from ewala.tables.events import Said, Started, StoodUp
from ewala.tables.kept import Kept
from ewala.tables.messages import Closing, Presence, TableView
from ewala.tables.problems import problem_of
from ewala.tables.story import made_from, moves_that_stand

TELL_EVERY, BELIEVED = 20.0, 50.0  # seconds
CHANGE_RIGHTS = frozenset((StoodUp, Started))  # events after which somebody may have to leave


class Audience:
    """The devices at one table, each with an outbox into which everything goes that it is told."""

    def __init__(self, context: ServerContext, table_id: str, kept: Kept) -> None:
        self.groups: dict[Group, list[Outbox]] = {}
        self.devices = 0
        self.left_at = 0  # when a device was last taken away
        self._elsewhere: dict[str, tuple[str, float]] = {}  # processes, seats that have devices there, until when
        self._told_at = 0.0
        self._goodbye: EwalaError | None = None  # why everybody was let go
        self._context = context
        self._table_id = table_id
        self._kept = kept
        self._seen = dict.fromkeys(kept.sitters, context.now())  # when a person was last there, for all that is known

    # --- Who is there

    @property
    def online(self) -> list[Seat]:
        """The seats whose people are there, at this process or at another."""
        present = {seat for group in self.groups for seat in group.seats}
        if self._elsewhere:
            now = time.monotonic()
            present.update(*(seats for seats, until in self._elsewhere.values() if now < until))
        return [seat for seat in self._kept.sitters if seat in present]

    def hear_of(self, process: str, seats: str) -> None:
        """People of these seats have devices at another process; that is believed for a while."""
        before = self.online
        self._elsewhere[process] = seats, time.monotonic() + BELIEVED
        self.note_presence(seat for seat in seats if seat in self._seen)
        if self.online != before:
            self._show_presence()

    def tell_others(self) -> None:
        """Let other processes know who is here."""
        here = {seat for group in self.groups for seat in group.seats}
        self._told_at = time.monotonic()
        self._context.bus.tell([f"{self._table_id}@{''.join(sorted(here))}"])

    def tell_others_again(self) -> None:
        """From time to time, or they would take it for over."""
        if self.groups and time.monotonic() - self._told_at > TELL_EVERY:
            self.tell_others()

    def outboxes(self) -> Iterator[Outbox]:
        for outboxes in self.groups.values():
            yield from outboxes

    def enter(self, group: Group, outbox: Outbox) -> None:
        """From now on the device of this outbox is told what its group is told."""
        self._add(group, outbox)
        self.devices += 1
        self._show_presence()
        if group.seats:
            self.tell_others()
        if self._context.health.state != "ok":
            outbox.tell(msgspec.json.encode(notice_of(self._context.health.state, group.language)))
        if self._goodbye is not None:
            self._let_go(group, [outbox], self._goodbye)

    def leave(self, group: Group, outbox: Outbox) -> None:
        self._remove(group, outbox)
        self.devices -= 1
        self.left_at = self._context.now()
        self.note_presence(group.seats)
        self._show_presence()
        if group.seats:
            self.tell_others()

    def regroup(self, before: Group, after: Group, outbox: Outbox) -> None:
        """The device stays, and is told something else."""
        self._remove(before, outbox)
        self._add(after, outbox)

    def note_presence(self, seats: Iterable[Seat]) -> None:
        """These seats' people have just shown themselves, or left."""
        self._seen.update(dict.fromkeys(seats, self._context.now()))

    def is_absent(self, seat: Seat) -> bool:
        """Whether the seat's person has been away for as long as it takes to be missed. A line that breaks is no
        absence, and neither is a restart of the server."""
        return seat not in self.online and self.away_for(seat) >= self._context.config.absent_seconds * 1000

    def away_for(self, seat: Seat) -> int:
        """Milliseconds since the seat's person was last there, for all that is known; 0 if they are."""
        return 0 if seat in self.online else self._context.now() - self._seen[seat]

    def _add(self, group: Group, outbox: Outbox) -> None:
        self.groups.setdefault(group, []).append(outbox)

    def _remove(self, group: Group, outbox: Outbox) -> None:
        self.groups[group].remove(outbox)
        if not self.groups[group]:
            del self.groups[group]

    def _show_presence(self) -> None:
        watching = sum(len(outboxes) for group, outboxes in self.groups.items() if not group.seats)
        line = msgspec.json.encode(Presence(self.online, watching))
        for outboxes in self.groups.values():
            for outbox in outboxes:
                outbox.tell(line)

    # --- What they are told

    def tell(self, happenings: list[Happening], at: float = 0.0) -> None:
        """Tell every device what has happened, as far as it may know it; called when that is on disk, and has been
        since `at`."""
        telling = Telling(self._kept, self.view, happenings)
        rights_changed = not CHANGE_RIGHTS.isdisjoint([type(happening.event) for happening in happenings])
        for group, outboxes in self.groups.items():
            news = EventBatch(happenings[-1].seq, b"\n".join(telling.lines(group)), rights_changed, at)
            for outbox in outboxes:
                outbox.tell(news)

    def missed(self, since: int, group: Group) -> list[bytes] | None:
        """Lines for what a device has missed, or None if it needs a new snapshot."""
        table = self._kept
        if not 0 < since <= table.seq or table.seq - since > self._context.config.limits.watcher_backlog:
            return None
        events = [(seq, table.events[seq - 1]) for seq in range(since + 1, table.seq + 1)]
        moves = moves_that_stand(table, since + 1)
        heard = [
            Happening(seq, event, made=made_from(table, moves[seq]) if seq in moves else None)
            for seq, event in events
            if not (group.muted and isinstance(event, Said))
        ]
        if heard:
            present, result = views.present_moment(table, self._context.now()), views.result_of(table)
            heard[-1] = heard[-1]._replace(moment=present, result=result)
        return Telling(table, self.view, heard).lines(group)

    def show_storage(self) -> None:
        """Tell every device how the database is, now that it has changed."""
        for group, outboxes in self.groups.items():
            line = msgspec.json.encode(notice_of(self._context.health.state, group.language))
            for outbox in outboxes:
                outbox.tell(line)

    def tell_all(self, line: bytes) -> None:
        """Tell every device the same."""
        for outbox in self.outboxes():
            outbox.tell(line)

    def say_goodbye(self, error: EwalaError) -> None:
        """Tell every device why it is let go, so that it can come back soon; whoever still comes is told, too."""
        self._goodbye = error
        for group, outboxes in self.groups.items():
            self._let_go(group, outboxes, error)

    def _let_go(self, group: Group, outboxes: list[Outbox], error: EwalaError) -> None:
        problem = problem_of(error, group.language)
        line = msgspec.json.encode(Closing(problem.code, problem.sentence))
        for outbox in outboxes:
            outbox.close(line, problem.code)

    def view(self) -> TableView:
        """The table as all are told of it: its settings, its seats, and who of them is there."""
        return views.table_view(self._table_id, self._kept, self.online)
