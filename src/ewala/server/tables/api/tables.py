"""Tables over HTTP: make, list, join, start, move."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import GAMES, game_class
from ewala.games.roster import entry_called, stand_in
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.wire.openapi import KEY, KEY_OR_NONE, SeatLetter, TableId, refusals
from ewala.server.tables.api.access import Caller, keys_shown
from ewala.server.tables.policy import check_table, room_for
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.server.tables.standing_in import let_play
from ewala.tables import views
from ewala.tables.broadcast import Seats
from ewala.tables.commands import SeatCommand, change_of
from ewala.tables.events import Event, Settings
from ewala.tables.keys import digest_of, new_key
from ewala.tables.messages import (
    MOST_PLIES,
    ComeBack,
    Confirm,
    MakeMove,
    PartText,
    Resign,
    ShowPart,
    Snapshot,
    TableView,
    TakeBack,
)
from ewala.tables.problems import NotAllowed, TooMany
from ewala.tables.rematch import next_seats
from ewala.tables.starts import checked_start
from ewala.tables.study_board import LONGEST_POSITION
from ewala.tables.table import LONGEST_PORTRAIT, NotPossible, Table

Playing = Annotated[
    bool, QueryParameter(description="The listed tables with a game going on, instead of those that wait for players.")
]
SeatName = Annotated[str, Meta(min_length=1, max_length=1)]


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made: the game, its options by name, the table's settings."""

    game: Annotated[str, Meta(max_length=40, description="A game's name.", examples=[next(iter(GAMES))])]
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=500)] | bool] = {}
    settings: Settings = Settings()
    position: Annotated[
        str, Meta(max_length=LONGEST_POSITION, description="Its text, to play on from there; the start if empty.")
    ] = ""
    rated: Annotated[
        bool, Meta(description="Whether how it ends counts for ratings: every seat is then a bot's, or some person's.")
    ] = False


class MadeTable(msgspec.Struct):
    """A new table and the keys that only its maker is told. Keep them out of addresses that a server sees."""

    table: TableView
    host_key: str
    watch_key: str


class Rematch(msgspec.Struct):
    """The table of a rematch, and where those who have sat here sit there. Whoever hosts or watches keeps the key."""

    table: TableView
    seats: dict[Seat, Seat]


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100, description="Yours, as others see it.", examples=["Ada"])]
    promise: Annotated[
        str, Meta(max_length=64, description="SHA-256 of what you will add to the dice, as docs/dice.md says.")
    ] = ""
    portrait: Annotated[
        str, Meta(max_length=LONGEST_PORTRAIT, description="The parts of which pages draw you, by their names.")
    ] = ""
    rematch_of: Annotated[
        str, Meta(max_length=10, description="The table whose rematch this is: the key of your seat there stays yours.")
    ] = ""


class JoinedSeat(msgspec.Struct):
    seat: str
    key: str
    seq: int


class BotRequest(msgspec.Struct, forbid_unknown_fields=True):
    bot: (
        Annotated[
            str,
            Meta(
                max_length=40,
                description="The name of a bot of the game; if none is given, of whoever stands in for people.",
                examples=["ranger"],
            ),
        ]
        | None
    ) = None


class MoveRequest(msgspec.Struct, forbid_unknown_fields=True):
    move: Annotated[str, Meta(min_length=1, max_length=16, description="In the game's notation.", examples=["r:-"])]
    ply: Annotated[int, Meta(ge=0, le=MOST_PLIES, description="How many moves came before it.", examples=[1])]
    id: Annotated[str, Meta(max_length=40, description="Your name for it: said again, it has no effect.")] = ""
    seat: SeatName | None = None


class PartRequest(msgspec.Struct, forbid_unknown_fields=True):
    part: Annotated[PartText, Meta(description="What the seat has promised to add to the dice.")]


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatName | None = None


class Accepted(msgspec.Struct):
    seq: int


def _command(path: str, summary: str, *, body: bool = True) -> post:
    """A command of whoever has a key, of which everybody at the table is told."""
    return post(
        f"/{{table_id:str}}{path}",
        summary=summary,
        status_code=HTTP_200_OK,
        security=KEY,
        responses=refusals(400, 403, 404, 409, *((413, 415) if body else ()), 503),
        opt={"cost": costs.COMMAND, "told": 1},
    )


