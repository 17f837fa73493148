"""What a hostile client could write to one connection, below the level of requests; determined by a seed.

Chunks with odd sizes and extensions, trailers, bodies that are cut, requests that follow one another without waiting,
upgrades with garbage after them; all at once or in small parts, and several ways to be gone.
"""

import random
from dataclasses import dataclass
from typing import Literal

from fuzzing.bodies import any_body
from fuzzing.http_requests import any_request
from fuzzing.knowledge import Knowledge

End = Literal["read", "leave", "shut writing", "shut reading", "stay"]


@dataclass(frozen=True)
class Exchange:
    """Bytes for one connection, part by part, and how it ends."""

    kind: str
    parts: tuple[bytes, ...]
    end: End
    answers: int = 0  # that must come if the client waits for them

    @property
    def data(self) -> bytes:
        return b"".join(self.parts)


PLAIN = "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n"
PATHS = ["/api/health", "/api/tables", "/api/nothing", "/api/tables/{table_id}", "/api/tables/{table_id}/record"]
POSTED = ["/api/records", "/api/positions", "/api/tables/{table_id}/moves", "/api/tables"]
SIZES = [b"{:x}", b"{:X}", b"000{:x}", b"{:x};a=b", b'{:x};name="quoted; \\" value"', b"{:x} ", b"{:x};" + b"e" * 4000]
WRONG_SIZES = [b"", b"g", b"-1", b"0x5", b"1" * 17, b"ffffffffffffffff", b"7fffffffffffffff", b";x", b"5 5", b"\x00"]
TRAILERS = [
    b"X-After: 1\r\n",
    b"Content-Length: 5\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Host: elsewhere\r\n",
    b"Authorization: Bearer x\r\n",
    b"no colon\r\n",
    b": nameless\r\n",
    b"a: " + b"b" * 9000 + b"\r\n",
    b"a: b\r\n" * 500,
    b" folded\r\n",
    b"a: \xff\x00\r\n",
]
UPGRADE = (
    "GET /api/tables/{table_id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def any_exchange(rng: random.Random, known: Knowledge) -> Exchange:
    make = rng.choice([_chunked, _chunked, _trailers, _cut, _pipelined, _upgraded, _half_closed, _trickled])
    return make(rng, known)


def _path(rng: random.Random, paths: list[str], known: Knowledge) -> str:
    return rng.choice(paths).replace("{table_id}", rng.choice(known.tables))


def _get(rng: random.Random, known: Knowledge, more: str = "") -> bytes:
    return PLAIN.format(path=_path(rng, PATHS, known), more=more).encode()


def _post(rng: random.Random, known: Knowledge, framing: str) -> tuple[bytes, bytes]:
    """A head that announces a body in some framing, and the body."""
    template = rng.choice(POSTED)
    body = any_body(rng, template, known) or b"{}"
    path = template.replace("{table_id}", rng.choice(known.tables))
    kept = "" if rng.random() < 0.2 else "Connection: close\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{kept}Content-Type: application/json\r\n{framing}\r\n"
    return head.replace("{length}", str(len(body))).encode(), body


def _chunks(rng: random.Random, body: bytes) -> bytes:
    """A body in chunks of any size, written in one of the ways that are allowed."""
    data, at = b"", 0
    while at < len(body):
        size = rng.choice([1, 2, 7, 100, 5000])
        chunk = body[at : at + size]
        at += size
        data += rng.choice(SIZES).replace(b"{:x}", b"%x" % len(chunk)).replace(b"{:X}", b"%X" % len(chunk))
        data += b"\r\n" + chunk + b"\r\n"
    return data


def _chunked(rng: random.Random, known: Knowledge) -> Exchange:
    head, body = _post(rng, known, "Transfer-Encoding: chunked\r\n")
    data = _chunks(rng, body)
    if rng.random() < 0.4:
        data += rng.choice(WRONG_SIZES) + b"\r\n" + rng.randbytes(rng.randrange(20)) + b"\r\n"
        return Exchange("chunk", (head, data), rng.choice(["leave", "stay", "shut writing"]))
    data += rng.choice([b"0\r\n\r\n", b"00000\r\n\r\n", b"0;end=1\r\n\r\n"])
    return Exchange("chunk", (head, data), "leave")


def _trailers(rng: random.Random, known: Knowledge) -> Exchange:
    head, body = _post(rng, known, "Transfer-Encoding: chunked\r\nTrailer: X-After\r\n")
    data = _chunks(rng, body) + b"0\r\n" + b"".join(rng.choices(TRAILERS, k=rng.randrange(1, 6)))
    if rng.random() < 0.6:
        data += b"\r\n"
    return Exchange("trailer", (head, data), rng.choice(["leave", "stay", "shut writing"]))


def _cut(rng: random.Random, known: Knowledge) -> Exchange:
    """A request that ends at any byte: in its first line, its head, its body, between chunks."""
    framing = rng.choice(["Content-Length: {length}\r\n", "Transfer-Encoding: chunked\r\n"])
    head, body = _post(rng, known, framing)
    data = head + (body if "Length" in framing else _chunks(rng, body) + b"0\r\n\r\n")
    return Exchange("cut", (data[: rng.randrange(1, len(data))],), rng.choice(["leave", "stay", "shut writing"]))


def _pipelined(rng: random.Random, known: Knowledge) -> Exchange:
    """Several requests that do not wait for answers; the last one asks to be the last."""
    number = rng.randrange(2, 12)
    asked = [_get(rng, known) for _ in range(number - 1)] + [_get(rng, known, "Connection: close\r\n")]
    data = b"".join(asked)
    if rng.random() < 0.3:
        at = rng.randrange(1, len(data))
        return Exchange("pipeline", (data[:at], data[at:]), "read", number)
    if rng.random() < 0.3:
        return Exchange("pipeline", (data, rng.randbytes(50)), "leave")
    if rng.random() < 0.3:
        return Exchange("pipeline", (data[:-30], any_request(rng, known).data), "leave")
    return Exchange("pipeline", (data,), "read", number)


def _upgraded(rng: random.Random, known: Knowledge) -> Exchange:
    """A handshake with something right behind it that is no frame, or one too many."""
    upgrade = UPGRADE.format(table_id=rng.choice([*known.tables, "nosuchtable"])).encode()
    garbage = rng.choice(
        [rng.randbytes(rng.randrange(1, 3000)), upgrade, _get(rng, known), b"\x81\x80", b"\x88\x80" * 9]
    )
    return Exchange("upgrade", (upgrade, garbage), rng.choice(["leave", "stay", "shut writing", "shut reading"]))


def _half_closed(rng: random.Random, known: Knowledge) -> Exchange:
    """Whole requests of somebody who has stopped writing, or reading, before the answer."""
    data = any_request(rng, known).data if rng.random() < 0.5 else _get(rng, known)
    return Exchange("half-closed", (data,), rng.choice(["shut writing", "shut reading"]))


def _trickled(rng: random.Random, known: Knowledge) -> Exchange:
    """A proper request, a few bytes at a time: it is answered like any other."""
    data = _get(rng, known, "Connection: close\r\n")
    parts = [data[at : at + 3] for at in range(0, len(data), 3)]
    return Exchange("trickle", tuple(parts), "read", 1)
