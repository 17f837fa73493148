"""Play now: a seat at a table where somebody waits, else at a new one that is open to everybody.

A seat that was offered is not offered again for a moment, so that two who ask at once sit down together. Two who ask
two processes at once may each open a table: who waits asks again from time to time, and the later one moves.
"""

import asyncio
from collections.abc import Iterator
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from ewala.core.game import Game
from ewala.core.state import Seat
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.server.tables.new_table import NewTable
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.clock import ClockRule
from ewala.tables.events import Settings
from ewala.tables.problems import NotUsable

OFFERED = 10_000  # milliseconds for which an offered seat is reserved
CLOCK = ClockRule("real-time", 600, 10)  # who leaves does not hold up strangers for ever


class PlayNowRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What you would like to play, now and with whoever comes."""

    game: Annotated[str, Meta(max_length=40, description="A game's name.", examples=[next(iter(GAMES))])]
    players: Annotated[int, Meta(ge=0, le=9, description="How many are to play; 0: any number.")] = 0
    rated: bool = False
    instead_of: Annotated[
        str, Meta(max_length=16, description="The table at which you wait: an older one is offered, if there is any.")
    ] = ""


class Offer(NamedTuple):
    """A seat to sit down at; the table is new if nobody was waiting."""

    room: Room
    seat: Seat
    made: NewTable | None = None


class PlayNow:
    """At all tables of a server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._one_by_one = asyncio.Lock()
        self._offered: dict[tuple[str, Seat], int] = {}  # until when

    async def offer(self, wish: PlayNowRequest, instead_of: Room | None = None) -> Offer | None:
        """A seat for somebody; for a player who waits already, `instead_of` that table, None unless an older one fits.
        Raises NotOffered where the house has no lobby, or no rated games."""
        game = game_for(wish)
        self._registry.check_table(rated=wish.rated, listed=True)
        async with self._one_by_one:
            now = self._registry.now()
            self._offered = {place: until for place, until in self._offered.items() if until > now}
            for room in sorted(await self._registry.listed(), key=age):
                if instead_of is not None and age(room) >= age(instead_of):
                    return None
                if fits(room, wish) and (seat := next(self._free(room), None)):
                    return self._offering(Offer(room, seat), now)
            if instead_of is not None:
                return None
            async with self._registry.space_for():
                made = await self._registry.create(
                    game, Settings(listed=True, clock=CLOCK), rated=wish.rated, at_once=True, for_anyone=True
                )
            return self._offering(Offer(made.room, next(iter(made.room.kept.sitters)), made), now)

    def _free(self, room: Room) -> Iterator[Seat]:
        """Seats that are nobody's, and kept for nobody."""
        for seat, sitter in room.kept.sitters.items():
            if sitter.kind == "open" and (room.id, seat) not in self._offered:
                yield seat

    def _offering(self, offer: Offer, now: int) -> Offer:
        self._offered[offer.room.id, offer.seat] = now + OFFERED
        return offer


def age(room: Room) -> tuple[int, str]:
    """The oldest first; the same for all processes."""
    return room.kept.created.at, room.id


def fits(room: Room, wish: PlayNowRequest) -> bool:
    """Whether it is a table that somebody would like who wants to play now: somebody waits there, for a game that is
    played in one sitting."""
    created, seats = room.kept.created, room.kept.sitters.values()
    players = sum(sitter.kind != "closed" for sitter in seats)
    return (
        created.game == wish.game
        and created.rated == wish.rated
        and not created.position
        and created.settings.clock.kind != "correspondence"
        and (wish.players in (0, players))
        and (created.for_anyone or bool(room.audience.online))
    )


def game_for(wish: PlayNowRequest) -> Game:
    """For as many players as somebody likes, else as few as can be: then it begins soonest."""
    by_players = {len(game.seats): game for game in kit_of(wish.game).by_players(game_class(wish.game).for_people({}))}
    players = wish.players or min(by_players)
    if players not in by_players:
        many = ", ".join(map(str, sorted(by_players)))
        raise NotUsable("setup/players", "so many can play: {many}", many=many)
    return by_players[players]
