"""Devices that talk to a server as a page would, and players who use them.

Nothing here sleeps: whoever waits, waits for a frame, and not for ever.
"""

import json
import random
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from waiting import PATIENCE
from websockets.sync.client import ClientConnection, connect

Frame = dict[str, Any]


class Device:
    """A live connection. Frames that nobody has asked for yet are kept."""

    def __init__(self, port: int, table_id: str, hello: Frame | None, **options: Any) -> None:
        address = f"ws://127.0.0.1:{port}/api/tables/{table_id}/live"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, proxy=None, open_timeout=PATIENCE, close_timeout=PATIENCE, max_queue=None, **options)
        )
        self.frames: list[Frame] = []  # all that have come, in order
        self.texts: list[str] = []  # the same, byte for byte
        self.sizes: list[int] = []  # how many lines each WebSocket frame had
        self._lines: list[str] = []  # of the last one, those not read yet
        self._kept: list[Frame] = []
        self._commands = 0
        if hello is not None:
            self.send(hello)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def send(self, frame: Frame) -> None:
        self.socket.send(json.dumps(frame))

    def receive(self) -> Frame:
        """The next line, whatever it is, of those that were not kept."""
        if not self._lines:
            self._lines = self.socket.recv(PATIENCE, decode=True).split("\n")
            self.sizes.append(len(self._lines))
        text = self._lines.pop(0)
        frame: Frame = json.loads(text)
        self.frames.append(frame)
        self.texts.append(text)
        return frame

    def next(self) -> Frame:
        """The next frame, whatever it is."""
        return self._kept.pop(0) if self._kept else self.receive()

    def until(self, fits: Callable[[Frame], bool]) -> Frame:
        """The first frame that fits; others are kept."""
        for frame in self._kept:
            if fits(frame):
                self._kept.remove(frame)
                return frame
        while not fits(frame := self.receive()):
            self._kept.append(frame)
        return frame

    def expect(self, kind: str) -> Frame:
        """The first frame of this type."""
        return self.until(lambda frame: frame["type"] == kind)

    def happened(self, kind: str) -> Frame:
        """The first event of this type."""
        return self.until(lambda frame: frame["type"] == "happened" and frame["event"]["type"] == kind)

    def ask(self, kind: str, **fields: Any) -> Frame:
        """Send a command under a name of its own, and wait for what answers it."""
        self._commands += 1
        fields.setdefault("id", f"command {self._commands}")
        self.send({"type": kind, **fields})
        return self.until(lambda frame: "id" in frame and frame["id"] == fields["id"])

    def move(self, seat: str, move: str, ply: int, **fields: Any) -> Frame:
        return self.ask("move", seat=seat, move=move, ply=ply, **fields)

    def caught_up(self) -> int:
        """The table's sequence number, once all that happened up to it has come."""
        seq: int = self.ask("ping")["seq"]
        if all(heard(frame) < seq for frame in self.frames):
            self.until(lambda frame: heard(frame) >= seq)
        return seq

    def closed(self) -> int:
        """Wait until the server has closed the connection; returns the code. Frames up to then are kept."""
        from websockets.exceptions import ConnectionClosed

        try:
            while True:
                self._kept.append(self.receive())
        except ConnectionClosed:
            code = self.socket.close_code
            assert code is not None
            return code


def heard(frame: Frame) -> int:
    """Up to which event a snapshot or an event goes; 0 for other frames."""
    return int(frame["seq"]) if frame["type"] in ("snapshot", "happened") else 0


class Player:
    """Plays legal moves at random, for all seats of a device, until the game is over."""

    def __init__(self, device: Device, seed: int) -> None:
        self.device = device
        self.random = random.Random(seed)
        self.result: Frame | None = None
        self.made: dict[str, int] = {}  # what was acknowledged: name of the command -> sequence number

    def play(self) -> Frame:
        while self.result is None:
            self.answer(self.device.next())
        return self.result

    def answer(self, frame: Frame) -> None:
        if frame["type"] == "done":
            assert frame["id"] not in self.made
            self.made[frame["id"]] = frame["seq"]
        assert frame["type"] != "refused", frame
        self.result = frame.get("result")
        position = frame.get("position")
        if position and self.result is None:
            self._act(position)

    def _act(self, position: Frame) -> None:
        seat, ply = position.get("to_act"), position["ply"]
        if position.get("moves"):
            move = self.random.choice(position["moves"])
            self.device.send({"type": "move", "id": f"{seat}{ply}", "seat": seat, "move": move, "ply": ply})
        elif position.get("confirm") is not None and position["confirm"] == seat and seat in self.seats:
            self.device.send({"type": "confirm", "id": f"{seat}{ply} end", "seat": seat})

    @property
    def seats(self) -> list[str]:
        snapshot = next(frame for frame in self.device.frames if frame["type"] == "snapshot")
        seats: list[str] = snapshot["you"]
        return seats


def greeted(device: Device) -> Frame:
    """The snapshot, which must be the first frame of all."""
    frame = device.next()
    assert frame["type"] == "snapshot"
    return frame


def events_of(device: Device) -> list[Frame]:
    return [frame for frame in device.frames if frame["type"] == "happened"]
