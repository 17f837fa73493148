"""Tables over HTTP: make, list, join, start, move."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.bots.roster import DEFAULT_BOT, bot_called
from ewala.core.sentences import Sentence
from ewala.games.registry import game_class
from ewala.play.events import Settings
from ewala.server import frames
from ewala.server.access import Caller, caller_of
from ewala.server.guard import client_of
from ewala.server.hub import Hub
from ewala.server.keys import digest_of, new_key
from ewala.server.messages import ComeBack, Confirm, Resign, Snapshot, TableView, TakeBack, WishMove
from ewala.server.problems import TooMany, Unavailable
from ewala.server.throttle import Buckets
from ewala.server.wishes import SeatWish, carry_out
from ewala.server.writer import StorageLost

__all__ = ["TablesController"]

SeatName = Annotated[str, Meta(min_length=1, max_length=1)]


class TableWish(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made: the game, its options by name, the table's settings."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[Annotated[str, Meta(max_length=40)], str | bool] = {}
    settings: Settings = Settings()


class MadeTable(msgspec.Struct):
    """A new table and the keys that only its maker is told. Keep them out of addresses that a server sees."""

    table: TableView
    host_key: str
    watch_key: str


class JoinWish(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)]
    entropy: Annotated[str, Meta(max_length=1000)] = ""


class JoinedSeat(msgspec.Struct):
    seat: str
    key: str
    seq: int


class BotWish(msgspec.Struct, forbid_unknown_fields=True):
    bot: Annotated[str, Meta(max_length=40)] = DEFAULT_BOT


class MoveWish(msgspec.Struct, forbid_unknown_fields=True):
    move: Annotated[str, Meta(min_length=1, max_length=16)]
    ply: Annotated[int, Meta(ge=0)]
    id: Annotated[str, Meta(max_length=40)] = ""
    seat: SeatName | None = None


class SeatAsked(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatName | None = None


class Accepted(msgspec.Struct):
    seq: int


class TablesController(Controller):
    """Tables, seats and moves. What needs a key takes it from `Authorization: Bearer KEY`."""

    path = "/api/tables"
    tags = ("tables",)

    @post(summary="Make a table")
    async def make(self, data: TableWish, hub: Hub, makers: Buckets, request: Request[Any, Any, Any]) -> MadeTable:
        if not makers.take(client_of(request.scope)):
            raise TooMany("server/too-many-tables", Sentence("too many new tables at once: wait a while"))
        game = game_class(data.game).from_options(data.options)
        made = await hub.create(game, data.settings)
        view = frames.table_view(made.room.id, made.room.table, made.room.online)
        return MadeTable(view, made.host_key, made.watch_key)

    @get(summary="The tables that wait for players")
    async def listed(self, hub: Hub) -> list[TableView]:
        return [frames.table_view(room.id, room.table, room.online) for room in await hub.listed()]

    @get("/{table_id:str}", summary="Everything that you may know of a table")
    async def look(self, table_id: str, hub: Hub, request: Request[Any, Any, Any]) -> Snapshot:
        return _snapshot(await caller_of(request, hub, table_id))

    @post("/{table_id:str}/seats/{seat:str}", summary="Sit down")
    async def sit_down(
        self, table_id: str, seat: str, data: JoinWish, hub: Hub, request: Request[Any, Any, Any]
    ) -> JoinedSeat:
        # Whoever has the link may join: the table's name is the invitation.
        room, key = await hub.room(table_id), new_key()
        seq = await _stored(
            room.wish(lambda now: room.table.sit_down(seat, data.name, data.entropy, now), hold=(seat, digest_of(key)))
        )
        return JoinedSeat(seat, key, seq)

    @delete("/{table_id:str}/seats/{seat:str}", summary="Stand up, or as host free a seat", status_code=HTTP_200_OK)
    async def stand_up(self, table_id: str, seat: str, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        if seat not in caller.seats:
            caller.must_host()
        room = caller.room
        return Accepted(await _stored(room.wish(lambda now: room.table.stand_up(seat, now), free=seat)))

    @post("/{table_id:str}/seats/{seat:str}/bot", summary="As host, let a bot play a seat", status_code=HTTP_200_OK)
    async def seat_bot(
        self, table_id: str, seat: str, data: BotWish, hub: Hub, request: Request[Any, Any, Any]
    ) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        caller.must_host()
        bot_called(data.bot)
        table = caller.room.table
        if table.status == "open":
            return Accepted(await _stored(caller.room.wish(lambda now: table.seat_bot(seat, data.bot, now))))
        return Accepted(await _stored(caller.room.wish(lambda now: table.replace(seat, data.bot, "host", now))))

    @post("/{table_id:str}/seats/{seat:str}/close", summary="As host, leave a seat out", status_code=HTTP_200_OK)
    async def close_seat(self, table_id: str, seat: str, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        caller.must_host()
        return Accepted(await _stored(caller.room.wish(lambda now: caller.room.table.close(seat, now))))

    @post("/{table_id:str}/start", summary="As host, start", status_code=HTTP_200_OK)
    async def start(self, table_id: str, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        caller.must_host()
        return Accepted(await _stored(caller.room.wish(caller.room.table.start)))

    @post("/{table_id:str}/moves", summary="Move", status_code=HTTP_200_OK)
    async def move(self, table_id: str, data: MoveWish, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        seat = data.seat or caller.the_seat()
        return await _accepted(caller, WishMove(data.id or "-", seat, data.move, data.ply))

    @post("/{table_id:str}/take-back", summary="Take your last move back", status_code=HTTP_200_OK)
    async def take_back(self, table_id: str, data: SeatAsked, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        return await _accepted(caller, TakeBack("", data.seat or caller.the_seat()))

    @post("/{table_id:str}/confirm", summary="End your turn", status_code=HTTP_200_OK)
    async def confirm(self, table_id: str, data: SeatAsked, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        return await _accepted(caller, Confirm("", data.seat or caller.the_seat()))

    @post("/{table_id:str}/resign", summary="Give up", status_code=HTTP_200_OK)
    async def resign(self, table_id: str, data: SeatAsked, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        return await _accepted(caller, Resign("", data.seat or caller.the_seat()))

    @post("/{table_id:str}/come-back", summary="Take your seat back from the bot", status_code=HTTP_200_OK)
    async def come_back(self, table_id: str, data: SeatAsked, hub: Hub, request: Request[Any, Any, Any]) -> Accepted:
        caller = await caller_of(request, hub, table_id)
        return await _accepted(caller, ComeBack("", data.seat or caller.the_seat()))

    @post("/{table_id:str}/rematch", summary="Make a table for a rematch")
    async def rematch(self, table_id: str, hub: Hub, makers: Buckets, request: Request[Any, Any, Any]) -> MadeTable:
        caller = await caller_of(request, hub, table_id)
        if not caller.host:
            caller.the_seat()
        if not makers.take(client_of(request.scope)):
            raise TooMany("server/too-many-tables", Sentence("too many new tables at once: wait a while"))
        room = caller.room
        room.table.check_rematch()
        made = await hub.create(room.table.game, room.table.settings)
        await _stored(room.wish(lambda now: room.table.offer_rematch(made.room.id, now)))
        view = frames.table_view(made.room.id, made.room.table, made.room.online)
        return MadeTable(view, made.host_key, made.watch_key)


def _snapshot(caller: Caller) -> Snapshot:
    room = caller.room
    now = room.hub.now()
    return frames.snapshot_of(
        room.id, room.table, caller.seats, host=caller.host, online=room.online, muted=False, now=now
    )


async def _accepted(caller: Caller, wish: SeatWish) -> Accepted:
    return Accepted(await _stored(carry_out(caller.room, caller.seats, wish)))


async def _stored(done: "asyncio.Future[int]") -> int:
    try:
        return await done
    except StorageLost:
        raise Unavailable("server/storage", Sentence("it could not be stored: nothing has changed")) from None
