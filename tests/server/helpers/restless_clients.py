"""Clients of a site that is being hurt: they come back wherever somebody answers, say again what was not answered, and
keep every line that they hear."""

import asyncio
import json
import random
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any

import httpx
from devices import Frame, heard
from site_of_servers import Site
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from witness import Heard, Hearer

ANSWER_WITHIN = 4.0  # seconds: whoever does not answer by then is left for another
COME_BACK = (0.05, 0.4)
THINK = (0.1, 0.5)
AGAIN = {"server/storage", "server/too-many", "server/restarting", "table/busy", "server/error-of-proxy"}
BROKEN = (OSError, TimeoutError, WebSocketException, InvalidHandshake, httpx.HTTPError, EOFError)


class Client(ABC):
    """Somebody at a table: what was heard on each line, in order. `first` is where it goes first."""

    def __init__(self, site: Site, table: str, address: str, first: int, seed: int) -> None:
        self.table = table
        self.lines: list[Hearer] = []
        self.seq: int | None = None
        self.over = False
        self.wrong: list[str] = []
        self.chance = random.Random(seed)
        self._site = site
        self._address = address
        self._place = first

    @property
    def place(self) -> str:
        return self._site.places[self._place % len(self._site.places)]

    def listen(self, road: str, keys: list[str], since: int | None) -> Hearer:
        self.lines.append(
            Hearer(f"{type(self).__name__} {len(self.lines)} at {self.place}", road, self.table, keys, since)
        )
        return self.lines[-1]

    def hear(self, text: str) -> Frame:
        self.lines[-1].heard.append(Heard(text, time.monotonic(), None))
        frame: Frame = json.loads(text)
        if seq := heard(frame):
            if self.seq is not None and seq < self.seq:
                self.wrong.append(f"{self.lines[-1].name}: {seq} after {self.seq}, {text[:200]}")
            self.seq = seq
        self.over |= bool(frame.get("result"))
        return frame

    @abstractmethod
    async def attend(self) -> None:
        """Until the game is over."""

    async def elsewhere(self) -> None:
        self._place += 1
        await asyncio.sleep(self.chance.uniform(*COME_BACK))


class Spectator(Client):
    """A device: it comes back with the number of the last event that it has heard."""

    def __init__(self, site: Site, table: str, address: str, first: int, seed: int, hello: Frame) -> None:
        super().__init__(site, table, address, first, seed)
        self._hello = hello
        self._socket: ClientConnection | None = None

    async def attend(self) -> None:
        while not self.over:
            with suppress(*BROKEN):
                await self._be_there()
            self._socket = None
            await self.elsewhere()

    async def _be_there(self) -> None:
        address = f"{self.place.replace('http', 'ws', 1)}/api/tables/{self.table}/live"
        secure = {"ssl": self._site.trusting} if address.startswith("wss") else {}
        options: dict[str, Any] = {"local_addr": (self._address, 0), "proxy": None, "compression": None, **secure}
        keys = [*self._hello.get("keys", []), *filter(None, [self._hello.get("watch")])]
        async with connect(
            address, open_timeout=ANSWER_WITHIN, close_timeout=1, ping_interval=1, ping_timeout=ANSWER_WITHIN, **options
        ) as socket:
            self.listen("live", keys, self.seq)
            await socket.send(json.dumps({"type": "hello", **self._hello, "since": self.seq}))
            self._socket = socket
            await self.say_again()
            while not self.over:
                for line in str(await socket.recv()).split("\n"):
                    self.told(self.hear(line))

    def told(self, frame: Frame) -> None:
        """Whoever only watches says nothing."""

    async def say_again(self) -> None:
        """Nor again."""


class Player(Spectator):
    """A device that moves. A move that was not acknowledged is said again, under its name."""

    def __init__(
        self, site: Site, table: str, address: str, first: int, seed: int, *, seat: str, key: str, enough: asyncio.Event
    ) -> None:
        super().__init__(site, table, address, first, seed, {"keys": [key]})
        self.seat = seat
        self.made: dict[str, Frame] = {}  # what was acknowledged
        self._enough = enough
        self._waits: Frame | None = None  # a move that is not answered yet
        self._thinking: set[asyncio.Task[None]] = set()

    def told(self, frame: Frame) -> None:
        position = frame.get("position") or {}
        if position.get("moves") and position.get("to_act") == self.seat:
            name = f"{self.seat}{position['ply']}"
            if name not in self.made and (self._waits is None or self._waits["id"] != name):
                move = self.chance.choice(position["moves"])
                self._waits = {"type": "move", "id": name, "seat": self.seat, "move": move, "ply": position["ply"]}
                self._soon(self._waits)
        waits = self._waits
        if waits is None or frame.get("id") != waits["id"]:
            return
        if frame["type"] == "done":
            self.made[waits["id"]] = waits
            self._waits = None
        elif frame["type"] == "refused" and frame["code"] in AGAIN:
            self._soon(waits)
        elif frame["type"] == "refused":
            self.wrong.append(f"{self.seat} at {self.place}: {frame}")
            self._waits = None

    def _soon(self, move: Frame) -> None:
        task = asyncio.get_running_loop().create_task(self._say(move))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _say(self, move: Frame) -> None:
        await asyncio.sleep(self.chance.uniform(*THINK))
        if not self._enough.is_set() and move is self._waits:
            await self.say_again()

    async def say_again(self) -> None:
        if self._waits is not None and self._socket is not None:
            self.lines[-1].commands[self._waits["id"]] = self._waits
            with suppress(*BROKEN):
                await self._socket.send(json.dumps(self._waits))


class Program(Client):
    """A stream of lines, and a request for each move; whichever of them breaks is made again elsewhere."""

    def __init__(
        self, site: Site, table: str, address: str, first: int, seed: int, *, seat: str, key: str, enough: asyncio.Event
    ) -> None:
        super().__init__(site, table, address, first, seed)
        self.seat = seat
        self.made: dict[str, Frame] = {}
        self._key = key
        self._enough = enough
        self._chosen: dict[str, str] = {}
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=site.trusting)
        headers = {"authorization": f"Bearer {key}"}
        self._http = httpx.AsyncClient(transport=transport, timeout=ANSWER_WITHIN, headers=headers)

    async def attend(self) -> None:
        async with self._http:
            while not self.over:
                with suppress(*BROKEN):
                    await self._follow()
                await self.elsewhere()

    async def _follow(self) -> None:
        async with self._http.stream("GET", f"{self.place}/api/tables/{self.table}/stream") as answer:
            if answer.status_code != httpx.codes.OK:
                return
            self.listen("stream", [self._key], None)
            self.seq = None  # each begins with how the table stands
            async for line in answer.aiter_lines():
                if line:
                    await self._told(self.hear(line))
                if self.over:
                    return

    async def _told(self, frame: Frame) -> None:
        position = frame.get("position") or {}
        if not position.get("moves") or position.get("to_act") != self.seat or self._enough.is_set():
            return
        name = f"{self.seat}{position['ply']}"
        if name in self.made:
            return
        await asyncio.sleep(self.chance.uniform(*THINK))
        move = self._chosen.setdefault(name, self.chance.choice(position["moves"]))
        body = {"move": move, "ply": position["ply"], "id": name}
        answer = await self._http.post(f"{self.place}/api/tables/{self.table}/moves", json=body)
        if answer.is_success:
            self.made[name] = {**body, "seat": self.seat}
        elif answer.status_code not in (429, 502, 503, 504):
            self.wrong.append(f"{self.seat} at {self.place}: {answer.status_code} {answer.text}")
        else:
            raise httpx.TransportError("nobody there stores anything")
