"""Writes exchanges to a server, below the level of requests, and judges whatever comes back."""

import asyncio
import random
import socket
from collections.abc import Callable
from contextlib import suppress

from fuzzing.asking import PATIENCE
from fuzzing.exchanges import Exchange
from fuzzing.report import Report

GLANCE = 0.02  # seconds for what comes at once, where no answer can be expected
PAUSE = 0.005  # seconds between two parts
MOST_STAYING = 60  # connections that are left open at a time
MOST_TRICKLING = 40


class Connecting:
    def __init__(self, port: int, report: Report, count: Callable[[str], None]) -> None:
        self.port = port
        self.report = report
        self.count = count
        self._staying: list[asyncio.StreamWriter] = []
        self._trickling: set[asyncio.Task[None]] = set()

    async def attack(self, rng: random.Random, exchange: Exchange, address: str) -> None:
        self.count(exchange.kind)
        if len(exchange.parts) <= 2:
            await self._exchange(rng, exchange, address)
            return
        if len(self._trickling) >= MOST_TRICKLING:
            await asyncio.wait(self._trickling, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(self._exchange(rng, exchange, address))  # beside all else
        self._trickling.add(task)
        task.add_done_callback(self._trickling.discard)

    async def finish(self) -> None:
        """Wait for those who trickle, and hang up those who stay."""
        if self._trickling:
            await asyncio.gather(*self._trickling)
        for writer in self._staying:
            writer.transport.abort()

    async def _exchange(self, rng: random.Random, exchange: Exchange, address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        answer = b""
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._to_its_end(reader, writer, exchange)
        except TimeoutError:
            self.report.found(f"{exchange.kind}: no end within {PATIENCE:.0f} seconds", exchange.data)
        except OSError:
            self.report.answers["broken off"] += 1
        self._judge(answer, exchange)
        if exchange.end == "stay":
            self._staying.append(writer)
            if len(self._staying) > MOST_STAYING:
                self._staying.pop(rng.randrange(MOST_STAYING)).transport.abort()
        else:
            writer.transport.abort()

    async def _to_its_end(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, exchange: Exchange
    ) -> bytes:
        for part in exchange.parts:
            writer.write(part)
            if len(exchange.parts) > 1:
                await writer.drain()
                await asyncio.sleep(PAUSE)
        raw: socket.socket = writer.get_extra_info("socket")
        if exchange.end == "shut reading":
            raw.shutdown(socket.SHUT_RD)
        elif exchange.end == "shut writing":
            with suppress(OSError):  # it may have been closed at once
                writer.write_eof()
        if exchange.end == "read":
            return await reader.read()
        answer = b""
        with suppress(TimeoutError):
            async with asyncio.timeout(GLANCE):
                answer = await reader.read(65536)
        return answer

    def _judge(self, data: bytes, exchange: Exchange) -> None:
        answers = answers_in(data)
        for status, body in answers:
            self.report.judge(exchange.kind, status, body, exchange.data)
        if exchange.end == "read" and len(answers) != exchange.answers:
            refused = bool(answers) and answers[-1][0] == 400  # what is no HTTP ends the connection
            if not refused:
                found = f"{exchange.kind}: {len(answers)} answers to {exchange.answers} requests"
                self.report.found(found, exchange.data)


def answers_in(data: bytes) -> list[tuple[int, bytes | None]]:
    """Statuses and bodies of the answers that came one after another; a body that is not whole, or has no length, is
    None."""
    answers: list[tuple[int, bytes | None]] = []
    while data.startswith(b"HTTP/1.1 "):
        head, whole, rest = data.partition(b"\r\n\r\n")
        status = int(head[9:12])
        length = head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0].strip()
        if not whole or not length.isdigit():
            answers.append((status, rest if whole and b"connection: close" in head.lower() else None))
            if status >= 200:
                break
            data = rest
            continue
        size = int(length)
        answers.append((status, rest[:size] if len(rest) >= size else None))
        data = rest[size:]
    return answers
