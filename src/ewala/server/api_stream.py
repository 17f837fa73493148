"""The bot API: a seat's events as lines of JSON. With `POST …/moves` it is all that a program needs to play."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from litestar import Request, get
from litestar.channels import Subscriber
from litestar.di import NamedDependency
from litestar.response import Stream

from ewala.core.sentences import Sentence
from ewala.server import frames
from ewala.server.access import Caller, caller_of
from ewala.server.described import KEY_OR_NONE, TableId, refusals
from ewala.server.hub import Hub
from ewala.server.messages import CLOSING, STOOD_UP, seq_of
from ewala.server.problems import TooMany
from ewala.server.room import Group

__all__ = ["stream"]


@get(
    "/api/tables/{table_id:str}/stream",
    tags=("bots",),
    media_type="application/x-ndjson",
    summary="A seat's events, a line of JSON each",
    security=KEY_OR_NONE,
    responses=refusals(400, 404),
)
async def stream(table_id: TableId, hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> Stream:
    """First a snapshot, then an event a line, until the game is over or the reader leaves; an empty line now and then
    shows that the connection lives."""
    caller = await caller_of(request, hub, table_id)
    if sum(caller.room.groups.values()) >= hub.config.limits.connections_per_table:
        raise TooMany("table/crowded", Sentence("too many devices look at this table"))
    return Stream(_lines(caller, hub), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


async def _lines(caller: Caller, hub: Hub) -> AsyncGenerator[bytes, None]:
    room, group = caller.room, Group(caller.seats, caller.language)
    async with hub.channels.start_subscription([room.channel(group)]) as subscriber:
        room.enter(group)
        try:
            await room.settled()
            snapshot = frames.snapshot_of(
                room.id, room.table, caller.seats, host=caller.host, online=room.online, muted=False, now=hub.now()
            )
            yield msgspec.json.encode(snapshot) + b"\n"
            async for line in _events(caller, group, subscriber, hub.config.heartbeat_seconds):
                yield line
        finally:
            room.leave(group)


async def _events(
    caller: Caller, group: Group, subscriber: Subscriber, heartbeat: float
) -> AsyncGenerator[bytes, None]:
    """What follows the snapshot: every event once, in order; also those that were dropped for a slow reader.

    It ends with the game, or when a seat of the reader is freed.
    """
    room = caller.room
    sent = room.table.seq
    to_come = subscriber.iter_events()
    waiting = asyncio.ensure_future(anext(to_come))
    try:
        while not room.lost and (room.table.status != "over" or sent < room.table.seq):
            if not (await asyncio.wait({waiting}, timeout=heartbeat))[0]:
                yield b"\n"
                continue
            frame = waiting.result()
            waiting = asyncio.ensure_future(anext(to_come))
            seq = seq_of(frame)
            if seq is None:
                yield frame + b"\n"
                if frame.startswith(CLOSING):
                    return
            elif seq > sent:
                for missed in room.missed(sent, group) or [frame] if seq > sent + 1 else [frame]:
                    yield missed + b"\n"
                    sent = max(sent, seq_of(missed) or sent)
                if STOOD_UP in frame and room.seats_of(caller.keys) != caller.seats:
                    return
    finally:
        waiting.cancel()
