"""Club evenings at a server: makes their tables, and records the results.

Results come from the tables themselves. They are read whenever somebody looks at the evening, by whichever process is
asked; events are numbered, so that two processes do not both write the same.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from ewala.core.game import Game
from ewala.core.state import Seat
from ewala.games.registry import game_class, kit_of
from ewala.games.roster import stand_in
from ewala.server.features.evenings.evening import (
    Evening,
    Happening,
    HeldTable,
    NotNow,
    Opened,
    Seated,
    SeatedTable,
    TableEnded,
)
from ewala.server.features.evenings.pairing import Round, Sizes
from ewala.server.features.evenings.store import (
    About,
    StoredEvening,
    TooLate,
    add_happenings,
    load_evening,
    open_evening,
)
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.server.tables.server_policy import NotOffered
from ewala.tables.caller import let_play
from ewala.tables.keys import digest_of, new_key, new_name
from ewala.tables.new_table import LONGEST_TITLE
from ewala.tables.outcomes import NO_PLACE, outcome_of
from ewala.tables.problems import NotUsable, TooMany, Unavailable
from ewala.tables.table import LONGEST_NAME

TRIES = 5  # at writing something down, while others write as well

NO_EVENINGS = NotOffered("house/no-evenings", "no club evenings are opened here at the moment")

Decide = Callable[[Evening], Sequence[Happening]]


class FoundTable(NamedTuple):
    """A table of an evening that has not ended, and the seats of those who are meant to sit there, if it is there."""

    held: HeldTable
    room: Room | None
    letters: Mapping[str, Seat]


class Organizer:
    """All evenings of a server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self.now = registry.now

    def check_offered(self) -> None:
        """Raises NotOffered where the host allows no new evenings."""
        if not self._registry.policy.limits.evenings:
            raise NO_EVENINGS

    async def open(self, about: About, opened: Opened) -> tuple[StoredEvening, str]:
        """A new evening, and its organiser's key."""
        key = new_key()
        evening_id = await self._registry.change(open_evening, about, opened, digest_of(key))
        return await self._load(evening_id), key

    async def look(self, evening_id: str) -> StoredEvening:
        """As it stands; what its tables have come to meanwhile is written down first. Raises NoSuchEvening."""
        kept = await self._load(evening_id)
        ended = [await self._ended(table) for table in kept.evening.playing()]
        if any(ended):
            found = [one for one in ended if one]
            kept = await self.write(kept, lambda evening: _still_playing(evening, found))
        if kept.evening.pair(self.now()):
            kept = await self._seat_free(kept)
        return kept

    async def come(self, evening_id: str, name: str) -> tuple[StoredEvening, str, str]:
        """Somebody comes, with a name that they can sit down with; who they are there, and their key."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise NotUsable(
                "evening/name", "a name has 1 to {longest_name} printable characters", longest_name=LONGEST_NAME
            )
        who, key = new_name(8), new_key()
        kept = await self._load(evening_id)
        now = self.now()
        kept = await self.write(kept, lambda evening: evening.come(who, name, now), {who: digest_of(key)})
        return kept, who, key

    async def write(
        self, kept: StoredEvening, decide: Decide, digests: Mapping[str, str] | None = None
    ) -> StoredEvening:
        """Write down what is decided, by what is true when it is."""
        for _ in range(TRIES):
            happenings = decide(kept.evening)
            if not happenings:
                return kept
            try:
                return await self._add(kept, happenings, digests)
            except TooLate:
                kept = await self._load(kept.id)
        raise Unavailable("evening/busy", "too much happens at this evening at once: try again")

    async def begin_round(self, kept: StoredEvening) -> StoredEvening:
        """The next round: its tables are made, and begin as soon as everybody has sat down.

        Said twice at once, it begins once.
        """
        planned, later = await asyncio.to_thread(kept.evening.next_round)
        try:
            return await self._seat(kept, planned, later)
        except TooLate:
            return await self._load(kept.id)

    async def stand_in(self, kept: StoredEvening, table_id: str, who: str) -> None:
        """Let a bot play for somebody who has not come to their table, or is away from it."""
        table = kept.evening.table_of(who)
        found = await self.find(kept, table) if table and table.id == table_id else None
        if found is None or found.room is None:
            raise NotNow("evening/no-table", "they are at no table that is still to be played")
        seat, bot = found.letters[who], stand_in(kept.about.game)
        await found.room.submit(let_play(found.room, seat, bot, gone=not kept.evening.guests[who].there))

    async def find(self, kept: StoredEvening, table: HeldTable) -> FoundTable:
        """A table with its seats."""
        room = await self._registry.room_if_any(table.id)
        letters = game_for(kept.about, len(table.seats)).seats
        return FoundTable(table, room, dict(zip(table.seats, letters, strict=True)))

    # ---

    async def _seat_free(self, kept: StoredEvening) -> StoredEvening:
        for table in kept.evening.pair(self.now()):
            try:
                kept = await self._seat(kept, Round((table,), ()), [])
            except TooLate:  # somebody else has paired them
                return await self._load(kept.id)
            except TooMany:  # they wait until there is room for them
                return kept
        return kept

    async def _seat(self, kept: StoredEvening, planned: Round, later: Sequence[Round]) -> StoredEvening:
        """Make the tables and write down who sits where. Tables that nobody is told of go by themselves."""
        names = {who: guest.name for who, guest in kept.evening.guests.items()}
        made = []
        async with self._registry.space_for(len(planned.tables)):
            for seats in planned.tables:
                title = f"{kept.evening.opened.name}: {', '.join(names[who] for who in seats)}"[:LONGEST_TITLE]
                game = game_for(kept.about, len(seats))
                new = await self._registry.create(game, structs.replace(kept.about.settings, title=title), at_once=True)
                made.append(SeatedTable(new.room.id, list(seats)))
        seated = Seated(tables=made, pausing=list(planned.pausing), plan=list(later), at=self.now())
        return await self._add(kept, [seated])

    async def _add(
        self, kept: StoredEvening, happenings: Sequence[Happening], digests: Mapping[str, str] | None = None
    ) -> StoredEvening:
        """Raises TooLate if something else came first."""
        await self._registry.change(add_happenings, kept, happenings, digests)
        return await self._load(kept.id)

    async def _ended(self, table: HeldTable) -> TableEnded | None:
        """What came of a table, if it is over; one that is gone was broken off."""
        room = await self._registry.room_if_any(table.id)
        if room is None:
            return TableEnded(id=table.id, places=[], at=self.now())
        if room.kept.status != "over":
            return None
        outcome = outcome_of(room.kept)
        places = [one.place for one in sorted(outcome.seats, key=lambda one: room.kept.game.seats.index(one.seat))]
        return TableEnded(id=table.id, places=[] if NO_PLACE in places else places, at=outcome.ended_at)

    async def _load(self, evening_id: str) -> StoredEvening:
        return await self._registry.ask(load_evening, evening_id)


def _still_playing(evening: Evening, ended: Sequence[TableEnded]) -> list[Happening]:
    """Those of them that nobody has written down yet."""
    playing = {table.id for table in evening.playing()}
    return [one for one in ended if one.id in playing]


def game_for(about: About, players: int) -> Game:
    """The game for so many players; who sits first begins."""
    return _by_players(about)[players]


def sizes_for(about: About, best: int) -> Sizes:
    """How many may sit at a table of this game; raises BadSetup unless so many can that the organiser likes."""
    many = sorted(_by_players(about))
    return Sizes(many[0], many[-1], best or many[-1]).checked()


def _by_players(about: About) -> dict[int, Game]:
    rules = game_class(about.game).from_parameters(about.parameters)
    return {len(game.seats): game for game in kit_of(about.game).by_players(rules)}
