"""Tables over HTTP: make, list, join, start, move."""

from typing import Annotated, Any

from litestar import Controller, Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from ewala.core.sentences import Sentence
from ewala.games.registry import game_class
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.wire.openapi import KEY, KEY_OR_NONE, SeatLetter, TableId, refusals
from ewala.server.tables.api.access import Caller, keys_shown
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.broadcast import Seats
from ewala.tables.commands import SeatCommand, change_of
from ewala.tables.keys import digest_of, new_key
from ewala.tables.messages import ComeBack, Confirm, MakeMove, Resign, ShowPart, Snapshot, TableView, TakeBack
from ewala.tables.new_table import key_kept, offer_rematch
from ewala.tables.problems import TooMany
from ewala.tables.requests import (
    Accepted,
    BotRequest,
    JoinedSeat,
    JoinRequest,
    MadeTable,
    MoveRequest,
    PartRequest,
    Rematch,
    SeatRequest,
    TableRequest,
)
from ewala.tables.starts import checked_start
from ewala.tables.table import NotPossible

TOO_MANY_TABLES = TooMany("server/too-many-tables", Sentence("too many new tables at once: wait a while"), 60)
Playing = Annotated[
    bool, QueryParameter(description="The listed tables with a game going on, instead of those that wait for players.")
]


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
        table_limiters: NamedDependency[Quota],
        request: Request[Any, Any, Any],
    ) -> MadeTable:
        table_limiters.use(client_of(request.scope))
        if data.position:
            chosen = game_class(data.game).from_options(data.options)
            game = checked_start(chosen.parse(data.position), (room.kept.match for room in registry.playing())).game
        else:
            game = game_class(data.game).for_people(data.options)
        registry.check_table(rated=data.rated, listed=data.settings.listed)
        async with registry.space_for():
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
        return caller.snapshot()

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
        key = key_kept(before, room, seat, keys_shown(request)) if before else new_key()
        rated = registry.hooks.rated_seats if room.kept.created.rated else None
        sitter = await rated.check_sitter(table_id, keys_shown(request)) if rated else None
        seq = await room.submit(
            lambda table, now: table.sit_down(seat, data.name, data.promise, now, data.portrait), key=digest_of(key)
        )
        if rated is not None:
            sat_at = (before.id, before.rights.seats_of([key])[0]) if before else None
            await rated.seated(table_id, seat, sitter, sat_at)
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
        return Accepted(await caller.room.submit(caller.stand_up(seat), by=None if caller.host else seat))

    @_command("/seats/{seat:str}/bot", "As host, let a bot play a seat")
    async def seat_bot(self, caller: NamedDependency[Caller], seat: SeatLetter, data: JSONBody[BotRequest]) -> Accepted:
        return Accepted(await caller.room.submit(caller.seat_bot(seat, data.bot)))

    @_command("/seats/{seat:str}/close", "As host, leave a seat out", body=False)
    async def close_seat(self, caller: NamedDependency[Caller], seat: SeatLetter) -> Accepted:
        return Accepted(await caller.room.submit(caller.close(seat)))

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
        start = caller.start()
        if caller.room.kept.created.rated and registry.hooks.rated_seats is not None:
            await registry.hooks.rated_seats.check_start(caller.room.id)
        return Accepted(await caller.room.submit(start))

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
        table_limiters: NamedDependency[Quota],
        registry: NamedDependency[TableRegistry],
        request: Request[Any, Any, Any],
    ) -> Rematch:
        room, wishing = caller.room, caller.wishing()
        if room.kept.rematch:
            await room.submit(lambda table, now: table.wish_rematch(wishing, now))
        else:
            table_limiters.use(client_of(request.scope))
            registry.check_table(rated=room.kept.created.rated)
            async with registry.space_for():
                await _offer_rematch(registry, room, wishing)
        fresh = await registry.room(room.kept.rematch)
        return Rematch(fresh.audience.view(), room.kept.rematch_seats)


async def _offer_rematch(registry: TableRegistry, room: Room, wishing: Seats) -> None:
    """Make the table of the rematch, unless somebody else is a moment quicker: then theirs is the table."""
    made = registry.draw_up_again(room)
    try:
        await room.submit(offer_rematch(room, made.id, wishing), companion=made.unit())
    except NotPossible:
        if not room.kept.rematch:
            raise
        await room.submit(lambda table, now: table.wish_rematch(wishing, now))


async def _accepted(caller: Caller, command: SeatCommand) -> Accepted:
    return Accepted(await caller.room.submit(change_of(caller.seats, command), by=command.seat))
