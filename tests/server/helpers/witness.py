"""A witness: every byte that any client gets, by any road, with its time; and what is to be held against the database.

Let it hand out whatever receives (`device`, `http`), let the test do its worst, and ask for `findings`:

- what was acknowledged is there: every `done` and every `{"seq": …}` names an event of the database, and a move that
  was acknowledged is among them;
- nobody heard of what was not on disk: an event with the number n is the database's event n, as its hearer may know
  it, and was there when it was heard; a log and a position are the stored game's up to there; the dice's secret is seen
  only after the ending;
- at each device events come without gaps and without doubles.

What a hearer may know is reckoned from the stored events alone (stored_games.py): it never looks into a server. A test
that injects faults kills, restarts and damages as it likes; whoever was left with unread lines should read them first,
since a witness testifies to what was read.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from devices import Device, Frame
from examination import Examination
from stored_games import stored_games, stored_seq


@dataclass(frozen=True)
class Heard:
    """A line or an answer, as it came."""

    text: str
    at: float  # seconds, by a clock that only goes forward
    on_disk: int | None  # the table's last event that was on disk when it came; None if nobody could tell


@dataclass
class Hearer:
    """A device, a stream or a request: what it asked with, and what it was told."""

    name: str
    road: str  # "live", "stream" or "http"
    table: str  # "" if it asked about none
    keys: list[str] = field(default_factory=list)
    since: int | None = None
    muted: bool = False  # whether it has ever asked not to hear the others
    commands: dict[str, Frame] = field(default_factory=dict)  # moves by their names
    heard: list[Heard] = field(default_factory=list)


class Witness:
    """Hears everything, from as many threads as there are."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.hearers: list[Hearer] = []
        self._lock = threading.Lock()

    def hearer(self, road: str, table: str, keys: list[str], since: int | None = None, what: str = "") -> Hearer:
        with self._lock:
            hearer = Hearer(f"{road} {len(self.hearers) + 1} {what}".strip(), road, table, keys, since)
            self.hearers.append(hearer)
        return hearer

    def hear(self, hearer: Hearer, text: str) -> None:
        """Right when it has come: what is on disk is looked up now."""
        at, on_disk = time.monotonic(), stored_seq(self.database, hearer.table) if hearer.table else None
        with self._lock:
            hearer.heard.append(Heard(text, at, on_disk))

    def device(self, port: int, table: str, hello: Frame | None, **options: Any) -> "WitnessedDevice":
        """A device whose every line is heard."""
        return WitnessedDevice(self, port, table, hello, **options)

    def http(self, port: int, **options: Any) -> httpx.Client:
        """A client whose every answer, and every line of a stream, is heard as soon as it is read."""
        return httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=_Transport(self), **options)

    def findings(self) -> list[str]:
        """What somebody heard that the database does not bear out; nothing, if all is well."""
        games = stored_games(self.database)
        return [found for hearer in self.hearers for found in Examination(hearer, games).findings()]


class WitnessedDevice(Device):
    def __init__(self, witness: Witness, port: int, table: str, hello: Frame | None, **options: Any) -> None:
        said = hello or {}
        keys = [*said.get("keys", []), *([said["watch"]] if said.get("watch") else [])]
        self._witness = witness
        self.hearer = witness.hearer("live", table, keys, said.get("since"))
        super().__init__(port, table, hello, **options)

    def send(self, frame: Frame) -> None:
        if frame.get("type") == "mute":
            self.hearer.muted = True
        elif frame.get("type") == "move":
            self.hearer.commands[frame["id"]] = frame
        super().send(frame)

    def receive(self) -> Frame:
        frame = super().receive()
        self._witness.hear(self.hearer, self.texts[-1])
        return frame


class _Transport(httpx.HTTPTransport):
    """Hears every answer that is no refusal; each request is a hearer of its own."""

    def __init__(self, witness: Witness) -> None:
        super().__init__(verify=False)
        self._witness = witness

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        hearer = self._hearer(request)
        response = super().handle_request(request)
        inner = response.stream
        assert isinstance(inner, httpx.SyncByteStream)
        if not response.is_success:
            return response
        if hearer.road == "stream":
            response.stream = _Lines(inner, lambda line: self._witness.hear(hearer, line))
        else:
            body = b"".join(inner)
            inner.close()
            self._witness.hear(hearer, body.decode())
            response.stream = httpx.ByteStream(body)
        return response

    def _hearer(self, request: httpx.Request) -> Hearer:
        parts = request.url.path.split("/")
        table = parts[3] if parts[1:3] == ["api", "tables"] and len(parts) > 3 else ""
        road = "stream" if parts[-1] == "stream" else "http"
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        keys = [key.strip() for key in given.split(",") if key.strip()]
        hearer = self._witness.hearer(road, table, keys, what=f"{request.method} {request.url.path}")
        if parts[-1] == "moves" and request.method == "POST":
            hearer.commands[""] = json.loads(request.content)
        return hearer


class _Lines(httpx.SyncByteStream):
    """A stream's bytes on their way to whoever reads them; each whole line is heard."""

    def __init__(self, inner: httpx.SyncByteStream, hear: Callable[[str], None]) -> None:
        self._inner = inner
        self._hear = hear

    def __iter__(self) -> Iterator[bytes]:
        rest = b""
        for part in self._inner:
            *lines, rest = (rest + part).split(b"\n")
            for line in filter(None, lines):
                self._hear(line.decode())
            yield part

    def close(self) -> None:
        self._inner.close()
