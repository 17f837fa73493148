"""Games that go on while the disk has faults: players who say again what was refused, spectators, readers and streams,
each of whose bytes a witness hears."""

import random
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from devices import Frame
from table_server import Server, Table
from waiting import PATIENCE
from witness import Witness, WitnessedDevice

REST = 0.02  # seconds until what was refused is said again: a command that is refused at once would be said for ever


class PersistentPlayer:
    """Plays legal moves at random for a seat; a move that could not be stored is handed in again under its name."""

    def __init__(self, device: WitnessedDevice, seat: str, seed: int) -> None:
        self.device = device
        self.seat = seat
        self.random = random.Random(seed)
        self.acknowledged: dict[str, int] = {}
        self.refused = 0
        self._sent: dict[str, Frame] = {}

    def play(self, over: threading.Event) -> None:
        """Until the game is over, or enough was played."""
        result = None
        while result is None and not over.is_set():
            try:
                frame = self.device.next()
            except TimeoutError:
                raise AssertionError(f"{self.seat} waits in vain") from None
            result = frame.get("result")
            self._hear(frame)

    def _hear(self, frame: Frame) -> None:
        if frame["type"] == "done":
            self.acknowledged[frame["id"]] = frame["seq"]
        elif frame["type"] == "refused":
            assert frame["code"] == "server/storage", frame
            self.refused += 1
            time.sleep(REST)
            self.device.send(self._sent[frame["id"]])
        position = frame.get("position") or {}
        name = f"{self.seat}{position.get('ply')}"
        if position.get("moves") and position.get("to_act") == self.seat and name not in self._sent:
            move = self.random.choice(position["moves"])
            command = {"type": "move", "id": name, "seat": self.seat, "move": move, "ply": position["ply"]}
            self._sent[name] = command
            self.device.send(command)


@dataclass
class Crowd:
    """Everybody at some tables."""

    server: Server
    witness: Witness
    tables: list[Table]
    over: threading.Event = field(default_factory=threading.Event)
    players: list[PersistentPlayer] = field(default_factory=list)
    failures: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._open = ExitStack()
        self._threads: list[threading.Thread] = []

    def begin(self) -> None:
        for number, table in enumerate(self.tables):
            for n, seat in enumerate(table.keys):
                device = self._device(table, {"keys": [table.keys[seat]]})
                self.players.append(PersistentPlayer(device, seat, 100 * number + n))
                self._start(self.players[-1].play, self.over)
            self._start(self._listen, self._device(table, {"watch": table.watch}))
            self._start(self._read, table)
            self._start(self._follow, table)

    def end(self) -> None:
        """Everybody leaves; whoever failed says why."""
        self.over.set()
        for player in self.players:  # each is told something once more, and sees that it is over
            with suppress(Exception):
                player.device.send({"type": "ping", "id": "over"})
        for table in self.tables:
            while table.call("POST", "/resign", next(iter(table.keys.values())), body={}).status_code == 503:
                time.sleep(REST)
        deadline = time.monotonic() + PATIENCE
        for thread in self._threads:
            thread.join(max(0.1, deadline - time.monotonic()))
            assert not thread.is_alive(), thread.name
        self._open.close()
        if self.failures:
            raise self.failures[0]

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    @property
    def all_over(self) -> bool:
        """Whether everybody's game has ended."""
        return not any(thread.is_alive() for thread in self._threads)

    @property
    def refused(self) -> int:
        return sum(player.refused for player in self.players)

    def _device(self, table: Table, keys: Frame) -> WitnessedDevice:
        return self._open.enter_context(self.witness.device(self.server.port, table.id, {"type": "hello", **keys}))

    def _start(self, work: Any, *args: Any) -> None:
        def guarded() -> None:
            try:
                work(*args)
            except BaseException as error:
                self.failures.append(error)

        self._threads.append(threading.Thread(target=guarded, name=f"{work.__name__} {args}"))
        self._threads[-1].start()

    def _listen(self, device: WitnessedDevice) -> None:
        """A spectator who says nothing."""
        device.send({"type": "ping", "id": "here"})
        while not self.over.is_set():
            if device.next().get("result"):
                return

    def _read(self, table: Table) -> None:
        """Somebody who asks again and again, by every road."""
        with self.witness.http(self.server.port, timeout=PATIENCE) as client:
            keys = {"authorization": f"Bearer {next(iter(table.keys.values()))}"}
            while not self.over.is_set():
                for path in (f"/api/tables/{table.id}", f"/api/tables/{table.id}/record", "/api/tables?playing=true"):
                    assert client.get(path, headers=keys).status_code in (200, 503)
                time.sleep(REST)

    def _follow(self, table: Table) -> None:
        headers = {"authorization": f"Bearer {table.watch}"}
        with (
            self.witness.http(self.server.port, timeout=PATIENCE) as client,
            client.stream("GET", f"/api/tables/{table.id}/stream", headers=headers) as answer,
            suppress(httpx.StreamError),
        ):
            for _ in answer.iter_lines():
                if self.over.is_set():
                    return
