"""Texts, numbers and bytes that nobody in good faith would send, and ways to spoil what somebody would."""

import json
import random
from typing import Any

ODD_TEXTS = [
    "",
    " ",
    "\x00",
    "\x00\x00\x00",
    "a\r\nX-Injected: 1",
    "a\nb",
    "\x1b[31mred",
    "‮right to left",
    "zero​width",
    "\u2028line",
    "e\u0301",
    "🏃" * 30,
    "a" * 41,
    "a" * 5000,
    "' OR 1=1 --",
    '"; DROP TABLE tables; --',
    "%s%n%x",
    "{0}{seat!r}{__class__}",
    "${jndi:ldap://x}",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "\ufffe\uffff",
    "K",
    "K,S",
    "nul",
    "-1",
    "1e999",
]
ODD_NUMBERS: list[Any] = [-1, 0, 1, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.0, 1e308]
ODD_VALUES: list[Any] = [*ODD_TEXTS, *ODD_NUMBERS, None, True, False, [], {}, [[]], [None], {"type": "move"}, ["K"]]
UNREADABLE = [
    b"",
    b" ",
    b"{",
    b"}",
    b"[",
    b"null",
    b"true",
    b"42",
    b'"hello"',
    b"[]",
    b"{}",
    b"nan",
    b"{'type': 'ping'}",
    b'{"type":"ping",}',
    b'{"type":"ping"} x',
    b'{"type":"ping"}{"type":"ping"}',
    b'\xef\xbb\xbf{"type":"ping"}',
    b'{"type":"ping","id":"\xff\xfe"}',
    b'{"type":"ping","id":"\xed\xa0\x80"}',
    b'{"type":"ping","id":"\\ud800"}',
    b'{"type":"ping","id":"\\udc00\\ud800"}',
    b'{"type":"ping","id":"\\u0000"}',
    b'{"type":"ping","id":"\x00"}',
    b'{"type":"ping","type":"resign","id":"1","seat":"K"}',
    b'{"type":["ping"]}',
    b'{"type":null}',
    b'{"type":"\\u0070ing"}',
    b'{"type":"' + b"a" * 3000 + b'"}',
    b"[" * 4000,
    b'{"a":' * 1500,
    b"9" * 5000,
    b'{"type":"move","id":"1","seat":"K","move":"end","ply":' + b"9" * 4300 + b"}",
    b'{"type":"move","id":"1","seat":"K","move":"end","ply":' + b"9" * 5000 + b"}",
    b'{"type":"move","id":"1","seat":"K","move":"end","ply":1e999}',
    b'{"type":"hello","since":-' + b"9" * 4000 + b"}",
]


def bent(rng: random.Random, fields: dict[str, Any]) -> dict[str, Any]:
    """The same with one thing wrong."""
    name = rng.choice(list(fields))
    how = rng.randrange(4)
    if how == 0:
        return {**fields, name: rng.choice(ODD_VALUES)}
    if how == 1:
        return {key: value for key, value in fields.items() if key != name}
    if how == 2:
        return {**fields, rng.choice(["x", "seats", "__proto__", "Type", "", "\x00"]): rng.choice(ODD_VALUES)}
    deep: Any = 1
    for _ in range(rng.randrange(2, 400)):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    return {**fields, name: deep}


def cut(rng: random.Random, data: bytes) -> bytes:
    """Some bytes lost, changed or doubled."""
    at = rng.randrange(len(data))
    odd = rng.randbytes(1) if rng.random() < 0.1 else bytes([rng.randrange(128)])
    return rng.choice(
        [data[:at], data[at:], data[:at] + odd + data[at + 1 :], data[:at] + data[at : at + 9] + data[at:]]
    )


def any_word(rng: random.Random) -> str:
    return "".join(rng.choices("abcdefghijkmnpqrstuvwxyz23456789-_", k=32))


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
