"""A table of this device: commands are decided one after another, kept, and told to whoever looks at it.

It is the server's way (server/tables/room.py) without other processes, outages or other people's devices.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.local.keeper import Addition, Keeper, KeptTable, not_kept, stored_from
from ewala.tables import views
from ewala.tables.broadcast import Group, Telling, happenings_of
from ewala.tables.commands import Change
from ewala.tables.events import Event, encode_event
from ewala.tables.kept import Kept, Receipt
from ewala.tables.messages import Presence, TableView
from ewala.tables.rights import Rights, SeatFreed, key_changes

Answer = Callable[[int | EwalaError], None]  # told the number of the event that is kept, or why there is none


class Looker(NamedTuple):
    """Somebody who looks at the table, and how lines get there."""

    group: Group
    tell: Callable[[list[bytes]], None]


class _Asked(NamedTuple):
    change: Change
    answer: Answer
    key: str
    by: Seat | None
    fresh: list[KeptTable]


class Room:
    """One table. `on_news` is called whenever something has happened."""

    def __init__(
        self, table: KeptTable, keep: Keeper, now: Callable[[], int], on_news: "Callable[[Room], None]"
    ) -> None:
        """Raises DamagedLog, or whatever the damage leads to, if what was kept cannot have happened."""
        stored = stored_from(table)
        self.id = table.id
        self.kept = Kept(stored)
        self.rights = Rights(stored, self.kept)
        self.lookers: list[Looker] = []
        self.since = now()
        self._keep = keep
        self._now = now
        self._on_news = on_news
        self._draft = self.kept.draft()
        self._asked: deque[_Asked] = deque()
        self._keeping = False

    # --- Who looks

    @property
    def online(self) -> list[Seat]:
        present = {seat for looker in self.lookers for seat in looker.group.seats}
        return [seat for seat in self.kept.sitters if seat in present]

    def enter(self, looker: Looker, greet: Callable[[], None]) -> None:
        """From now on somebody is told what happens, after a greeting."""
        self.lookers.append(looker)
        greet()
        self._show_presence()

    def leave(self, looker: Looker) -> None:
        self.lookers.remove(looker)
        self._show_presence()

    def view(self) -> TableView:
        return views.table_view(self.id, self.kept, self.online)

    def _show_presence(self) -> None:
        watching = sum(not looker.group.seats for looker in self.lookers)
        for looker in self.lookers:
            looker.tell([msgspec.json.encode(Presence(self.online, watching))])

    # --- Commands, one after another

    def carry_out(
        self,
        change: Change,
        answer: Answer,
        *,
        key: str = "",
        by: Seat | None = None,
        fresh: list[KeptTable] | None = None,
    ) -> None:
        """Carry out a change when its turn comes; `answer` is told once it is kept, right after all who look. `key` is
        the digest of the key to a seat that is taken by it, `by` the seat by whose right it is asked for, `fresh` are
        new tables that are kept together with it."""
        asked = _Asked(change, answer, key, by, fresh or [])
        if self._keeping:
            self._asked.append(asked)
        else:
            self._decide(asked)

    def _decide(self, asked: _Asked) -> None:
        now = self._now()
        try:
            if asked.by is not None and asked.by not in self.rights.seat_digests:
                raise SeatFreed
            events = asked.change(self._draft, now)
        except EwalaError as refusal:
            self._forget_draft()
            asked.answer(refusal)
            return
        if not events:
            asked.answer(self.kept.seq)
            return
        self._keeping = True
        keys = key_changes(events, asked.key)
        held = {**self.rights.seat_digests, **keys}
        addition = Addition(
            self.id,
            self.kept.seq + 1,
            [encode_event(event).decode() for event in events],
            {seat: digest for seat, digest in held.items() if digest},
            asked.fresh,
        )
        self._keep(
            addition, lambda: self._on_kept(asked, events, keys, now), lambda reason: self._on_lost(asked, reason)
        )

    def _on_kept(self, asked: _Asked, events: list[Event], keys: dict[Seat, str | None], now: int) -> None:
        self.kept.grow(Receipt(self.kept.seq + 1, events), self._draft)
        if keys:
            self.rights.change(keys)
        self._keeping = False
        telling = Telling(self.kept, self.view, happenings_of(self.kept, events, now))
        for looker in list(self.lookers):
            looker.tell(telling.lines(looker.group))
        asked.answer(self.kept.seq)
        self._go_on()

    def _on_lost(self, asked: _Asked, reason: str) -> None:
        self._keeping = False
        self._forget_draft()
        asked.answer(not_kept(reason))
        self._go_on()

    def _forget_draft(self) -> None:
        if self._draft.seq != self.kept.seq:
            self._draft = self.kept.draft()

    def _go_on(self) -> None:
        while self._asked and not self._keeping:
            self._decide(self._asked.popleft())
        if not self._keeping:
            self._on_news(self)
