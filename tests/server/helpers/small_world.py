"""A server without sockets: the handlers of tables, a hub, its writer and a real database file, on a loop that runs
only while a test asks something. So whatever happens, happens within a step of the test, in the same order each time.
"""

import asyncio
import contextlib
import json
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
from devices import Frame
from faults import Disk
from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.di import Provide
from table_server import GENEROUS
from waiting import PATIENCE

from ewala.core.errors import EwalaError
from ewala.server.platform.config import Config
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.storage.store import Store
from ewala.server.platform.wire.outbox import Outbox
from ewala.server.tables.api.access import caller_of
from ewala.server.tables.api.tables import TOO_MANY_TABLES, TablesController
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.audience import EventBatch
from ewala.tables.broadcast import Group
from ewala.tables.problems import Problem, problem_of, status_of

T = TypeVar("T")

DATABASE = "ewala.db"
SPECTATORS = Group((), "en")
Answer = tuple[int, Any]  # a status, and what was said


@cache
def _empty_database() -> bytes:
    """With all its tables: to make them takes longer than all that a test does with them."""
    with tempfile.TemporaryDirectory() as folder:
        Store(f"sqlite:///{folder}/{DATABASE}").close()
        return (Path(folder) / DATABASE).read_bytes()


@cache
def _app() -> Litestar:
    """The handlers of tables, for whichever hub is there: to make them for each would take most of the time."""
    table_limiters = Quota(GENEROUS.tables_per_hour, GENEROUS.tables_burst, TOO_MANY_TABLES)
    return Litestar(
        [TablesController],
        dependencies={
            "caller": Provide(caller_of),
            "registry": Provide(_registry_there, sync_to_thread=False),
            "table_limiters": Provide(lambda: table_limiters, sync_to_thread=False, use_cache=True),
        },
        exception_handlers={EwalaError: _refused},
        openapi_config=None,
        logging_config=None,
    )


def _registry_there(state: State) -> TableRegistry:
    registry: TableRegistry = state.registry
    return registry


def _refused(_: object, error: EwalaError) -> Response[Problem]:
    return Response(problem_of(error, "en"), status_code=status_of(error))


class SmallWorld:
    """A server that can be asked, stopped, killed and started again on what it has left on disk."""

    def __init__(self, folder: Path, disk: Disk, now: Callable[[], int] | None = None) -> None:
        self.disk = disk
        self._now = now
        self._folder = folder
        self._lives = 0
        # In a thread of its own: in this one a browser's tests may have left a loop that runs.
        self._thread = ThreadPoolExecutor(1, "small world")
        self._runner = asyncio.Runner()
        self.home = self._next_home()
        (self.home / DATABASE).write_bytes(_empty_database())
        self.run(self._begin())

    @property
    def database(self) -> Path:
        return self.home / DATABASE

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._thread.submit(self._runner.run, asyncio.wait_for(work, PATIENCE)).result()

    def ask(self, method: str, path: str, keys: Sequence[str] = (), body: object = None) -> Answer:
        return self.run(self.asked(method, path, keys, body))

    async def asked(self, method: str, path: str, keys: Sequence[str] = (), body: object = None) -> Answer:
        headers = {"authorization": f"Bearer {','.join(keys)}"} if keys else {}
        answer = await self._client.request(method, path, headers=headers, json=body)
        return answer.status_code, answer.json()

    def piled_up(self, commands: "Sequence[Coroutine[Any, Any, Answer]]", *, well: bool) -> list[Answer]:
        """The answers to commands that have all come while the disk stood still, which then goes on."""
        return self.run(self._piled_up(commands, well))

    def killed_under(self, commands: "Sequence[Coroutine[Any, Any, Answer]]") -> None:
        """Kill the server while these are on their way to the disk."""
        self.run(self._killed_under(commands))

    def settle(self) -> None:
        """Wait until nothing is on its way, and no bot has to act."""
        self.run(self._settled())

    def told(self, table: str) -> list[Frame]:
        """What a spectator who has been there since the server began was told since this was last asked."""
        outbox = self._spectators[table]
        lines = [entry.lines if isinstance(entry, EventBatch) else entry for entry in outbox.taken()]
        return [json.loads(line) for some in lines for line in some.split(b"\n")]

    def watch(self, table: str) -> int:
        """Let a spectator enter; returns up to which event they know the table."""
        return self.run(self._watched(table))

    def leave(self, table: str) -> None:
        """Nobody is there any more, and the table leaves memory."""
        self.run(self._left(table))

    def restart(self) -> None:
        """Stop it as one should, and start it again."""
        self.run(self._end())
        self.run(self._begin())

    def kill(self) -> None:
        """Leave it as it is, and start another on a copy of what is on disk now: that is what a killed one leaves."""
        self.killed_under([])

    def close(self) -> None:
        self.run(self._end())
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    # --- Inside

    def _next_home(self) -> Path:
        self._lives += 1
        home = self._folder / str(self._lives)
        home.mkdir()
        return home

    async def _begin(self) -> None:
        config = Config(data_dir=self.home, limits=GENEROUS, heartbeat_seconds=PATIENCE)
        self.registry = TableRegistry(config, self._now)
        app = _app()
        app.state.registry, app.state.edge = self.registry, Edge(config)
        asking: Any = app  # which httpx describes in other words
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(asking), base_url="http://ewala")
        self._spectators: dict[str, Outbox] = {}
        await self.registry.open()

    async def _end(self) -> None:
        await self._client.aclose()
        await self.registry.close()

    async def _piled_up(self, commands: "Sequence[Coroutine[Any, Any, Answer]]", well: bool) -> list[Answer]:
        tasks = await self._held_up(commands)
        self.disk.go_on(well=well)
        return [await task for task in tasks]

    async def _held_up(self, commands: "Sequence[Coroutine[Any, Any, Answer]]") -> "list[asyncio.Task[Answer]]":
        """All of them are asked, and the first that needs the disk waits for it."""
        self.disk.stop()
        tasks = [asyncio.create_task(command) for command in commands]
        while not (self.disk.met.is_set() or all(task.done() for task in tasks)):
            await asyncio.sleep(0.001)
        for _ in range(20):  # the others get to the table, where they wait for the first
            await asyncio.sleep(0)
        return tasks

    async def _killed_under(self, commands: "Sequence[Coroutine[Any, Any, Answer]]") -> None:
        tasks = await self._held_up(commands)
        before, self.home = self.home, self._next_home()
        for name in (DATABASE, f"{DATABASE}-wal"):  # what else lies there belongs to those who have it open
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(before / name, self.home / name)
        self.disk.go_on(well=False)  # nobody hears any more what becomes of it
        for task in tasks:
            with contextlib.suppress(Exception):
                await task
        await self._end()
        await self._begin()

    async def _settled(self) -> None:
        while any(room.busy or _bot_to_act(room) for room in self.registry.rooms()):
            await asyncio.sleep(0.001)

    async def _left(self, table: str) -> None:
        room = await self.registry.room(table)
        if outbox := self._spectators.pop(table, None):
            room.audience.leave(SPECTATORS, outbox)
        self.registry.forget(room)

    async def _watched(self, table: str) -> int:
        room = await self.registry.room(table)
        self._spectators[table] = Outbox(10**6)
        room.audience.enter(SPECTATORS, self._spectators[table])
        return room.kept.seq


def _bot_to_act(room: Room) -> bool:
    seat = room.kept.to_act
    return seat is not None and bool(room.kept.sitters[seat].bot)
