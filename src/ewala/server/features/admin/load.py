"""How much goes on in the process that is asked: what is told to whoever watches servers, for a host's eyes."""

import asyncio
import os

import msgspec

from ewala.server.features.admin.lists import database_bytes
from ewala.server.metrics import queues_of
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.operate.process import STARTED, memory_bytes
from ewala.server.tables.registry import TableRegistry


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


async def load_of(registry: TableRegistry, edge: Edge, jobs: JobPool) -> Load:
    rooms, used = registry.rooms(), os.times()
    return Load(
        process=os.getpid(),
        started_at=int(STARTED * 1000),
        connections=len(edge.connections),
        devices=sum(room.audience.devices for room in rooms),
        tables=len(rooms),
        moves=registry.figures.moves,
        processor_seconds=used.user + used.system,
        waiting=queues_of(registry, jobs),
        set_aside=len(registry.set_aside),
        memory=await asyncio.to_thread(memory_bytes),
        database=await registry.read(database_bytes, registry.store.engine),
    )
