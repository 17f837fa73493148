"""Servers to play on: real sockets, real database files.

`served` runs a server in this process, where a test may set its clock and its limits, and where luck is the same in
every run; `spawned` runs `ewala serve`, with real dice. Who talks to them is in devices.py.
"""

import logging
import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import httpx
from devices import Device, Frame, Player, greeted
from waiting import PATIENCE

from ewala.core.dice import promise_of
from ewala.server.composition import FEATURES
from ewala.server.platform.config import Config, Limits
from ewala.server.table_server import TableServer, server_settings
from ewala.server.tables.collector import Collector
from ewala.server.tables.feature import Feature

# The server closes a connection between requests after five seconds: who would use it at that moment hears no answer.
CONNECTIONS = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=4.0)
GENEROUS = Limits(
    units_per_second=1e9,
    units_burst=1e9,
    key_units_per_second=1e9,
    key_units_burst=1e9,
    arrivals_per_second=1e9,
    arrivals_burst=1e9,
    tables_per_hour=1e9,
    tables_burst=10**9,
    people_per_hour=1e9,
    people_burst=10**9,
    codes_per_hour=1e9,
    codes_burst=10**9,
    toggles_per_minute=1e9,
    toggles_burst=10**9,
)

LUCK = 7


def plain_client(port: int) -> httpx.Client:
    """A client for plain HTTP: to read the certificates of the whole world first would take longer than to use it."""
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=CONNECTIONS, verify=False)


