"""A table that is yet to be stored: the row that it will have, and the keys that its maker is told."""

from collections.abc import Callable

from ewala.server.platform.storage.units import StorageLost, Unit
from ewala.server.tables.context import ServerContext
from ewala.server.tables.room import Room
from ewala.tables.fingerprints import NOT_PLAYED, fingerprint_of_table
from ewala.tables.kept import Receipt, Stored
from ewala.tables.keys import digest_of, new_key, new_table_id
from ewala.tables.rights import Rights
from ewala.tables.table import Table


class NewTable:
    """The moment it is on disk, there is a room: `take_in` makes one of what was stored."""

    def __init__(
        self,
        context: ServerContext,
        table: Table,
        secret: bytes,
        take_in: Callable[[Stored], Room],
        as_before: Rights | None = None,
    ) -> None:
        """Whoever hosts or watches a table `as_before`, does so here, by the same keys."""
        created = table.created
        self.host_key, self.watch_key = new_key(), new_key()
        self.room: Room
        self._context = context
        self._take_in = take_in
        self._events = table.events
        self._marks = fingerprint_of_table(table)
        self._row = {
            "id": new_table_id(),
            "status": table.status,
            "listed": int(created.settings.listed),
            "created_at": created.at,
            "touched_at": created.at,
            "host_digest": as_before.host_digest if as_before else digest_of(self.host_key),
            "watch_digest": as_before.watch_digest if as_before else digest_of(self.watch_key),
            "secret": secret,
            "outage": context.outages.last,
        }

    @property
    def id(self) -> str:
        return str(self._row["id"])

    def unit(self, answer: Callable[[Receipt | StorageLost], None] = lambda _: None) -> Unit:
        """What has to be stored for it, and whom to tell."""

        def on_disk(receipt: Receipt) -> None:
            # From what was written: whoever had to read it again might fail to, and nobody would have its keys.
            self.room = self._take_in(self._context.store.as_new(self._row, receipt))
            answer(receipt)

        return Unit(
            self.id,
            1,
            self._events,
            on_disk,
            answer,
            new_table=self._row,
            marks=None if self._marks == NOT_PLAYED else self._marks,
        )
