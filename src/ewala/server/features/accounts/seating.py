"""Where people meet tables: whose a seat is, who may sit at a rated one, and what somebody plays and has played."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Engine

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.features.accounts.claims import TWO_SEATS, Claims, NotYours
from ewala.server.features.accounts.games import Played, finished, going_on
from ewala.server.features.ratings.store import RatingBook
from ewala.server.platform.storage.outcomes import outcome_of
from ewala.server.platform.storage.terms import terms_of
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.events import Moved

MOST_GOING_ON = 100  # of somebody's tables that are looked at at once
TOO_LATE = NotYours("person/rated", Sentence("the rated game has begun: seats stay as they are"))

T = TypeVar("T")


class Seating:
    """At all tables of a server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def _ask(self, what: Callable[[Engine], T]) -> T:
        return await self._registry.read(lambda: what(self._registry.store.engine))

    async def claim(self, person: str, room: Room, seat: Seat) -> None:
        """The seat is this person's from now on; raises NotYours."""
        rated = room.kept.created.rated
        if rated and not await self._may_change(room) and (await self.holders(room)).get(seat) != person:
            raise TOO_LATE
        outcome = outcome_of(room.kept) if room.kept.status == "over" else None
        await self._ask(lambda engine: Claims(engine).claim(person, room.id, seat, outcome=outcome, only_seat=rated))

    async def check_has_no_seat(self, person: str, room: Room) -> None:
        """Raises NotYours for whoever has one at this table already."""
        if person in (await self.holders(room)).values():
            raise TWO_SEATS

    async def holders(self, room: Room) -> dict[Seat, str]:
        """Whose the seats of a table are, of those that are anybody's."""
        return await self._ask(lambda engine: Claims(engine).at(room.id))

    async def check_may_change(self, table_id: str) -> None:
        """Raises NotYours where a rated game has begun: nobody steps out of it when it goes badly."""
        room = await self._registry.room_if_any(table_id)
        if room is not None and room.kept.created.rated and not await self._may_change(room):
            raise TOO_LATE

    async def _may_change(self, room: Room) -> bool:
        """Whether it can still be said whose seats are at a rated table: until somebody has moved, at whatever process.
        A rematch starts with the last who sits down, and they say so afterwards."""
        if self._registry.store.shared:
            await room.look()
        return room.kept.status != "over" and not any(isinstance(event, Moved) for event in room.kept.events)

    async def check_all_known(self, room: Room) -> None:
        """Raises NotYours unless a rated game can begin: every seat is a person's, or a bot's that was measured."""
        holders, table = await self.holders(room), room.kept
        played = {seat: sitter for seat, sitter in table.sitters.items() if sitter.kind in ("person", "bot")}
        if len(played) < len([sitter for sitter in table.sitters.values() if sitter.kind != "closed"]):
            return  # seats are still free, and whoever starts is told so
        unknown = [sitter.name for seat, sitter in played.items() if sitter.kind == "person" and seat not in holders]
        if unknown:
            raise NotYours("table/unproved", Sentence("not proved who they are: {names}", names=", ".join(unknown)))
        measured = terms_of(table.game.name, len(played)).bots
        for sitter in played.values():
            if sitter.bot and sitter.bot not in measured:
                raise NotYours(
                    "table/unrated-bot",
                    Sentence("it was not measured how strong {bot} is, with so many players", bot=sitter.bot),
                )

    async def take_along(self, before: Room, was: Seat, room: Room, seat: Seat) -> None:
        """Whose a seat was is whose the seat of the rematch is."""
        person = (await self.holders(before)).get(was)
        if person is not None:
            await self._ask(lambda engine: Claims(engine).claim(person, room.id, seat, only_seat=True))

    # --- Games

    async def games_going_on(self, person: str) -> list[Played]:
        ids = await self._ask(lambda engine: Claims(engine).unfinished(person, MOST_GOING_ON))
        theirs = await self._ask(lambda engine: Claims(engine).of(person))
        found = []
        for table_id in ids:
            seats = [taken.seat for taken in theirs if taken.table == table_id]
            room = await self._registry.room_if_any(table_id)
            if room is not None and room.kept.status != "over" and seats:
                found.append(going_on(room.id, room.kept, seats))
        return sorted(found, key=lambda game: (not game.mine_to_move, game.status != "playing", -game.touched_at))

    async def games_over(self, person: str, most: int | None, game: str, before: str) -> list[Played]:
        """What is missing is kept first."""
        for table_id in await self._ask(lambda engine: Claims(engine).without_outcome(person, MOST_GOING_ON)):
            room = await self._registry.room_if_any(table_id)
            if room is not None and room.kept.status == "over":
                await self._keep_outcome(room)
        await self._ask(lambda engine: RatingBook(engine).reckon())
        return await self._ask(lambda engine: finished(engine, person, most, game, before))

    async def _keep_outcome(self, room: Room) -> None:
        outcome = outcome_of(room.kept)
        await self._ask(lambda engine: Claims(engine).add_outcome(room.id, outcome))
