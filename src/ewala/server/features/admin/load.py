"""How much goes on in the process that is asked: what is told to whoever watches servers, for a host's eyes."""

import asyncio
import os

import msgspec

from ewala.server.features.admin.lists import database_bytes
from ewala.server.metrics import queues_of
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import Workshop
from ewala.server.platform.operate.process import STARTED, memory_bytes
from ewala.server.tables.registry import Hub


class Load(msgspec.Struct, frozen=True):
    """Of one process; by `process` several can be told apart."""

    process: int
    started_at: int
    connections: int
    devices: int  # at tables
    tables: int  # in memory
    moves: int  # since it began
    processor_seconds: float  # since it began
    waiting: dict[str, int]
    set_aside: int  # tables that cannot be read
    memory: int | None  # bytes
    database: int | None  # bytes


async def load_of(hub: Hub, edge: Edge, workshop: Workshop) -> Load:
    rooms, used = hub.rooms(), os.times()
    return Load(
        process=os.getpid(),
        started_at=int(STARTED * 1000),
        connections=edge.door.connections,
        devices=sum(room.audience.devices for room in rooms),
        tables=len(rooms),
        moves=hub.figures.moves,
        processor_seconds=used.user + used.system,
        waiting=queues_of(hub, workshop),
        set_aside=len(hub.set_aside),
        memory=await asyncio.to_thread(memory_bytes),
        database=await hub.read(database_bytes, hub.store.engine),
    )