class Clock:
    """Time that stands until a test moves it; in milliseconds."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


class Server:
    """Where a server is, and how to ask it."""

    def __init__(self, port: int, database: str = "") -> None:
        self.port = port
        self.database = database  # where that is, if it is one of this process
        self.http = plain_client(port)

    def call(self, method: str, path: str, *keys: str, body: object = None) -> httpx.Response:
        """A request with keys, as `Authorization` has them."""
        headers = {"authorization": f"Bearer {','.join(keys)}"} if keys else {}
        return self.http.request(method, path, headers=headers, json=body)

    def table(self, game: str = "kingdom-run", *, options: Frame | None = None, **settings: Any) -> "Table":
        """A new table; in Kingdom Run the first seat begins unless a test says otherwise, not whom the lot names."""
        options = options or {}
        if game == "kingdom-run":
            options = {"first": str(options.get("players", "KSFG"))[:1], **options}
        answer = self.call("POST", "/api/tables", body={"game": game, "options": options, "settings": settings})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Table(self, made["table"]["id"], made["host_key"], made["watch_key"])

    def chronicles(self, **settings: Any) -> "Table":
        """A table of the Chronicles at which both sides sit, started."""
        table = self.table("chronicles-of-run", **settings)
        table.sit("O")
        table.sit("C")
        table.start()
        return table

    def kingdom_run(self, seats: str = "KSFG", **settings: Any) -> "Table":
        """A table of Kingdom Run at which these seats are played, started."""
        table = self.table(**settings)
        for seat in "KSFG":
            if seat in seats:
                table.sit(seat)
            else:
                table.close(seat)
        table.start()
        return table


@dataclass
class Table:
    """A table at a server, with all the keys to it."""

    server: Server
    id: str
    host: str
    watch: str
    keys: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)  # what seats have promised to add to the dice

    def call(self, method: str, path: str, *keys: str, body: object = None) -> httpx.Response:
        return self.server.call(method, f"/api/tables/{self.id}{path}", *keys, body=body)

    def do(self, method: str, path: str, *keys: str, body: object = None) -> Any:
        """A request that is not refused."""
        answer = self.call(method, path, *keys, body=body)
        assert answer.is_success, answer.text
        return answer.json()

    def sit(self, seat: str, name: str = "", part: str = "") -> str:
        """Sit down; with a `part`, promise to add it to the dice."""
        body = {"name": name or f"Player {seat}"}
        if part:
            self.parts[seat] = part
            body["promise"] = promise_of(self.look()["table"]["commitment"], seat, part)
        self.keys[seat] = self.do("POST", f"/seats/{seat}", body=body)["key"]
        return self.keys[seat]

    def show(self, *seats: str) -> None:
        """Show what these seats add to the dice."""
        for seat in seats:
            self.do("POST", f"/seats/{seat}/part", self.keys[seat], body={"part": self.parts[seat]})

    def seat_bot(self, seat: str, bot: str = "random") -> None:
        self.do("POST", f"/seats/{seat}/bot", self.host, body={"bot": bot})

    def close(self, seat: str) -> None:
        self.do("POST", f"/seats/{seat}/close", self.host)

    def start(self) -> None:
        """Start, and show all parts of the dice that were promised here."""
        self.ask_for_parts()
        self.show(*self.parts)

    def ask_for_parts(self) -> None:
        """Start; if parts of the dice were promised, they are yet to be shown."""
        self.do("POST", "/start", self.host)

    def at(self, server: Server) -> "Table":
        """The same table, as another server has it."""
        return replace(self, server=server, keys=dict(self.keys), parts=dict(self.parts))

    def play(self, moves: int = 1) -> int:
        """So many moves of those who have to act, each time the first of the list; the number of the last event."""
        done = {"seq": 0}
        for _ in range(moves):
            position = self.look(*self.keys.values())["position"]
            body = {"move": position["moves"][0], "ply": position["ply"]}
            done = self.do("POST", "/moves", self.keys[position["to_act"]], body=body)
        return int(done["seq"])

    def play_out(self, seed: int = 1) -> Frame:
        """The game to its end, by one device for all; the result."""
        with self.device(*self.keys) as device:
            return Player(device, seed).play()

    def play_live(self, moves: int) -> None:
        """So many moves over the live channel; what a device has asked for may still happen when it has gone."""
        with self.device(*self.keys) as device:
            player = Player(device, 1)
            while len(player.made) < moves:
                player.answer(device.next())

    def resign(self, seat: str) -> None:
        self.do("POST", "/resign", self.keys[seat], body={})

    def look(self, *keys: str) -> Frame:
        snapshot: Frame = self.do("GET", "", *keys)
        return snapshot

    def record(self, *keys: str) -> str:
        answer = self.call("GET", "/record", *keys)
        assert answer.is_success, answer.text
        return answer.text

    def device(
        self, *seats: str, since: int | None = None, host: bool = False, language: str = "", **options: Any
    ) -> "Device":
        """A device that holds the keys of these seats; of none, the watch key."""
        keys = [self.keys[seat] for seat in seats] + ([self.host] if host else [])
        hello: Frame = {"type": "hello", "keys": keys, "since": since, "language": language}
        if not keys:
            hello["watch"] = self.watch
        return Device(self.server.port, self.id, hello, **options)

    def joined(self, *seats: str, **options: Any) -> "Device":
        """A device that has been shown the table."""
        device = self.device(*seats, **options)
        greeted(device)
        return device

    def seat_to_act(self) -> str:
        seat: str = self.look(self.watch)["position"]["to_act"]
        return seat


def opponent(seat: str) -> str:
    """The other one of two who play."""
    return {"O": "C", "C": "O", "K": "S", "S": "K"}[seat]


def refused(answer: httpx.Response, status: int, code: str) -> Frame:
    """That a request was refused so, with a sentence; the problem."""
    problem: Frame = answer.json()
    assert (answer.status_code, problem.get("code")) == (status, code), f"{answer.request.url}: {answer.text}"
    assert problem["sentence"]
    return problem


def anna_and_bram(server: Server) -> Table:
    """Knights and sorcerers; K has rolled and chooses what to reroll."""
    table = server.table(options={"first": "K"})
    table.sit("K", "Anna")
    table.sit("S", "Bram")
    table.close("F")
    table.close("G")
    table.start()
    return table


# --- Servers


# Whoever drives a browser in this process has tasks of their own; one that was open when its browser went is found at
# any later time, while something else is tried.
OF_THE_BROWSER = "/playwright/_impl/"


class Complaints(logging.Handler):
    """What a server in this process has logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        said = logging.Formatter().format(record)
        if OF_THE_BROWSER not in said:
            self.said.append(said)