class TablesController(Controller):
    """Tables, seats and moves. What needs a key takes it from `Authorization: Bearer KEY`."""

    path = "/api/tables"
    tags = ("tables",)

    @post(summary="Make a table", responses=refusals(400, 409, 413, 415, 503), opt={"cost": costs.MADE})
    async def make(
        self,
        data: JSONBody[TableRequest],
        registry: NamedDependency[TableRegistry],
        table_limiters: NamedDependency[RateLimiters],
        request: Request[Any, Any, Any],
    ) -> MadeTable:
        if not table_limiters.take(client_of(request.scope)):
            raise TooMany("server/too-many-tables", Sentence("too many new tables at once: wait a while"), 60)
        if data.position:
            chosen = game_class(data.game).from_options(data.options)
            game = checked_start(chosen.parse(data.position), (room.kept.match for room in registry.playing())).game
        else:
            game = game_class(data.game).for_people(data.options)
        check_table(registry, rated=data.rated, listed=data.settings.listed)
        async with room_for(registry):
            made = await registry.create(game, data.settings, data.position, rated=data.rated)
        return MadeTable(made.room.audience.view(), made.host_key, made.watch_key)

    @get(
        summary="The tables that wait for players, or may be watched",
        responses=refusals(400),
        opt={"cost": costs.LIST},
    )
    async def listed(self, registry: NamedDependency[TableRegistry], playing: Playing = False) -> list[TableView]:
        offered = await registry.listed(playing=playing) if registry.policy.limits.lobby else []
        return [room.audience.view() for room in offered]

    @get(
        "/{table_id:str}",
        summary="Everything that you may know of a table",
        security=KEY_OR_NONE,
        responses=refusals(400, 404),
        opt={"cost": costs.SNAPSHOT},
    )
    async def look(self, caller: NamedDependency[Caller]) -> Snapshot:
        return _snapshot(caller)

    @post(
        "/{table_id:str}/seats/{seat:str}",
        summary="Sit down",
        security=KEY_OR_NONE,
        responses=refusals(400, 403, 404, 409, 413, 415, 503),
        opt={"cost": costs.COMMAND},
    )
    async def sit_down(
        self,
        table_id: TableId,
        seat: SeatLetter,
        data: JSONBody[JoinRequest],
        registry: NamedDependency[TableRegistry],
        request: Request[Any, Any, Any],
    ) -> JoinedSeat:
        # Whoever has the link may join: the table's name is the invitation.
        room = await registry.room(table_id)
        before = await registry.room(data.rematch_of) if data.rematch_of else None
        key = _key_kept(before, room, seat, keys_shown(request)) if before else new_key()
        rated = registry.hooks.rated_seats if room.kept.created.rated else None
        sitter = await rated.check_sitter(room, keys_shown(request)) if rated else None
        seq = await room.submit(
            lambda table, now: table.sit_down(seat, data.name, data.promise, now, data.portrait), key=digest_of(key)
        )
        if rated is not None:
            sat_at = (before, before.rights.seats_of([key])[0]) if before else None
            await rated.seated(room, seat, sitter, sat_at)
        return JoinedSeat(seat, key, seq)

    @delete(
        "/{table_id:str}/seats/{seat:str}",
        summary="Stand up, or as host free a seat",
        status_code=HTTP_200_OK,
        security=KEY,
        responses=refusals(400, 403, 404, 409, 503),
        opt={"cost": costs.COMMAND, "told": 1},
    )
    async def stand_up(self, caller: NamedDependency[Caller], seat: SeatLetter) -> Accepted:
        if seat not in caller.seats:
            caller.must_host()
        by = None if caller.host else seat
        return Accepted(await caller.room.submit(lambda table, now: table.stand_up(seat, now), by=by))

    @_command("/seats/{seat:str}/bot", "As host, let a bot play a seat")
    async def seat_bot(self, caller: NamedDependency[Caller], seat: SeatLetter, data: JSONBody[BotRequest]) -> Accepted:
        caller.must_host()
        game = caller.room.kept.game.name
        bot = entry_called(game, data.bot or stand_in(game)).name
        return Accepted(await caller.room.submit(let_play(caller.room, seat, bot, gone=seat in caller.seats)))

    @_command("/seats/{seat:str}/close", "As host, leave a seat out", body=False)
    async def close_seat(self, caller: NamedDependency[Caller], seat: SeatLetter) -> Accepted:
        caller.must_host()
        return Accepted(await caller.room.submit(lambda table, now: table.close(seat, now)))

    @post(
        "/{table_id:str}/seats/{seat:str}/part",
        summary="Show what you add to the dice, when it is asked for",
        status_code=HTTP_200_OK,
        security=KEY,
        responses=refusals(400, 403, 404, 409, 413, 415, 503),
    )
    async def show_part(
        self, caller: NamedDependency[Caller], seat: SeatLetter, data: JSONBody[PartRequest]
    ) -> Accepted:
        return await _accepted(caller, ShowPart("", seat, data.part))

    @_command("/start", "As host, start", body=False)
    async def start(self, caller: NamedDependency[Caller], registry: NamedDependency[TableRegistry]) -> Accepted:
        caller.must_host()
        if caller.room.kept.created.rated and registry.hooks.rated_seats is not None:
            await registry.hooks.rated_seats.check_start(caller.room)
        return Accepted(await caller.room.submit(lambda table, now: table.start(now)))

    @_command("/moves", "Move")
    async def move(self, caller: NamedDependency[Caller], data: JSONBody[MoveRequest]) -> Accepted:
        seat = data.seat or caller.the_seat()
        return await _accepted(caller, MakeMove(data.id, seat, data.move, data.ply))

    @_command("/take-back", "Take your last move back")
    async def take_back(self, caller: NamedDependency[Caller], data: JSONBody[SeatRequest]) -> Accepted:
        return await _accepted(caller, TakeBack("", data.seat or caller.the_seat()))

    @_command("/confirm", "End your turn")
    async def confirm(self, caller: NamedDependency[Caller], data: JSONBody[SeatRequest]) -> Accepted:
        return await _accepted(caller, Confirm("", data.seat or caller.the_seat()))

    @_command("/resign", "Give up")
    async def resign(self, caller: NamedDependency[Caller], data: JSONBody[SeatRequest]) -> Accepted:
        return await _accepted(caller, Resign("", data.seat or caller.the_seat()))

    @_command("/come-back", "Take your seat back from the bot")
    async def come_back(self, caller: NamedDependency[Caller], data: JSONBody[SeatRequest]) -> Accepted:
        return await _accepted(caller, ComeBack("", data.seat or caller.the_seat()))

    @post(
        "/{table_id:str}/rematch",
        summary="Say that you would like a rematch",
        security=KEY,
        responses=refusals(400, 403, 404, 409, 503),
        opt={"cost": costs.MADE, "told": 1},
    )
    async def rematch(
        self,
        caller: NamedDependency[Caller],
        table_limiters: NamedDependency[RateLimiters],
        registry: NamedDependency[TableRegistry],
        request: Request[Any, Any, Any],
    ) -> Rematch:
        if not caller.host:
            caller.the_seat()
        room, wishing = caller.room, caller.seats
        room.kept.check_over()
        if room.kept.rematch:
            await room.submit(lambda table, now: table.wish_rematch(wishing, now))
        else:
            if not table_limiters.take(client_of(request.scope)):
                raise TooMany("server/too-many-tables", Sentence("too many new tables at once: wait a while"), 60)
            check_table(registry, rated=room.kept.created.rated)
            async with room_for(registry):
                await _offer_rematch(registry, room, wishing)
        fresh = await registry.room(room.kept.rematch)
        return Rematch(fresh.audience.view(), room.kept.rematch_seats)


