"""The devices of this process at a table, and those that other processes say they have."""

import time
from collections.abc import Iterator

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.server.platform.wire.outbox import Outbox, notice_of
from ewala.server.tables.context import ServerContext
from ewala.tables import audience
from ewala.tables.audience import Listener
from ewala.tables.broadcast import Group
from ewala.tables.kept import Kept

TELL_EVERY, BELIEVED = 20.0, 50.0  # seconds


class Audience(audience.Audience):
    """Each device has an outbox into which everything goes that it is told."""

    def __init__(self, context: ServerContext, table_id: str, kept: Kept) -> None:
        super().__init__(table_id, kept, context.now, context.config.absent_seconds)
        self._elsewhere: dict[str, tuple[str, float]] = {}  # processes, seats that have devices there, until when
        self._told_at = 0.0
        self._goodbye: EwalaError | None = None  # why everybody was let go
        self._context = context

    def _present(self) -> set[Seat]:
        present = super()._present()
        if self._elsewhere:
            now = time.monotonic()
            present.update(*(seats for seats, until in self._elsewhere.values() if now < until))
        return present

    def hear_of(self, process: str, seats: str) -> None:
        """People of these seats have devices at another process; that is believed for a while."""
        before = self.online
        self._elsewhere[process] = seats, time.monotonic() + BELIEVED
        self.note_presence(seat for seat in seats if seat in self._seen)
        if self.online != before:
            self._show_presence()

    def tell_others(self) -> None:
        """Let other processes know who is here."""
        self._told_at = time.monotonic()
        self._context.bus.tell([f"{self._table_id}@{''.join(sorted(super()._present()))}"])

    def tell_others_again(self) -> None:
        """From time to time, or they would take it for over."""
        if self.groups and time.monotonic() - self._told_at > TELL_EVERY:
            self.tell_others()

    def outboxes(self) -> Iterator[Outbox]:
        for listeners in self.groups.values():
            yield from (listener for listener in listeners if isinstance(listener, Outbox))

    def enter(self, group: Group, listener: Listener) -> None:
        super().enter(group, listener)
        if group.seats:
            self.tell_others()
        if self._context.health.state != "ok":
            listener.tell(msgspec.json.encode(notice_of(self._context.health.state, group.language)))
        if self._goodbye is not None:
            self._let_go(group, [listener], self._goodbye)

    def leave(self, group: Group, listener: Listener) -> None:
        super().leave(group, listener)
        if group.seats:
            self.tell_others()

    def show_storage(self) -> None:
        """Tell every device how the database is, now that it has changed."""
        for group, listeners in self.groups.items():
            line = msgspec.json.encode(notice_of(self._context.health.state, group.language))
            for listener in listeners:
                listener.tell(line)

    def say_goodbye(self, error: EwalaError) -> None:
        """Whoever still comes is told, too."""
        self._goodbye = error
        super().say_goodbye(error)
