"""The bot API: a seat's events as lines of JSON. With `POST …/moves` it is all that a program needs to play."""

from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from litestar import Request, get
from litestar.response import Stream

from ewala.server import frames
from ewala.server.access import Caller, caller_of
from ewala.server.hub import Hub
from ewala.server.room import Group

__all__ = ["stream"]


@get("/api/tables/{table_id:str}/stream", tags=("bots",), summary="A seat's events, a line of JSON each")
async def stream(table_id: str, hub: Hub, request: Request[Any, Any, Any]) -> Stream:
    """First a snapshot, then an event a line, until the game is over or the reader leaves; an empty line now and then
    shows that the connection lives."""
    caller = await caller_of(request, hub, table_id)
    return Stream(_lines(caller, hub), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


async def _lines(caller: Caller, hub: Hub) -> AsyncGenerator[bytes, None]:
    import asyncio

    room, group = caller.room, Group(caller.seats, caller.language)
    async with hub.channels.start_subscription([room.channel(group)]) as subscriber:
        room.enter(group)
        try:
            now = hub.now()
            snapshot = frames.snapshot_of(
                room.id, room.table, caller.seats, host=caller.host, online=room.online, muted=False, now=now
            )
            yield msgspec.json.encode(snapshot) + b"\n"
            frames_to_come = subscriber.iter_events()
            waiting = asyncio.ensure_future(anext(frames_to_come))
            try:
                while room.table.status != "over":
                    done, _ = await asyncio.wait({waiting}, timeout=hub.config.heartbeat_seconds)
                    if done:
                        yield waiting.result() + b"\n"
                        waiting = asyncio.ensure_future(anext(frames_to_come))
                    else:
                        yield b"\n"
            finally:
                waiting.cancel()
        finally:
            room.leave(group)
