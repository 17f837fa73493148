"""The bot API: a seat's events as lines of JSON. With `POST …/moves` it is all that a program needs to play."""

import asyncio
from collections.abc import AsyncGenerator

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.response import Stream

from ewala.core.sentences import Sentence
from ewala.server import frames
from ewala.server.access import Caller
from ewala.server.described import KEY_OR_NONE, refusals
from ewala.server.group import Group
from ewala.server.hub import Hub
from ewala.server.outbox import Outbox
from ewala.server.problems import TooMany

__all__ = ["stream"]


@get(
    "/api/tables/{table_id:str}/stream",
    tags=("bots",),
    media_type="application/x-ndjson",
    summary="A seat's events, a line of JSON each",
    security=KEY_OR_NONE,
    responses=refusals(400, 404),
)
async def stream(caller: NamedDependency[Caller], hub: NamedDependency[Hub]) -> Stream:
    """First a snapshot, then an event a line, until the game is over or the reader leaves; an empty line now and then
    shows that the connection lives."""
    if caller.room.devices >= hub.config.limits.connections_per_table:
        raise TooMany("table/crowded", Sentence("too many devices look at this table"))
    return Stream(_lines(caller, hub), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


async def _lines(caller: Caller, hub: Hub) -> AsyncGenerator[bytes, None]:
    room, group = caller.room, Group(caller.seats, caller.language)
    outbox = Outbox(hub.config.limits.watcher_backlog)
    room.enter(group, outbox)
    try:
        snapshot = frames.snapshot_of(
            room.id, room.kept, caller.seats, host=caller.host, online=room.online, muted=False, now=hub.now()
        )
        yield msgspec.json.encode(snapshot) + b"\n"
        async for lines in _events(caller, group, outbox, hub.config.heartbeat_seconds):
            yield lines + b"\n"
    finally:
        room.leave(group, outbox)


async def _events(caller: Caller, group: Group, outbox: Outbox, heartbeat: float) -> AsyncGenerator[bytes, None]:
    """What follows the snapshot: every event once, in order; also those that were dropped for a slow reader.

    It ends with the game, or when a seat of the reader is freed.
    """
    room = caller.room
    sent = room.kept.seq
    while room.kept.status != "over" or sent < room.kept.seq:
        try:
            async with asyncio.timeout(heartbeat):
                taken = await outbox.take()
        except TimeoutError:
            yield b""
            continue
        doors, closing = outbox.behind, outbox.closing
        if outbox.behind:
            outbox.behind = False
            for line in room.missed(sent, group) or ():
                yield line
            sent = room.kept.seq
        for entry in taken:
            if isinstance(entry, bytes):
                yield entry
            elif entry.last > sent:
                sent = entry.last
                doors |= entry.doors
                yield entry.lines
        if closing or (doors and room.why_leave(caller.keys, caller.seats)):
            return
