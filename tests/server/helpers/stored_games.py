"""What a database holds of each table, event by event, and what a viewer may know of it: for tests that compare."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ewala.core.roles import SPECTATOR
from ewala.core.state import State
from ewala.tables.events import Event, Moved, Said, StoodUp, decode_event, encode_event
from ewala.tables.keys import digest_of
from ewala.tables.table import Table


@dataclass(frozen=True)
class Page:
    """A table as it was after one of its events."""

    over: bool
    to_act: str | None
    moves: tuple[str, ...] = ()
    state: State | None = None  # none before the start
    before: State | None = None  # the position before the last move

    def log(self, seats: Sequence[str]) -> list[str]:
        """The moves so far, as a device with these seats may know them."""
        if not self.moves:
            return []
        assert self.before is not None
        return [*self.moves[:-1], self.before.seen(self.moves[-1], self._viewer(seats))]

    def text(self, seats: Sequence[str]) -> str:
        return self.state.view(self._viewer(seats)).text if self.state else ""

    def _viewer(self, seats: Sequence[str]) -> Any:
        """Whose eyes a device has: of its seats the one that must act, else the first; else a spectator's."""
        if self.to_act in seats:
            return self.to_act
        return seats[0] if seats else SPECTATOR


class StoredGame:
    """A table's events in the database."""

    def __init__(self, secret: bytes, digests: dict[str, str]) -> None:
        self.secret = secret
        self.digests = digests  # seat -> digest of the key to it
        self.events: list[Event] = []

    @property
    def last(self) -> int:
        return len(self.events)

    def seen(self, seq: int, seats: Sequence[str]) -> Any:
        """Event number `seq` as a device with these seats may know it."""
        event = self.events[seq - 1]
        if isinstance(event, Moved):
            return {"type": "moved", "at": event.at, "seat": event.seat, "move": event.seen_by(seats)}
        return json.loads(encode_event(event))

    def only_said(self, first: int, last: int) -> bool:
        """Whether nothing happened from one event to another but talk."""
        return all(isinstance(event, Said) for event in self.events[first - 1 : last])

    def seats_of(self, keys: Sequence[str]) -> list[str]:
        digests = {digest_of(key) for key in keys}
        return [seat for seat in self.sitters if self.digests.get(seat) in digests]

    def changed_hands(self, seat: str) -> bool:
        return any(isinstance(event, StoodUp) and event.seat == seat for event in self.events)

    def moved(self, seat: str, client: str, move: str) -> bool:
        """Whether a move that a client has named so is there."""
        wanted = (seat, client, move)
        return any((e.seat, e.client, e.move) == wanted for e in self.events if isinstance(e, Moved))

    def page(self, seq: int) -> Page:
        """The table after that many events."""
        return self._pages[seq - 1]

    @cached_property
    def sitters(self) -> list[str]:
        return list(Table.fold(self.events[:1], self.secret).sitters)

    @cached_property
    def _pages(self) -> list[Page]:
        table = Table.fold(self.events[:1], self.secret)
        pages = [_page(table)]
        for event in self.events[1:]:
            table._apply(event)
            pages.append(_page(table))
        return pages


def _page(table: Table) -> Page:
    over, to_act, match = table.status == "over", table.to_act, table.match
    if match is None:
        return Page(over, to_act)
    return Page(over, to_act, tuple(match.record.moves), match.state, match.before)


def stored_games(database: Path, only: str = "") -> dict[str, StoredGame]:
    """Everything that is on disk, or only what is there of one table."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        where = (only, only)
        found = connection.execute("SELECT id, secret FROM tables WHERE id = ? OR ? = ''", where)
        games = {name: StoredGame(secret, {}) for name, secret in found}
        keys = "SELECT table_id, seat, digest FROM seat_keys WHERE table_id = ? OR ? = ''"
        for name, seat, digest in connection.execute(keys, where):
            games[name].digests[seat] = digest
        events = "SELECT table_id, seq, body FROM events WHERE table_id = ? OR ? = '' ORDER BY table_id, seq"
        rows = connection.execute(events, where)
        for name, seq, body in rows:
            assert seq == games[name].last + 1, f"table {name}: event {seq} follows {games[name].last}"
            games[name].events.append(decode_event(body))
    finally:
        connection.close()
    return games


def stored_seq(database: Path, table: str) -> int | None:
    """The number of a table's last event on disk, right now; None if the database cannot be asked."""
    try:
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=1)
        try:
            row = connection.execute("SELECT max(seq) FROM events WHERE table_id = ?", [table]).fetchone()
        finally:
            connection.close()
    except sqlite3.Error:
        return None
    return row[0] or 0


def by_hand(folder: Path, statement: str, *values: object) -> list[Any]:
    """What somebody else does with a server's database, or finds there."""
    with closing(sqlite3.connect(folder / "ewala.db")) as database, database:
        return database.execute(statement, values).fetchall()
