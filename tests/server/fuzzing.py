"""What a hostile client could send: frames of the live channel and HTTP requests, determined by a seed.

Nothing is sent from here; tools/fuzz_server.py does that.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from ewala.core.dice import Dice
from ewala.core.roles import CHANCE
from ewala.games.registry import GAMES, load
from ewala.play.match import Match

__all__ = ["Frame", "Knowledge", "Request", "any_frame", "any_hello", "any_request", "any_wish", "sample_record"]

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
WISHES = ("move", "take-back", "confirm", "resign", "come-back", "say", "mute", "why", "ping", "hello")
SEATS = "KSFGOC"
SOME_MOVES = [
    "end",
    ".",
    "r:-",
    "r:DDX",
    "B1K",
    "D9S",
    "V:K",
    "+S",
    "11>7d",
    "1>1a",
    "?>7d",
    "x",
    "!DDVX",
    "C2G",
    "L1S",
]


@dataclass
class Knowledge:
    """What the client has found out, or was told: it makes hostile input likely to get somewhere."""

    tables: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)  # legal ones, of the last position seen
    ply: int = 0
    seat: str = ""  # to act there


@dataclass(frozen=True)
class Frame:
    data: bytes
    text: bool = True


@dataclass(frozen=True)
class Request:
    """Bytes for a socket; `whole` if a server can be expected to answer them."""

    data: bytes
    whole: bool = True


def sample_record(name: str, seed: int) -> str:
    """The record of a game played at random, with dice that verify."""
    rng = random.Random(seed)
    match = Match.begin(load(name), dice=Dice(rng.randbytes(32)))
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(rng.choice(match.state.moves()), seat)
    return match.record.text()


# --- Frames


def any_frame(rng: random.Random, known: Knowledge) -> Frame:
    """Anything at all."""
    kind = rng.random()
    if kind < 0.2:
        return Frame(rng.choice(UNREADABLE))
    if kind < 0.23:
        return Frame(rng.randbytes(rng.randrange(0, 200)), text=rng.random() < 0.2)
    if kind < 0.26:
        return Frame(any_wish(rng, known).data, text=False)
    if kind < 0.27:
        return Frame(_json({"type": "say", "id": "1", "text": "x" * rng.randrange(7000, 20_000)}))
    if kind < 0.32:
        return any_hello(rng, known)
    wish = json.loads(any_wish(rng, known).data)
    return Frame(_json(_bent(rng, wish))) if kind < 0.75 else Frame(_cut(rng, _json(wish)))


def any_wish(rng: random.Random, known: Knowledge) -> Frame:
    """A wish in the right form, at whatever time."""
    kind = rng.choices(WISHES, weights=(12, 3, 2, 0.05, 1, 1, 1, 3, 1, 0.5))[0]
    right = bool(known.moves) and rng.random() < 0.7
    seat = known.seat if right else rng.choice(SEATS)
    wish: dict[str, Any] = {"type": kind}
    if kind not in ("mute", "hello"):
        wish["id"] = str(rng.randrange(10_000))
    if kind in ("move", "take-back", "confirm", "resign", "come-back"):
        wish["seat"] = seat
    if kind in ("move", "why"):
        wish["move"] = rng.choice(known.moves if right else SOME_MOVES)
    if kind == "move":
        wish["ply"] = known.ply if right else max(0, known.ply + rng.randrange(-3, 4))
    if kind == "say":
        wish |= {"text": rng.choice(["hello", *ODD_TEXTS])[:2000] or "x", "seat": rng.choice([seat, None])}
    if kind == "mute":
        wish["muted"] = rng.random() < 0.5
    return Frame(_json(wish))


def any_hello(rng: random.Random, known: Knowledge) -> Frame:
    """A hello in the right form, with keys that may be wrong."""
    keys = [rng.choice([*known.keys, _word(rng), ""]) for _ in range(rng.randrange(0, 4))]
    hello: dict[str, Any] = {"type": "hello", "keys": keys}
    if rng.random() < 0.3:
        hello["watch"] = rng.choice([*known.keys, _word(rng)])
    if rng.random() < 0.3:
        hello["since"] = rng.choice([0, 1, 5, 100, 10_000])
    if rng.random() < 0.3:
        hello["language"] = rng.choice(["fr", "es", "nl", "en;q=nan", "xx", "fr;q=1e999,*", ",,;q=,"])
    return Frame(_json(hello))


def _bent(rng: random.Random, wish: dict[str, Any]) -> dict[str, Any]:
    """The same with one thing wrong."""
    name = rng.choice(list(wish))
    how = rng.randrange(4)
    if how == 0:
        return {**wish, name: rng.choice(ODD_VALUES)}
    if how == 1:
        return {key: value for key, value in wish.items() if key != name}
    if how == 2:
        return {**wish, rng.choice(["x", "seats", "__proto__", "Type", "", "\x00"]): rng.choice(ODD_VALUES)}
    deep: Any = 1
    for _ in range(rng.randrange(2, 400)):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    return {**wish, name: deep}


def _cut(rng: random.Random, data: bytes) -> bytes:
    """Some bytes lost, changed or doubled."""
    at = rng.randrange(len(data))
    odd = rng.randbytes(1) if rng.random() < 0.1 else bytes([rng.randrange(128)])
    return rng.choice(
        [
            data[:at],
            data[at:],
            data[:at] + odd + data[at + 1 :],
            data[:at] + data[at : at + 9] + data[at:],
        ]
    )


# --- HTTP

PATHS = [
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{table}/seats/{seat}",
    "/api/tables/{table}/seats/{seat}/bot",
    "/api/tables/{table}/seats/{seat}/close",
    "/api/tables/{table}/start",
    "/api/tables/{table}/moves",
    "/api/tables/{table}/take-back",
    "/api/tables/{table}/confirm",
    "/api/tables/{table}/resign",
    "/api/tables/{table}/come-back",
    "/api/tables/{table}/rematch",
    "/api/tables/{table}/record",
    "/api/tables/{table}/live",
    "/api/records",
    "/api/games",
    "/api/health",
    "/api/docs/openapi.json",
    "/api/docs",
]
ODD_PATHS = [
    "/",
    "//",
    "/api",
    "/api/",
    "/api/tables/",
    "/api/tables/../../etc/passwd",
    "/api/tables/..%2f..%2fetc%2fpasswd",
    "/api/tables/%2e%2e/%2e%2e/etc/passwd",
    "/api/tables/..%5c..%5cwindows",
    "/api/tables/%252e%252e%252fetc%252fpasswd",
    "/../../../../etc/passwd",
    "/%00",
    "/api/tables/%00",
    "/api/tables/%ff%fe",
    "/api/tables/%c0%ae%c0%ae/",
    "/api/tables/%0d%0aX-Injected:%201",
    "/api/tables/' OR '1'='1",
    "/api/tables/%27%20OR%201%3D1--",
    "/api/tables/" + "a" * 8000,
    "/api/tables/" + "%41" * 2000,
    "/api/tables?" + "a=1&" * 2000,
    "/api/games?language=%ff&language=" + "x" * 3000,
    "/api/games?language=fr;q=nan",
    "/api/tables/a/b/c/d/e/f/g",
    "http://example.org/api/tables",
    "/api/tables/{table}/../{table}/record",
    "/api/tables/{table}/record/..",
    "/api/tables/{table}//record",
    "/api/tables/{table}/seats/%2e%2e",
    "/static/../../../etc/passwd",
    "*",
    "/\xff",
]
METHODS = (
    "GET",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "GET ",
    "gEt",
    "X",
)
LIKELY: dict[str, tuple[str, ...]] = {
    "/api/tables": ("GET", "POST"),
    "/api/tables/{table}/seats/{seat}": ("POST", "DELETE"),
    "/api/records": ("POST",),
}
CONTENT_TYPES = [
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/x-msgpack",
    "application/xml",
    "",
    "/",
    "application/json" * 100,
]
ODD_HEADERS = [
    "Accept-Language: fr;q=nan, es;q=-1, nl;q=1e400",
    "Accept-Language: " + "en," * 2000,
    "Accept: image/png",
    "Accept: ;;;",
    "Accept: application/json;q=x",
    "Accept-Encoding: gzip, br, zstd, *;q=0",
    "X-Forwarded-For: 10.0.0.1, ' OR 1=1",
    "X-Forwarded-For: [::",
    "X-Forwarded-Proto: https",
    'Forwarded: for="_x"',
    'Cookie: a=b; =; "',
    "Cookie: " + "a=b; " * 500,
    "Range: bytes=0-18446744073709551615",
    "If-None-Match: *",
    "Expect: 100-continue",
    "Expect: nothing",
    "Upgrade: h2c",
    "Upgrade: websocket",
    "Origin: http://[",
    "Origin: null",
    "Origin: https://evil.example",
    "Host: evil.example",
    "Host: ",
    "Transfer-Encoding: identity",
    "Connection: upgrade",
    "X-Odd: \x01\x02",
    "X-Latin: \xe9\xff",
    "NoColon",
    " Folded: 1",
    "Authorization: Bearer",
    "Authorization: Basic YTpi",
    "Authorization: Bearer " + "a" * 6000,
    "Authorization: Bearer " + ",".join("abcdefgh"),
    "Authorization: bearer \xff\xfe",
    "Authorization: ",
]


def any_request(rng: random.Random, known: Knowledge) -> Request:
    """Any HTTP request, or something like one."""
    kind = rng.random()
    if kind < 0.02:
        return Request(rng.randbytes(rng.randrange(1, 300)) + b"\r\n\r\n", whole=False)
    odd_path = kind < 0.2
    template = rng.choice(ODD_PATHS if odd_path else PATHS)
    table = rng.choice([*known.tables, "nosuchtable", "abcdefghjk", rng.choice(ODD_TEXTS)])
    seat = rng.choice([*"KSFGOC", rng.choice(ODD_TEXTS)])
    path = template if odd_path else template.replace("{seat}", quote(seat, safe=""))
    path = path.replace("{table}", quote(table, safe=""))
    default = ("POST",) if template.startswith("/api/tables/{table}/") else ("GET",)
    method = rng.choice(METHODS) if rng.random() < 0.15 else rng.choice(LIKELY.get(template, default))
    headers = [f"Host: 127.0.0.1:{rng.randrange(65536)}", "Connection: close"]
    if known.keys and rng.random() < 0.7:
        headers.append("Authorization: Bearer " + ",".join(rng.choices(known.keys, k=rng.randrange(1, 3))))
    if rng.random() < 0.3:
        headers.append(rng.choice(ODD_HEADERS))
    body = _any_body(rng, template, known) if method not in ("GET", "HEAD") or rng.random() < 0.1 else b""
    return _assembled(rng, method, path, headers, body)


def _assembled(rng: random.Random, method: str, path: str, headers: list[str], body: bytes) -> Request:
    if body or rng.random() < 0.1:
        likely = rng.random() < 0.85
        headers = [*headers, f"Content-Type: {'application/json' if likely else rng.choice(CONTENT_TYPES)}"]
    whole = True
    how = rng.random()
    if how < 0.02:
        headers, whole = [*headers, f"Content-Length: {len(body) + rng.randrange(1, 50)}"], False
    elif how < 0.03:
        headers = [*headers, "Content-Length: -5"]
    elif how < 0.04:
        headers = [*headers, f"Content-Length: {10**30}"]
    elif how < 0.05:
        headers = [*headers, f"Content-Length: {len(body)}", "Transfer-Encoding: chunked"]
    elif how < 0.10:
        headers = [*headers, "Transfer-Encoding: chunked"]
        size = f"{len(body):x}".encode() if how < 0.08 else rng.choice([b"zz", b"-1", b"ffffffffffffffffff"])
        body, whole = (size + b"\r\n" + body + b"\r\n" if body else b"") + b"0\r\n\r\n", how < 0.08
    elif body:
        headers = [*headers, f"Content-Length: {len(body)}"]
    version = "HTTP/1.1" if rng.random() < 0.97 else rng.choice(["HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "http/1.1", ""])
    head = f"{method} {path} {version}\r\n" + "".join(f"{line}\r\n" for line in headers) + "\r\n"
    if "Expect: 100-continue" in headers or "Expect: nothing" in headers:
        whole = False
    return Request(head.encode("latin-1", "replace") + body, whole)


def _any_body(rng: random.Random, template: str, known: Knowledge) -> bytes:
    kind = rng.random()
    if kind < 0.08:
        return rng.choice(UNREADABLE)
    if kind < 0.085:
        return b'{"text":"' + b"a" * rng.choice([199_000, 300_000, 2_000_000]) + b'"}'
    makers: dict[str, Callable[[], dict[str, Any]]] = {
        "/api/tables": lambda: _any_table(rng),
        "/api/records": lambda: {"text": _any_record(rng, known)},
        "/api/tables/{table}/moves": lambda: _any_move(rng, known),
        "/api/tables/{table}/seats/{seat}": lambda: {"name": rng.choice(["Ada", *ODD_TEXTS])},
        "/api/tables/{table}/seats/{seat}/bot": lambda: {"bot": rng.choice(["greedy", "random", *ODD_TEXTS])},
    }
    wish = makers.get(template, lambda: {"seat": rng.choice([*"KSOC", None])})()
    if template.endswith("/{seat}") and rng.random() < 0.3:
        wish["entropy"] = rng.choice(ODD_TEXTS)
    bend = rng.random() < 0.25 and wish
    data = _json(_bent(rng, wish) if bend else wish)
    return _cut(rng, data) if rng.random() < 0.08 else data


def _any_move(rng: random.Random, known: Knowledge) -> dict[str, Any]:
    right = bool(known.moves) and rng.random() < 0.6
    move = {"move": rng.choice(known.moves if right else SOME_MOVES), "ply": known.ply if right else rng.randrange(9)}
    if rng.random() < 0.5:
        move["id"] = str(rng.randrange(1000))
    return move | ({"seat": known.seat if right else rng.choice(SEATS)} if rng.random() < 0.5 else {})


def _any_table(rng: random.Random) -> dict[str, Any]:
    name = rng.choice(list(GAMES))
    options: dict[str, Any] = {}
    for option in load(name).options:
        if rng.random() < 0.25:
            likely = [*option.choices, option.default, "KS", "FGK", "lot", "A,B,C", "ring", True, False]
            odd = ["oooo|" * 90, "0,0;" * 120, "1" * 480, *ODD_TEXTS]
            options[option.name] = rng.choice(odd if rng.random() < 0.4 else likely)
    clock = {
        "kind": rng.choice(["none", "real-time", "correspondence", "x"]),
        "seconds": rng.choice([0, 60, *ODD_NUMBERS]),
    }
    settings: dict[str, Any] = {"listed": rng.random() < 0.2, "confirm": rng.random() < 0.3}
    if rng.random() < 0.3:
        settings["title"] = rng.choice(["A table", *ODD_TEXTS])
    if rng.random() < 0.3:
        settings["clock"] = clock
    return {"game": name if rng.random() < 0.95 else rng.choice(ODD_TEXTS), "options": options, "settings": settings}


def _any_record(rng: random.Random, known: Knowledge) -> str:
    """A record with something wrong."""
    lines = rng.choice(known.records).split("\n")
    for _ in range(rng.randrange(0, 4)):
        at = rng.randrange(len(lines))
        how = rng.randrange(6)
        if how == 0:
            del lines[at]
            lines = lines or [""]
        elif how == 1:
            lines.insert(at, rng.choice(lines))
        elif how == 2:
            lines[at] = rng.choice(ODD_TEXTS)
        elif how == 3:
            key, colon, _ = lines[at].partition(": ")
            odd = rng.choice([*ODD_TEXTS, "9" * 5000, "0,0;" * 2000, "o" * 3000, "1:1," * 3000])
            lines[at] = key + (colon or ": ") + odd
        elif how == 4:
            lines[at] = _cut(rng, lines[at].encode() or b"x").decode("utf-8", "replace")
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def _word(rng: random.Random) -> str:
    return "".join(rng.choices("abcdefghijkmnpqrstuvwxyz23456789-_", k=32))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
