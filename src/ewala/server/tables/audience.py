"""The devices at a table: which are there, in groups that are told the same, and what they are told."""

from collections.abc import Iterable

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.play.events import Said, Started, StoodUp
from ewala.server.storage.kept import Kept
from ewala.server.tables.house import House
from ewala.server.wire import views
from ewala.server.wire.messages import Closing, Presence, TableView
from ewala.server.wire.outbox import News, Outbox
from ewala.server.wire.problems import problem_of
from ewala.server.wire.storage_notice import notice_of
from ewala.server.wire.telling import Group, Happening, Telling

__all__ = ["Audience"]

CHANGE_RIGHTS = frozenset((StoodUp, Started))  # events after which somebody may have to leave


class Audience:
    """The devices at one table, each with an outbox into which everything goes that it is told."""

    def __init__(self, house: House, table_id: str, kept: Kept) -> None:
        self.groups: dict[Group, list[Outbox]] = {}
        self.devices = 0
        self.left_at = 0  # when a device was last taken away
        self._house = house
        self._table_id = table_id
        self._kept = kept
        self._seen = dict.fromkeys(kept.sitters, house.now())  # when a person was last there, for all that is known

    # --- Who is there

    @property
    def online(self) -> list[Seat]:
        present = {seat for group in self.groups for seat in group.seats}
        return [seat for seat in self._kept.sitters if seat in present]

    def enter(self, group: Group, outbox: Outbox) -> None:
        """From now on the device of this outbox is told what its group is told."""
        self._add(group, outbox)
        self.devices += 1
        self._show_presence()
        if self._house.health.state != "ok":
            outbox.tell(msgspec.json.encode(notice_of(self._house.health.state, group.language)))

    def leave(self, group: Group, outbox: Outbox) -> None:
        self._remove(group, outbox)
        self.devices -= 1
        self.left_at = self._house.now()
        self.note_presence(group.seats)
        self._show_presence()

    def regroup(self, before: Group, after: Group, outbox: Outbox) -> None:
        """The device stays, and is told something else."""
        self._remove(before, outbox)
        self._add(after, outbox)

    def note_presence(self, seats: Iterable[Seat]) -> None:
        """These seats' people have just shown themselves, or left."""
        self._seen.update(dict.fromkeys(seats, self._house.now()))

    def is_absent(self, seat: Seat) -> bool:
        """Whether the seat's person has been away for as long as it takes to be missed. A line that breaks is no
        absence, and neither is a restart of the server."""
        away = self._house.now() - self._seen[seat]
        return seat not in self.online and away >= self._house.config.absent_seconds * 1000

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

    def tell(self, happenings: list[Happening]) -> None:
        """Tell every device what has happened, as far as it may know it; called when that is on disk."""
        telling = Telling(self._kept, self.view, happenings)
        rights_changed = not CHANGE_RIGHTS.isdisjoint([type(happening.event) for happening in happenings])
        for group, outboxes in self.groups.items():
            news = News(happenings[-1].seq, b"\n".join(telling.lines(group)), rights_changed)
            for outbox in outboxes:
                outbox.tell(news)

    def missed(self, since: int, group: Group) -> list[bytes] | None:
        """Lines for what a device has missed, or None if it needs a new snapshot."""
        table = self._kept
        if not 0 < since <= table.seq or table.seq - since > self._house.config.limits.watcher_backlog:
            return None
        events = [(seq, table.events[seq - 1]) for seq in range(since + 1, table.seq + 1)]
        heard = [Happening(seq, event) for seq, event in events if not (group.muted and isinstance(event, Said))]
        if heard:
            present, result = views.present_moment(table, self._house.now()), views.result_of(table)
            heard[-1] = heard[-1]._replace(moment=present, result=result)
        return Telling(table, self.view, heard).lines(group)

    def show_storage(self) -> None:
        """Tell every device how the database is, now that it has changed."""
        for group, outboxes in self.groups.items():
            line = msgspec.json.encode(notice_of(self._house.health.state, group.language))
            for outbox in outboxes:
                outbox.tell(line)

    def say_goodbye(self, error: EwalaError) -> None:
        """Tell every device why it is let go, so that it can come back soon."""
        for group, outboxes in self.groups.items():
            problem = problem_of(error, group.language)
            line = msgspec.json.encode(Closing(problem.code, problem.sentence))
            for outbox in outboxes:
                outbox.close(line, problem.code)

    def view(self) -> TableView:
        """The table as all are told of it: its settings, its seats, and who of them is there."""
        return views.table_view(self._table_id, self._kept, self.online)
