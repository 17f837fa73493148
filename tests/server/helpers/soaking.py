"""People at a server for a long time: they make tables, sit down, play, watch, drop out, come back and leave.

Each circle of players keeps to itself. Every device checks that it hears of every event once, in order.
"""

import asyncio
import json
import random
import ssl
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ewala.lab.bench.light_client import Http, Socket

SEATS = "KS"
PATIENCE = 60.0  # seconds for an answer
GIVES_UP = 0.2  # of all games; somebody resigns in the middle
NEVER_STARTS = 0.1  # of all tables
DROPS_OUT = 0.01  # of all moves: the mover's device breaks off, and comes back
WATCHER_COMES, WATCHER_GOES = 0.02, 0.05  # of all moves


@dataclass
class Log:
    """What everybody has seen so far."""

    counts: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)  # seconds until a move was acknowledged
    troubles: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Door:
    """Where somebody comes in, and from which address of this machine; over TLS, whom they trust."""

    port: int
    address: str = ""
    secure: ssl.SSLContext | None = None

    async def http(self) -> Http:
        return await Http.connect(self.port, self.address, self.secure)

    async def socket(self, path: str, on_frame: Callable[[bytes], None]) -> Socket:
        return await Socket.connect(self.port, path, on_frame, self.address, self.secure)


class SoakedDevice:
    """A device that may break off and come back, and misses nothing."""

    def __init__(self, log: Log, door: Door, path: str, hello: dict[str, Any]) -> None:
        self.log, self.door, self.path, self.hello = log, door, path, hello
        self.seq: int | None = None
        self.position: dict[str, Any] = {}
        self.over = False
        self.done: dict[str, float] = {}
        self._changed = asyncio.Event()
        self._socket: Socket

    async def open(self) -> None:
        self._socket = await self.door.socket(f"{self.path}/live", self._on_frame)
        since = {} if self.seq is None else {"since": self.seq}
        self._socket.send(json.dumps({**self.hello, **since}).encode())
        self.log.counts["devices"] += 1

    def close(self) -> None:
        self._socket.close()

    async def come_back(self) -> None:
        self.close()
        self.log.counts["came back"] += 1
        await self.open()

    def send(self, command: dict[str, Any]) -> None:
        self._socket.send(json.dumps(command).encode())

    async def until(self, fits: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not fits():
                self._changed.clear()
                await self._changed.wait()

    def _on_frame(self, frame: bytes) -> None:
        for line in frame.split(b"\n"):
            self._on_line(json.loads(line))
        self._changed.set()

    def _on_line(self, line: dict[str, Any]) -> None:
        kind = line["type"]
        if kind == "snapshot":
            if self.seq is not None and line["seq"] < self.seq:
                self.log.troubles.append(f"{self.path}: a snapshot of {line['seq']} came after {self.seq}")
            self.seq = line["seq"]
        elif kind == "happened":
            if self.seq is not None and line["seq"] != self.seq + 1:
                self.log.troubles.append(f"{self.path}: event {line['seq']} came after {self.seq}")
            self.seq = line["seq"]
        elif kind == "done":
            self.done[line["id"]] = perf_counter()
        elif kind in ("refused", "closing"):
            self._turned_away(line)
        self.position = line.get("position") or self.position
        self.over = self.over or bool(line.get("result"))

    def _turned_away(self, line: dict[str, Any]) -> None:
        self.log.troubles.append(f"{self.path}: {line}")


class Circle:
    """Two people who play one game after another, each at a new table; others look on for a while."""

    device: Callable[..., SoakedDevice] = SoakedDevice

    def __init__(self, log: Log, door: Door, seed: int, pause: float) -> None:
        self.log, self.door, self.pause = log, door, pause
        self.rng = random.Random(seed)

    async def meet(self, until: float) -> None:
        """Game after game, until that time."""
        while perf_counter() < until:
            if table := await self._sit_down():
                path, keys, watch = table
                await self._play_at(path, keys, watch, until)

    async def _sit_down(self) -> tuple[str, list[str], str] | None:
        """A table that has started, with the keys of its seats and of its watchers; None if it never will."""
        http = await self.door.http()
        try:
            made = await http.post("/api/tables", {"game": "kingdom-run", "options": {"players": SEATS}})
            path = f"/api/tables/{made['table']['id']}"
            self.log.counts["tables"] += 1
            if self.rng.random() < NEVER_STARTS:
                return None
            keys = [(await http.post(f"{path}/seats/{seat}", {"name": f"Player {seat}"}))["key"] for seat in SEATS]
            await http.post(f"{path}/start", {}, made["host_key"])
        finally:
            http.close()
        return path, keys, made["watch_key"]

    async def _play_at(self, path: str, keys: Sequence[str], watch: str, until: float) -> None:
        devices = [self.device(self.log, self.door, path, {"type": "hello", "keys": [key]}) for key in keys]
        watchers: list[SoakedDevice] = []
        for device in devices:
            await device.open()
        try:
            await self._play(devices, watchers, watch, until)
        finally:
            for device in devices + watchers:
                device.close()
        self.log.counts["games"] += 1

    async def _play(
        self, devices: Sequence[SoakedDevice], watchers: list[SoakedDevice], watch: str, until: float
    ) -> None:
        resigns_after = self.rng.randrange(5, 100) if self.rng.random() < GIVES_UP else 10_000
        for number in range(10_000):
            await devices[0].until(lambda: devices[0].over or devices[0].position.get("to_act"))
            if devices[0].over:
                return
            mover = devices[SEATS.index(devices[0].position["to_act"])]
            if number >= resigns_after or perf_counter() > until:
                mover.send({"type": "resign", "id": "r", "seat": devices[0].position["to_act"]})
                await devices[0].until(lambda: devices[0].over)
                return
            await self._move(mover, devices, str(number))
            await self._come_and_go(mover, watchers, watch)
            await asyncio.sleep(self.pause)

    async def _move(self, mover: SoakedDevice, devices: Sequence[SoakedDevice], name: str) -> None:
        await mover.until(lambda: mover.position.get("moves") and mover.position["ply"] == devices[0].position["ply"])
        position, begun = mover.position, perf_counter()
        move = self.rng.choice(position["moves"])
        mover.send({"type": "move", "id": name, "seat": position["to_act"], "move": move, "ply": position["ply"]})
        await mover.until(lambda: name in mover.done)
        self.log.latencies.append(mover.done.pop(name) - begun)
        self.log.counts["moves"] += 1
        await devices[0].until(lambda: devices[0].over or devices[0].position["ply"] > position["ply"])

    async def _come_and_go(self, mover: SoakedDevice, watchers: list[SoakedDevice], watch: str) -> None:
        if self.rng.random() < DROPS_OUT:
            await mover.come_back()
        if self.rng.random() < WATCHER_COMES:
            watchers.append(self.device(self.log, self.door, mover.path, {"type": "hello", "watch": watch}))
            await watchers[-1].open()
        if watchers and self.rng.random() < WATCHER_GOES:
            watchers.pop().close()
