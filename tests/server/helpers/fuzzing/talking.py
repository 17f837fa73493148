"""Talks to a server over the live channel, or below the level of frames, and judges what it says."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fuzzing.asking import PATIENCE, Seated
from fuzzing.frames import Frame, any_command, any_frame, any_hello
from fuzzing.knowledge import Knowledge, learned
from fuzzing.report import Report

LINE_TYPES = {"snapshot", "happened", "done", "refused", "because", "presence", "pong", "closing"}
INTERNAL_ERRORS = (1011, 4500)  # of the protocol, and of the framework
HANDSHAKE = (
    "GET /api/tables/{table_id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
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


class _Answered(Exception):
    """The server was still listening."""


class Talking:
    def __init__(self, port: int, report: Report, count: Callable[[str], None]) -> None:
        self.port = port
        self.report = report
        self.count = count
        self._idle: list[asyncio.StreamWriter] = []  # half-open connections

    def hang_up(self) -> None:
        for writer in self._idle:
            writer.close()

    async def talk(
        self, rng: random.Random, table: Seated, known: Knowledge, *, outsider: bool, client: str = "127.0.0.1"
    ) -> None:
        """A session over the live channel: some frames, then a sign that the server still listens, or none."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table.id}/live"
        last = b""
        try:
            async with asyncio.timeout(PATIENCE * 3):
                async with connect(
                    address, proxy=None, compression=None, open_timeout=PATIENCE, local_addr=(client, 0)
                ) as live:
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
                            frame = any_command(rng, known) if proper else any_frame(rng, known)
                        sent.append(frame)
                        last = await self._send(live, frame)
                        for _ in range(rng.randrange(3)):
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
            self.report.found(f"no frame within {PATIENCE:.0f} seconds", last)

    async def _send(self, live: ClientConnection, frame: Frame) -> bytes:
        self.count("frame")
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
        return learned(known, line)

    async def break_in(self, rng: random.Random, table: Seated) -> None:
        """Bytes below the level of frames: odd handshakes, odd opcodes, frames that do not end; or just silence."""
        more = rng.choice(ODD_HANDSHAKES) if rng.random() < 0.3 else ""
        data = HANDSHAKE.format(table_id=table.id, more=more).encode("latin-1")
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
        self.count("raw connection")
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