def _key_kept(before: Room, room: Room, seat: Seat, shown: list[str]) -> str:
    """The key of whoever moves to this seat for a rematch: all devices of the seat that they had come along by it."""
    for key in shown if before.kept.rematch == room.id else ():
        if any(before.kept.rematch_seats.get(held) == seat for held in before.rights.seats_of([key])):
            return key
    raise NotAllowed("seat/no-key", Sentence("this needs the key of a seat: Authorization: Bearer KEY"))


async def _offer_rematch(registry: TableRegistry, room: Room, wishing: Seats) -> None:
    """Make the table of the rematch, unless somebody else is a moment quicker: then theirs is the table."""
    made, seats = registry.draw_up_again(room), next_seats(room.kept)

    def offer(table: Table, now: int) -> list[Event]:
        return table.offer_rematch(made.id, seats, now) + table.wish_rematch(wishing, now)

    try:
        await room.submit(offer, companion=made.unit())
    except NotPossible:
        if not room.kept.rematch:
            raise
        await room.submit(lambda table, now: table.wish_rematch(wishing, now))


def _snapshot(caller: Caller) -> Snapshot:
    room = caller.room
    now = room.context.now()
    return views.snapshot_of(
        room.id, room.kept, caller.seats, host=caller.host, online=room.audience.online, muted=False, now=now
    )


async def _accepted(caller: Caller, command: SeatCommand) -> Accepted:
    return Accepted(await caller.room.submit(change_of(caller.seats, command), by=command.seat))
