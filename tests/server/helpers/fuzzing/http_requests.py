"""HTTP requests that a hostile client could send, and what only looks like one; determined by a seed."""

import random
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

from ewala.server.app import create_app
from ewala.server.platform.config import Config
from fuzzing.bodies import any_body
from fuzzing.knowledge import Knowledge
from fuzzing.oddities import ODD_TEXTS

WITHOUT_END = "/api/tables/{table_id}/stream"
QUERIES = {
    "/api/desk/people": "?search={table_id}",
    "/api/desk/tables": "?search={seat}&number=0",
    "/api/me/games": "?game=kingdom-run&status=over&before={table_id}",
    "/api/me/invitations/{table_id}": "?never=true",
    "/api/me/people": "?name=Ada",
    "/api/tables/{table_id}/drawn": "?ply=2",
}
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
    "/api/tables/{table_id}/../{table_id}/record",
    "/api/tables/{table_id}/record/..",
    "/api/tables/{table_id}//record",
    "/api/tables/{table_id}/seats/%2e%2e",
    "/api/analyses/..",
    "/api/analyses/%2e%2e/record",
    "/static/../../../etc/passwd",
    "*",
    "/\xff",
]
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "GET ", "gEt"]
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


@dataclass(frozen=True)
class Request:
    """Bytes for a socket; `whole` if a server can be expected to answer them."""

    data: bytes
    whole: bool = True


@cache
def described() -> dict[str, list[str]]:
    """Every address that the server describes, and by which methods it can be asked."""
    paths = create_app(Config()).openapi_schema.to_schema()["paths"]
    found = {path: [method.upper() for method in paths[path]] for path in sorted(paths) if path != WITHOUT_END}
    return {**found, "/api/tables/{table_id}/live": ["GET"], "/api/docs/openapi.json": ["GET"], "/api/docs": ["GET"]}


def any_request(rng: random.Random, known: Knowledge) -> Request:
    """Any HTTP request, or something like one."""
    kind = rng.random()
    if kind < 0.02:
        return Request(rng.randbytes(rng.randrange(1, 300)) + b"\r\n\r\n", whole=False)
    odd_path = kind < 0.2
    template = rng.choice(ODD_PATHS if odd_path else list(described()))
    path = _filled(rng, template + rng.choice(["", QUERIES.get(template, "")]), known)
    method = rng.choice(METHODS) if rng.random() < 0.15 else rng.choice(described().get(template, ["GET"]))
    headers = [f"Host: 127.0.0.1:{rng.randrange(65536)}", "Connection: close"]
    if known.tokens and path.startswith("/api/me") and rng.random() < 0.8:
        headers.append(f"Authorization: Bearer {rng.choice(known.tokens)}")
    elif known.keys and rng.random() < 0.7:
        headers.append("Authorization: Bearer " + ",".join(rng.choices(known.keys, k=rng.randrange(1, 5))))
    if rng.random() < 0.3:
        headers.append(rng.choice(ODD_HEADERS))
    body = any_body(rng, template, known) if method not in ("GET", "HEAD") or rng.random() < 0.1 else b""
    return _assembled(rng, method, path, headers, body)


def _filled(rng: random.Random, path: str, known: Knowledge) -> str:
    """With names in it that are there, as a rule."""
    digest, name = "0123456789abcdef" * 4, "abcdefghjk"
    likely = {
        "{table_id}": [*known.tables * 3, "nosuchtable", name],
        "{seat}": list("KSFGOC"),
        "{analysis_id}": [*known.analyses, digest[:32]],
        "{evening_id}": [*known.evenings * 3, name],
        "{who}": [*known.guests * 3, name],
        "{person_id}": [*known.guests * 3, name],
        "{game}": ["kingdom-run"] * 3,
        "{day}": ["2027-01-15"] * 3,
        "{number}": ["1", "2"],
        "{ply}": ["1", "2"],
        "{players}": ["2", "3"],
        "{key}": [digest],
        "{person}": [digest],
        "{subscription}": [digest],
    }
    for blank, names in likely.items():
        path = path.replace(blank, quote(rng.choice([*names, rng.choice(ODD_TEXTS)]), safe=""))
    return path


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
