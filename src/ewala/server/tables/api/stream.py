"""The bot API: a seat's events as lines of JSON. With `POST …/moves` it is all that a program needs to play."""

import asyncio
from collections.abc import AsyncGenerator

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.response import Stream

from ewala.server.platform.config import Config
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.platform.wire.outbox import Outbox
from ewala.server.tables.api.access import Caller
from ewala.server.tables.registry import TableRegistry
from ewala.tables.broadcast import Group
from ewala.tables.messages import Closing
from ewala.tables.problems import TooMany, problem_of


@get(
    "/api/tables/{table_id:str}/stream",
    tags=("bots",),
    media_type="application/x-ndjson",
    summary="A seat's events, a line of JSON each",
    security=KEY_OR_NONE,
    responses=refusals(400, 404),
    opt={"cost": costs.SNAPSHOT, "told": 2},
)
async def stream(
    caller: NamedDependency[Caller], registry: NamedDependency[TableRegistry], edge: NamedDependency[Edge]
) -> Stream:
    """First a snapshot, then an event a line, until the game is over or the reader leaves; an empty line now and then
    shows that the connection lives."""
    if not (caller.seats or caller.host):
        edge.places.check_watcher(caller.room.id)
    lines = _lines(caller, registry, edge)
    return Stream(lines, media_type="application/x-ndjson", headers={"cache-control": "no-store"})


async def _lines(caller: Caller, registry: TableRegistry, edge: Edge) -> AsyncGenerator[bytes, None]:
    """A place is taken here and not before: who leaves before the first line has never had one."""
    room, group, limits = caller.room, Group(caller.seats, caller.language), registry.config.limits
    outbox = Outbox(limits.watcher_backlog, most_bytes=limits.watcher_backlog_bytes)
    try:
        place = edge.places.take(room.id, caller.seats, outbox, caller.language, host=caller.host)
    except TooMany as error:
        problem = problem_of(error, caller.language)
        yield msgspec.json.encode(Closing(problem.code, problem.sentence)) + b"\n"
        return
    room.audience.enter(group, outbox)
    try:
        yield msgspec.json.encode(caller.snapshot()) + b"\n"
        async for lines in _events(caller, group, outbox, registry.config):
            yield lines + b"\n"
    finally:
        edge.places.leave(place)
        room.audience.leave(group, outbox)


async def _events(caller: Caller, group: Group, outbox: Outbox, config: Config) -> AsyncGenerator[bytes, None]:
    """What follows the snapshot: every event once, in order; also those that were dropped for a slow reader.

    It ends with the game, or when a seat of the reader is freed.
    """
    room = caller.room
    sent = room.kept.seq
    while room.kept.status != "over" or sent < room.kept.seq:
        try:
            async with asyncio.timeout(config.heartbeat_seconds):
                taken = await outbox.take()
        except TimeoutError:
            yield b""
            continue
        rights_changed, closing = outbox.behind, outbox.closing
        if outbox.behind:
            outbox.behind = False
            for line in room.audience.missed(sent, group, config.limits.watcher_backlog) or ():
                yield line
            sent = room.kept.seq
        for entry in taken:
            if isinstance(entry, bytes):
                yield entry
            elif entry.last > sent:
                sent = entry.last
                rights_changed |= entry.rights_changed
                yield entry.lines
        if closing or (rights_changed and room.rights.why_leave(caller.keys, caller.seats)):
            return
