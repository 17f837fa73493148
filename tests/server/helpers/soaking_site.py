"""People at a site whose servers are changed under them: they are sent away, come back by themselves, say again what
was not answered, and miss nothing."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from soaking import PATIENCE, Circle, Door, Log, SoakedDevice

from ewala.server.subprocess_server import ServerLost

COME_BACK = (0.1, 1.5)  # seconds
PING_EVERY = 20.0  # as the page does: whoever says nothing for a minute is let go
AGAIN = 0.3
LATER = {"server/restarting", "server/storage", "table/busy"}  # who hears this says it again
BROKEN = (OSError, TimeoutError, ServerLost)


@dataclass
class SteadyLog(Log):
    """Besides, what was acknowledged; and whether servers are being changed, which excuses that a line breaks."""

    made: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # a table's path -> names of moves
    changing: bool = False

    def excuse(self, kind: str, what: str) -> None:
        self.counts[kind] += 1
        if not self.changing:
            self.troubles.append(f"{kind}, though nothing was being changed: {what}")


class SteadyDevice(SoakedDevice):
    log: SteadyLog

    def __init__(self, log: SteadyLog, door: Door, path: str, hello: dict[str, Any]) -> None:
        super().__init__(log, door, path, hello)
        self._left = False
        self._returning: asyncio.Task[None] | None = None
        self._signs: asyncio.Task[None] | None = None
        self._unanswered: dict[str, dict[str, Any]] = {}

    async def open(self) -> None:
        given_up = perf_counter() + PATIENCE
        while True:
            try:
                await super().open()
                break
            except BROKEN as error:
                if perf_counter() > given_up:
                    raise
                self.log.excuse("not let in", f"{self.path}: {error!r}")
                await asyncio.sleep(AGAIN)
        self._socket.on_lost = self._lost
        self._signs = self._signs or asyncio.get_running_loop().create_task(self._show_signs())
        for command in list(self._unanswered.values()):
            super().send(command)
        if self._socket.closed:
            self._lost()

    def send(self, command: dict[str, Any]) -> None:
        self._unanswered[command["id"]] = command
        super().send(command)

    def close(self) -> None:
        self._left = True
        for task in filter(None, [self._returning, self._signs]):
            task.cancel()
        self._break_off()

    async def come_back(self) -> None:
        if self._returning is not None:
            await self._returning
            return
        self.log.counts["came back"] += 1
        self._break_off()
        await self.open()

    def _break_off(self) -> None:
        self._socket.on_lost = None
        self._socket.close()

    def _lost(self) -> None:
        if self._left or (self._returning is not None and not self._returning.done()):
            return
        self.log.excuse("sent away", self.path)
        self._break_off()
        self._returning = asyncio.get_running_loop().create_task(self._return())

    async def _return(self) -> None:
        await asyncio.sleep(random.uniform(*COME_BACK))
        try:
            await self.open()
        except BROKEN as error:
            self.log.troubles.append(f"{self.path}: nobody let it in again: {error!r}")
        finally:
            self._returning = None

    async def _show_signs(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            if self._returning is None:
                super().send({"type": "ping", "id": "sign"})

    def _on_line(self, line: dict[str, Any]) -> None:
        super()._on_line(line)
        if line["type"] == "done":
            self._unanswered.pop(line["id"], None)

    def _turned_away(self, line: dict[str, Any]) -> None:
        if line["type"] == "closing" and line.get("code") == "server/restarting":
            self.log.excuse("told goodbye", self.path)  # what follows is that the line ends
        elif line["type"] == "refused" and line["code"] in LATER and line.get("id") in self._unanswered:
            self.log.excuse("refused for now", f"{self.path}: {line}")
            asyncio.get_running_loop().call_later(AGAIN, self._say_again, line["id"])
        else:
            super()._turned_away(line)

    def _say_again(self, name: str) -> None:
        if name in self._unanswered and not self._left and self._returning is None:
            super().send(self._unanswered[name])


class SteadyCircle(Circle):
    log: SteadyLog
    device: Callable[..., SoakedDevice] = SteadyDevice

    async def _sit_down(self) -> tuple[str, list[str], str] | None:
        try:
            return await super()._sit_down()
        except BROKEN as error:  # its request met a server that went: begin with another table
            self.log.excuse("tables begun again", repr(error))
            await asyncio.sleep(AGAIN)
            return None

    async def _move(self, mover: SoakedDevice, devices: Sequence[SoakedDevice], name: str) -> None:
        await super()._move(mover, devices, name)
        self.log.made[mover.path].append(name)
