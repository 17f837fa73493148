"""Send a table server what a hostile client could send, and see that nothing gives way.

`python tools/fuzz_server.py --inputs 50000 --seed 1` starts a server in a process of its own, with limits so high that
everything gets through. Outsiders attack a table at which two people play; seat holders and hosts misbehave at tables
of both games. What is sent is determined by the seed (tests/server/fuzzing.py); how it interleaves is not, unless there
is one worker. It is a finding if the server

- answers with a status of 500 or more, or closes a WebSocket with 1011;
- refuses without a `Problem`, or sends a frame that is no JSON object with a known type;
- does not answer within ten seconds;
- writes anything to its error stream;
- lets outsiders change their table's record, or learn of moves that only seats may know;
- keeps a table that is not a legal game, whose dice do not verify, or that a restart changes.

Exit codes: 0 nothing found, 1 something found, 130 stopped by Ctrl-C (what was found so far is shown).
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import uvicorn
from tqdm import tqdm
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server"))

from fuzzing import Frame, Knowledge, any_frame, any_hello, any_request, any_wish, sample_record

from ewala.core.errors import EwalaError
from ewala.games.records import read_record
from ewala.games.registry import GAMES
from ewala.play.events import decode_event
from ewala.play.table import Table

PATIENCE = 10.0  # seconds
LINE_TYPES = {"snapshot", "happened", "done", "refused", "because", "presence", "pong", "closing"}
NOT_HTTP = "Invalid HTTP request received."
INTERNAL_ERRORS = (1011, 4500)  # of the protocol, and of the framework
HANDSHAKE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
ODD_HANDSHAKES = [
    "Origin: http://[\r\n",
    "Origin: null\r\n",
    "Origin: https://evil.example\r\n",
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99\r\n",
    "Sec-WebSocket-Protocol: a, b\r\n",
    "X-Odd: \xff\r\n",
]


@dataclass
class Seated:
    """A table with all the keys to it."""

    id: str
    game: str
    keys: list[str]
    watch: str


@dataclass
class Report:
    """What was sent, and what was found."""

    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    def found(self, what: str, sent: bytes = b"") -> None:
        self.findings.append(f"{what}; sent {sent[:300]!r}" if sent else what)


class Fuzzer:
    """Workers that share a server, and a number of inputs to send."""

    def __init__(self, port: int, seed: int, inputs: int, bar: "tqdm[Any]") -> None:
        self.port = port
        self.seed = seed
        self.left = inputs
        self.bar = bar
        self.report = Report()
        self.records = [sample_record(name, seed + n) for name in GAMES for n in range(2)]
        self.outside: Seated
        self.before = ""
        self._idle: list[asyncio.StreamWriter] = []  # half-open connections

    async def run(self, workers: int) -> None:
        self.outside = await self.seated("kingdom-run", "KS")
        for _ in range(3):
            await self._legal_move(self.outside)
        self.before = await self.record_of(self.outside)
        try:
            await asyncio.gather(*(self._work(random.Random(f"{self.seed} {n}"), n) for n in range(workers)))
        finally:
            for writer in self._idle:
                writer.close()
        after = await self.record_of(self.outside)
        if after != self.before:
            self.report.found(f"outsiders changed the game: {self.before!r} became {after!r}")

    async def _work(self, rng: random.Random, number: int) -> None:
        outsider = number % 2 == 0
        table = self.outside if outsider else await self.seated(rng.choice(list(GAMES)), "KS")
        while self.left > 0:
            if not outsider and rng.random() < 0.02:
                table = await self.seated(rng.choice(list(GAMES)), "KS")
            known = Knowledge(tables=[table.id], keys=[] if outsider else table.keys, records=self.records)
            if outsider:
                known.keys = [table.watch]
            if rng.random() < 0.55:
                await self._talk(rng, table, known, outsider)
            elif rng.random() < 0.1:
                await self._raw(rng, table)
            else:
                if not outsider:
                    known = await self._look(table, known)
                for _ in range(rng.randrange(1, 12)):
                    await self._ask(any_request(rng, known))

    def _count(self, kind: str) -> None:
        self.left -= 1
        self.report.sent[kind] += 1
        self.bar.update()

    # --- HTTP

    async def _ask(self, request: Any) -> None:
        """Send a request's bytes, and judge the answer."""
        self._count("request")
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._exchange(request.data, whole=request.whole)
        except TimeoutError:
            self.report.found("no answer within ten seconds", request.data)
            return
        self._judge(answer, request.data, whole=request.whole)

    async def _exchange(self, data: bytes, *, whole: bool) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            with suppress(ConnectionError):
                writer.write(data)
                await writer.drain()
                if whole:
                    return await reader.read()
                # Unfinished: what comes at once is judged, then we are gone.
                async with asyncio.timeout(0.02):
                    return await reader.read()
        except TimeoutError:
            if whole:
                raise
        finally:
            writer.transport.abort()
        return b""

    def _judge(self, answer: bytes, sent: bytes, *, whole: bool) -> None:
        if not answer:
            self.report.answers["none"] += 1
            return
        head, _, body = answer.partition(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        self.report.answers[str(status)] += 1
        if b"x-injected" in head.lower():
            self.report.found("a header was injected", sent)
        if status >= 500:
            self.report.found(f"status {status}", sent)
        elif status >= 400 and not sent.startswith(b"HEAD") and body != NOT_HTTP.encode() and whole:
            try:
                problem = json.loads(body)
                if not (problem["code"] and problem["sentence"]):
                    raise ValueError
            except (ValueError, KeyError, TypeError):
                self.report.found(f"status {status} without a problem: {answer[:300]!r}", sent)

    async def call(self, method: str, path: str, key: str = "", body: Any = None) -> Any:
        """A proper request, which must not be refused."""
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        async with asyncio.timeout(PATIENCE):
            answer = await self._exchange(head.encode() + content, whole=True)
        head_, _, text = answer.partition(b"\r\n\r\n")
        if b" 20" not in head_[:14]:
            self.report.found(f"a proper request was refused: {answer[:300]!r}", head.encode())
            return {}
        return json.loads(text) if b"application/json" in head_ else text.decode()

    async def seated(self, game: str, players: str) -> Seated:
        """A table at which two people play, started."""
        made = await self.call("POST", "/api/tables", body={"game": game, "settings": {"listed": True}})
        table, host = made["table"]["id"], made["host_key"]
        keys = [host]
        for seat in made["table"]["seats"]:
            letter, path = seat["seat"], f"/api/tables/{table}/seats/{seat['seat']}"
            if game == "kingdom-run" and letter not in players:
                await self.call("POST", path + "/close", host)
            else:
                keys.append((await self.call("POST", path, body={"name": f"Player {letter}"}))["key"])
        await self.call("POST", f"/api/tables/{table}/start", host)
        return Seated(table, game, keys, made["watch_key"])

    async def record_of(self, table: Seated) -> str:
        text: str = await self.call("GET", f"/api/tables/{table.id}/record", table.keys[1])
        return text

    async def _look(self, table: Seated, known: Knowledge) -> Knowledge:
        snapshot = await self.call("GET", f"/api/tables/{table.id}", ",".join(table.keys))
        return _learned(known, snapshot)

    async def _legal_move(self, table: Seated) -> None:
        known = await self._look(table, Knowledge())
        wish = {"move": known.moves[0], "ply": known.ply, "seat": known.seat}
        await self.call("POST", f"/api/tables/{table.id}/moves", ",".join(table.keys), wish)

    # --- WebSockets

    async def _talk(self, rng: random.Random, table: Seated, known: Knowledge, outsider: bool) -> None:
        """A session over the live channel: some frames, then a sign that the server still listens, or none."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table.id}/live"
        last = b""
        try:
            async with asyncio.timeout(PATIENCE * 3):
                async with connect(address, proxy=None, compression=None, open_timeout=PATIENCE) as live:
                    if rng.random() < 0.85:
                        hello = {"type": "hello", "keys": known.keys, "watch": table.watch}
                        last = await self._send(live, Frame(json.dumps(hello).encode()))
                    elif rng.random() < 0.5:
                        last = await self._send(live, any_hello(rng, known))
                    sent: list[Frame] = []
                    for _ in range(rng.randrange(1, 40)):
                        if sent and rng.random() < 0.05:
                            frame = rng.choice(sent)  # a replay
                        else:
                            proper = rng.random() < (0.5 if outsider else 0.8)
                            frame = any_wish(rng, known) if proper else any_frame(rng, known)
                        sent.append(frame)
                        last = await self._send(live, frame)
                        for _ in range(rng.randrange(5)):
                            known = await self._read(live, known, outsider, last, wait=0.003)
                    if rng.random() < 0.25:
                        live.transport.abort()
                        self.report.answers["left without a word"] += 1
                    else:
                        await live.send('{"type":"ping","id":"last"}')
                        while True:
                            known = await self._read(live, known, outsider, last, wait=PATIENCE, until="last")
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            self.report.answers[f"closed {code}"] += 1
            if code in INTERNAL_ERRORS:
                self.report.found(f"the WebSocket was closed with {code}", last)
        except InvalidStatus as refused:
            self.report.answers[str(refused.response.status_code)] += 1
            if refused.response.status_code >= 500:
                self.report.found(f"handshake: status {refused.response.status_code}")
        except _Answered:
            self.report.answers["answered"] += 1
        except TimeoutError:
            self.report.found("no frame within ten seconds", last)

    async def _send(self, live: ClientConnection, frame: Frame) -> bytes:
        self._count("frame")
        await live.send(frame.data, text=frame.text)
        return frame.data

    async def _read(
        self, live: ClientConnection, known: Knowledge, outsider: bool, last: bytes, wait: float, until: str = ""
    ) -> Knowledge:
        """Read one frame if it comes in time, judge its lines, and learn from them."""
        try:
            async with asyncio.timeout(wait):
                data = await live.recv()
        except TimeoutError:
            if until:
                raise
            return known
        for text in str(data).split("\n"):
            known = self._judge_line(text, known, outsider, last, until)
        return known

    def _judge_line(self, text: str, known: Knowledge, outsider: bool, last: bytes, until: str) -> Knowledge:
        try:
            line = json.loads(text)
            kind = line["type"]
        except (ValueError, KeyError, TypeError):
            self.report.found(f"a line that cannot be read: {text[:200]!r}", last)
            return known
        self.report.answers[f"line {kind}"] += 1
        if kind not in LINE_TYPES:
            self.report.found(f"an unknown line: {text[:200]!r}", last)
        if outsider and (line.get("you") or line.get("host") or (line.get("position") or {}).get("moves")):
            self.report.found(f"an outsider learned too much: {text[:200]!r}", last)
        if until and kind == "pong" and line["id"] == until:
            raise _Answered
        return _learned(known, line)

    async def _raw(self, rng: random.Random, table: Seated) -> None:
        """Bytes below the level of frames: odd handshakes, odd opcodes, frames that do not end; or just silence."""
        more = rng.choice(ODD_HANDSHAKES) if rng.random() < 0.3 else ""
        data = HANDSHAKE.format(table=table.id, more=more).encode("latin-1")
        how = rng.randrange(6)
        if how == 0:
            data = data[: rng.randrange(1, len(data))]
        elif how == 1:
            data += rng.randbytes(rng.randrange(1, 200))
        elif how == 2:
            data += bytes([rng.randrange(256), 0x80 | rng.choice([0, 1, 5, 125, 126, 127])]) + rng.randbytes(14)
        elif how == 3:
            data += b"\x81\xff" + (2**63 - 1).to_bytes(8, "big") + rng.randbytes(8)
        elif how == 4:
            data += (b"\x01\x80" + bytes(4)) + (b"\x00\x80" + bytes(4)) * 50
        self._count("raw connection")
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(data)
        answer = b""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(0.02):
                answer = await reader.read(4096)
        if answer.startswith(b"HTTP/1.1 5"):
            self.report.found(f"handshake: {answer[:60]!r}", data)
        if rng.random() < 0.5 and len(self._idle) < 60:
            self._idle.append(writer)
        else:
            writer.transport.abort()
        if len(self._idle) == 60:
            self._idle.pop(rng.randrange(60)).transport.abort()


class _Answered(Exception):
    """The server was still listening."""


def _learned(known: Knowledge, frame: dict[str, Any]) -> Knowledge:
    position = frame.get("position")
    if not position:
        return known
    return replace(known, moves=position.get("moves") or [], ply=position["ply"], seat=position.get("to_act") or "")


# --- The server in its own process


def serve(folder: Path) -> None:
    """A server without limits on how often, but with its limits on how much at once."""
    from ewala.server.config import Config, Limits
    from ewala.server.run import _listen, server_settings

    plenty = 10**9
    limits = Limits(
        connections_per_client=plenty,
        frames_per_second=plenty,
        frames_burst=plenty,
        requests_per_second=plenty,
        requests_burst=plenty,
        tables_per_hour=plenty,
        tables_burst=plenty,
    )
    listening = _listen("127.0.0.1", 0)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    server = uvicorn.Server(server_settings(Config(data_dir=folder, limits=limits)))
    threading.Thread(target=_stop_when_alone, args=[server], daemon=True).start()
    server.run(sockets=[listening])


def _stop_when_alone(server: uvicorn.Server) -> None:
    """Whoever started us holds our input open; nothing outlives them."""
    sys.stdin.read()
    server.should_exit = True


class Served:
    """The process, its port, and what it complained of."""

    def __init__(self, folder: Path) -> None:
        self.errors = folder / "errors.txt"
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, __file__, "--serve", str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,  # Ctrl-C is for us: we stop it in order
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def stop(self) -> list[str]:
        """Stop it, and return what it wrote to its error stream: nothing, if all is well."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return ["the server did not stop within thirty seconds"]
        begins = re.compile(r"^(?=[A-Z]+: |a request failed|background work failed)", re.MULTILINE)
        entries = begins.split(self.errors.read_text())
        return [entry for entry in entries if entry.strip()]


def check_tables(folder: Path, report: Report) -> None:
    """Every table in the database is a legal game, and the dice of those that are over verify."""
    from sqlalchemy import select

    from ewala.server.schema import tables
    from ewala.server.store import Store

    store = Store(f"sqlite:///{folder / 'ewala.db'}")
    with store.engine.connect() as connection:
        names = list(connection.execute(select(tables.c.id)).scalars())
    for name in names:
        stored = store.load(name)
        assert stored is not None
        try:
            table = Table.fold([decode_event(body) for body in stored.events], stored.secret)
            report.sent[f"table left {table.status}"] += 1
            if table.match is not None:
                record = read_record(table.match.record.text())
                if record.moves != table.match.record.moves:
                    report.found(f"table {name}: its record reads differently")
                if record.state.to_act is None:
                    record.verify()
        except (EwalaError, AssertionError) as error:
            report.found(f"table {name} is no legal game: {error}")
    store.engine.dispose()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--inputs", type=int, default=50_000, help="how many frames and requests to send (50000)")
    parser.add_argument("--seed", type=int, default=1, help="determines what is sent (1)")
    parser.add_argument("--workers", type=int, default=8, help="how many clients at once (8)")
    parser.add_argument("--serve", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    if parsed.serve:
        serve(parsed.serve)
        return 0
    with tempfile.TemporaryDirectory(prefix="ewala-fuzz-") as folder:
        return fuzz(Path(folder), parsed.inputs, parsed.seed, parsed.workers)


def fuzz(folder: Path, inputs: int, seed: int, workers: int) -> int:
    began = time.monotonic()
    served = Served(folder)
    stopped = False
    with tqdm(total=inputs, unit="input", disable=None) as bar:
        fuzzer = Fuzzer(served.port, seed, inputs, bar)
        report = fuzzer.report
        try:
            asyncio.run(fuzzer.run(workers))
        except KeyboardInterrupt:
            stopped = True
        finally:
            for entry, times in Counter(served.stop()).items():
                report.found(f"on the error stream, {times} times: {entry}")
    check_tables(folder, report)
    if not stopped:
        again = Served(folder)
        later = Fuzzer(again.port, seed, 0, bar)
        if asyncio.run(later.record_of(fuzzer.outside)) != fuzzer.before:
            report.found("a restart changed the game")
        again.stop()
    summarise(report, seed, time.monotonic() - began)
    return 130 if stopped else int(bool(report.findings))


def summarise(report: Report, seed: int, seconds: float) -> None:
    sent = sum(number for kind, number in report.sent.items() if not kind.startswith("table"))
    sys.stdout.write(f"seed {seed}: {sent} inputs in {seconds:.0f} s; {len(report.findings)} findings\n")
    for title, counts in (("sent", report.sent), ("answers", report.answers)):
        shown = ", ".join(f"{kind} {number}" for kind, number in sorted(counts.items()))
        sys.stdout.write(f"{title}: {shown}\n")
    for finding in report.findings[:50]:
        sys.stdout.write(f"FOUND {finding}\n")


if __name__ == "__main__":
    sys.exit(main())
