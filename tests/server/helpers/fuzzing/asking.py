"""Asks a server over HTTP, in good faith or bad, and judges its answers."""

import asyncio
import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from people_at import OwnDevice

from fuzzing.http_requests import Request
from fuzzing.knowledge import Knowledge, learned
from fuzzing.report import Report

PATIENCE = 60.0  # seconds: longer than any answer takes, also where a busy machine thinks about a hint
COACHING = re.compile(rb"^\S+ /api/(tables/[^/]+/hint|analyses)")


@dataclass
class Seated:
    """A table with all the keys to it."""

    id: str
    game: str
    keys: list[str]
    watch: str


class Asking:
    def __init__(self, port: int, report: Report) -> None:
        self.port = port
        self.report = report

    async def ask(self, request: Request, *, barred: str = "", address: str = "127.0.0.1") -> None:
        """Send a request's bytes, and judge the answer; the coach must not tell them anything of the table `barred`."""
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._exchange(request.data, whole=request.whole, address=address)
        except TimeoutError:
            self.report.found(f"no answer within {PATIENCE:.0f} seconds", request.data)
            return
        self._judge(answer, request.data, whole=request.whole, barred=barred)

    async def _exchange(self, data: bytes, *, whole: bool, address: str = "127.0.0.1") -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
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

    def _judge(self, answer: bytes, sent: bytes, *, whole: bool, barred: str) -> None:
        if not answer:
            self.report.answers["none"] += 1
            return
        head, _, body = answer.partition(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        if b"x-injected" in head.lower():
            self.report.found("a header was injected", sent)
        if status == 200 and barred and barred.encode() in sent and COACHING.search(sent):
            self.report.found("the coach told an outsider", sent)
        self.report.judge("request", status, body if whole and not sent.startswith(b"HEAD") else None, sent)

    async def call(self, method: str, path: str, key: str = "", body: Any = None, *, patience: float = PATIENCE) -> Any:
        """A proper request, which must not be refused."""
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        async with asyncio.timeout(patience):
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

    async def somebody(self) -> tuple[str, dict[str, Any]]:
        """A new person: what they show, and what their device has signed."""
        device = OwnDevice()
        proof = device.shown((await self.call("POST", "/api/people/challenge"))["challenge"])
        person = await self.call("POST", "/api/people", body={"profile": {"name": "Ada"}, **proof})
        return person["token"], proof

    async def evening(self) -> tuple[str, list[str], list[str]]:
        """An evening to which two have come: who they are, and the keys."""
        made = await self.call("POST", "/api/evenings", body={"name": "Thursday", "game": "kingdom-run"})
        name, keys, guests = made["evening"]["id"], [made["organiser_key"]], []
        for guest in ("Ada", "Bo"):
            came = await self.call("POST", f"/api/evenings/{name}/guests", body={"name": guest})
            guests.append(came["who"])
            keys.append(came["key"])
        return name, guests, keys

    async def record_of(self, table: Seated) -> str:
        text: str = await self.call("GET", f"/api/tables/{table.id}/record", table.keys[1])
        return text

    async def look(self, table: Seated, known: Knowledge) -> Knowledge:
        snapshot = await self.call("GET", f"/api/tables/{table.id}", ",".join(table.keys))
        return learned(known, snapshot)

    async def legal_move(self, table: Seated) -> None:
        known = await self.look(table, Knowledge())
        body = {"move": known.moves[0], "ply": known.ply, "seat": known.seat}
        await self.call("POST", f"/api/tables/{table.id}/moves", ",".join(table.keys), body)