@contextmanager
def served(
    folder: Path,
    *,
    clock: Callable[[], int] | None = None,
    limits: Limits = GENEROUS,
    complaints: Sequence[str] = (),
    operating: socket.socket | None = None,
    features: Sequence[Feature] = FEATURES,
    **options: Any,
) -> Iterator[Server]:
    """A server in this process, with the same luck in every run. What it logs as a warning or worse fails the test,
    unless one of the expected `complaints` is in it.

    Whoever waits in silence, for a bot perhaps, is not let go before their own patience is at its end.
    """
    config = replace(Config(data_dir=folder, limits=limits, heartbeat_seconds=PATIENCE), **options)
    with same_luck(), no_great_cleaning(), running_here(config, clock, complaints, operating, features) as port:
        server = Server(port, config.database_url)
        with server.http:
            yield server


@contextmanager
def same_luck() -> Iterator[None]:
    """Dice and bots at servers in this process do the same in every run, at every table, whichever test comes first.

    In Kingdom Run the first roll leaves something to do (of 1296 one leaves nothing, and the turn is over at once).
    A seat that adds chance of its own, as those do who sit down through the page, has other dice in every run.
    """
    dice = SimpleNamespace(token_bytes=lambda size: bytes([LUCK]) * size)
    bots = SimpleNamespace(Random=lambda: random.Random(LUCK))
    with mock.patch("ewala.core.dice.secrets", dice), mock.patch("ewala.server.tables.thinking.random", bots):
        yield


@contextmanager
def no_great_cleaning() -> Iterator[None]:
    """At its start a server looks once through all objects of its process; here these are the tests' and their tools',
    and looking through them would take longer than everything else."""
    with mock.patch.object(Collector, "calm_down"), mock.patch.object(Collector, "as_before"):
        yield


@contextmanager
def running_here(
    config: Config,
    clock: Callable[[], int] | None = None,
    expected: Sequence[str] = (),
    operating: socket.socket | None = None,
    features: Sequence[Feature] = FEATURES,
) -> Iterator[int]:
    complaints = Complaints()
    listening = socket.create_server(("127.0.0.1", 0), backlog=1000)
    running = TableServer(server_settings(config, clock, features), operating)
    loggers = [logging.getLogger(name) for name in ("uvicorn", "ewala", "asyncio", "litestar")]
    for logger in loggers:  # now: uvicorn has set up its logging, and dropped whoever listened before
        logger.addHandler(complaints)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    port = listening.getsockname()[1]
    try:
        # The socket listens already: the first request waits until the server takes it.
        with plain_client(port) as first:
            first.get("/api/health").raise_for_status()
        yield port
    finally:
        running.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        for logger in loggers:
            logger.removeHandler(complaints)
        assert not thread.is_alive()
    assert [said for said in complaints.said if not any(words in said for words in expected)] == []


class Spawned(Server):
    """`ewala serve` in its own process."""

    def __init__(self, folder: Path, port: int = 0, database: str = "", more: Sequence[str] = ()) -> None:
        self.complaints = folder / "complaints.txt"
        with self.complaints.open("a") as complaints:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "ewala", "serve", "--port", str(port), "--data-dir", str(folder)),
                    *(["--database", database] if database else []),
                    *more,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line + self.complaints.read_text()
        super().__init__(int(found[1]))

    def call(self, method: str, path: str, *keys: str, body: object = None) -> httpx.Response:
        """Its limits are those that everybody has: who is too fast for them waits as long as it says."""
        while True:
            answer = super().call(method, path, *keys, body=body)
            if answer.status_code != 429 or answer.json()["code"] != "server/too-many":
                return answer
            time.sleep(float(answer.headers["retry-after"]))

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        self.process.terminate()
        return self._gone()

    def stop_again_and_again(self) -> int:
        while self.process.poll() is None:
            self.process.terminate()
            time.sleep(0.001)
        return self._gone()

    def kill(self) -> int:
        """End it in the middle of whatever it does."""
        self.process.kill()
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.http.close()
        return code


@contextmanager
def spawned(folder: Path) -> Iterator[Spawned]:
    """`ewala serve` in its own process; it must stop when asked, and have nothing to complain of."""
    server = Spawned(folder)
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    if server.process.poll() is None:
        server.stop()
    assert server.complaints.read_text() == "", server.complaints.read_text()[-3000:]
