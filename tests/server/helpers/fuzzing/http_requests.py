"""HTTP requests that a hostile client could send, and what only looks like one; determined by a seed."""

import random
from dataclasses import dataclass
from urllib.parse import quote

from fuzzing.bodies import any_body
from fuzzing.knowledge import Knowledge
from fuzzing.oddities import ODD_TEXTS

PATHS = [
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{table}/seats/{seat}",
    "/api/tables/{table}/seats/{seat}/bot",
    "/api/tables/{table}/seats/{seat}/close",
    "/api/tables/{table}/seats/{seat}/part",
    "/api/tables/{table}/start",
    "/api/tables/{table}/moves",
    "/api/tables/{table}/take-back",
    "/api/tables/{table}/confirm",
    "/api/tables/{table}/resign",
    "/api/tables/{table}/come-back",
    "/api/tables/{table}/rematch",
    "/api/tables/{table}/hint",
    "/api/tables/{table}/hints",
    "/api/tables/{table}/record",
    "/api/tables/{table}/live",
    "/api/tables/{table}/story",
    "/api/tables/{table}/drawn",
    "/api/tables/{table}/drawn?ply=2",
    "/api/tables/{table}/positions/1",
    "/api/tables/{table}/positions/{seat}",
    "/api/records",
    "/api/positions",
    "/api/analyses",
    "/api/analyses/{analysis}",
    "/api/analyses/{analysis}/record",
    "/api/people",
    "/api/people/challenge",
    "/api/people/token",
    "/api/people/recover",
    "/api/people/pair",
    "/api/me",
    "/api/me/everything",
    "/api/me/keys/{person_key}",
    "/api/me/seats/{table}/{seat}",
    "/api/me/games",
    "/api/me/games?game=kingdom-run&status=over&before={table}",
    "/api/me/record",
    "/api/ratings/kingdom-run/2",
    "/api/ratings/{seat}/{table}",
    "/api/me/recovery",
    "/api/me/pairing",
    "/api/me/passkeys/options",
    "/api/me/passkeys",
    "/api/people/passkey/options",
    "/api/people/passkey",
    "/api/days/kingdom-run/2027-01-15",
    "/api/days/{seat}/{table}",
    "/api/people/mail",
    "/api/mail/stop/{person_key}",
    "/api/me/mail",
    "/api/me/mail/confirm",
    "/api/play-now",
    "/api/lobby",
    "/api/me/lobby",
    "/api/me/people?name=Ada",
    "/api/me/people",
    "/api/me/invitations",
    "/api/me/invitations/{table}",
    "/api/me/invitations/{table}?never=true",
    "/api/me/unwelcome/{person_key}",
    "/api/push/key",
    "/api/me/push",
    "/api/me/push/{person_key}",
    "/api/me/webhook",
    "/api/me/wishes",
    "/api/evenings",
    "/api/evenings/{evening}",
    "/api/evenings/{evening}/guests",
    "/api/evenings/{evening}/guests/{guest}",
    "/api/evenings/{evening}/guests/{guest}/back",
    "/api/evenings/{evening}/rounds",
    "/api/evenings/{evening}/tables/{table}/stand-in",
    "/api/evenings/{evening}/end",
    "/api/desk",
    "/api/desk/tables?search={seat}&number=0",
    "/api/desk/tables/{table}",
    "/api/desk/tables/{table}/close",
    "/api/desk/tables/{table}/mute",
    "/api/desk/people?search={table}",
    "/api/desk/people/{guest}",
    "/api/desk/people/{guest}/mute",
    "/api/desk/announcements",
    "/api/desk/announcements/1",
    "/api/desk/rules",
    "/api/desk/limits",
    "/api/desk/acts",
    "/api/desk/backup",
    "/api/desk/records",
    "/api/house",
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
    "/api/analyses/..",
    "/api/analyses/%2e%2e/record",
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
    "/api/positions": ("POST",),
    "/api/analyses": ("POST",),
    "/api/people": ("POST",),
    "/api/people/challenge": ("POST",),
    "/api/people/token": ("POST",),
    "/api/people/recover": ("POST",),
    "/api/people/pair": ("POST",),
    "/api/days/kingdom-run/2027-01-15": ("GET", "POST"),
    "/api/people/mail": ("POST",),
    "/api/mail/stop/{person_key}": ("POST",),
    "/api/me/mail": ("GET", "PUT", "DELETE"),
    "/api/me/mail/confirm": ("POST",),
    "/api/play-now": ("POST",),
    "/api/me/lobby": ("PUT", "DELETE"),
    "/api/me/invitations": ("GET", "POST"),
    "/api/me/invitations/{table}": ("DELETE",),
    "/api/me/unwelcome/{person_key}": ("DELETE",),
    "/api/me": ("GET", "PUT", "DELETE"),
    "/api/me/keys/{person_key}": ("DELETE",),
    "/api/me/seats/{table}/{seat}": ("PUT", "DELETE"),
    "/api/me/recovery": ("POST",),
    "/api/me/pairing": ("POST",),
    "/api/me/games": ("GET", "POST"),
    "/api/me/passkeys/options": ("POST",),
    "/api/me/passkeys": ("POST",),
    "/api/people/passkey/options": ("POST",),
    "/api/people/passkey": ("POST",),
    "/api/me/push": ("PUT",),
    "/api/me/push/{person_key}": ("DELETE",),
    "/api/me/webhook": ("GET", "PUT", "DELETE"),
    "/api/me/wishes": ("GET", "PUT"),
    "/api/evenings": ("POST",),
    "/api/evenings/{evening}/guests": ("POST",),
    "/api/evenings/{evening}/guests/{guest}": ("DELETE",),
    "/api/evenings/{evening}/guests/{guest}/back": ("POST",),
    "/api/evenings/{evening}/rounds": ("POST",),
    "/api/evenings/{evening}/tables/{table}/stand-in": ("POST",),
    "/api/evenings/{evening}/end": ("POST",),
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


@dataclass(frozen=True)
class Request:
    """Bytes for a socket; `whole` if a server can be expected to answer them."""

    data: bytes
    whole: bool = True


def any_request(rng: random.Random, known: Knowledge) -> Request:
    """Any HTTP request, or something like one."""
    kind = rng.random()
    if kind < 0.02:
        return Request(rng.randbytes(rng.randrange(1, 300)) + b"\r\n\r\n", whole=False)
    odd_path = kind < 0.2
    template = rng.choice(ODD_PATHS if odd_path else PATHS)
    table = rng.choice([*known.tables * 3, "nosuchtable", "abcdefghjk", rng.choice(ODD_TEXTS)])
    seat = rng.choice([*"KSFGOC", rng.choice(ODD_TEXTS)])
    path = template if odd_path else template.replace("{seat}", quote(seat, safe=""))
    path = path.replace("{table}", quote(table, safe=""))
    analysis = rng.choice([*known.analyses, "0123456789abcdef" * 2, rng.choice(ODD_TEXTS)])
    path = path.replace("{analysis}", quote(analysis, safe=""))
    path = path.replace("{person_key}", rng.choice(["0123456789abcdef" * 4, quote(rng.choice(ODD_TEXTS), safe="")]))
    for name, likely in (("{evening}", known.evenings), ("{guest}", known.guests)):
        path = path.replace(name, quote(rng.choice([*likely * 3, "abcdefghjk", rng.choice(ODD_TEXTS)]), safe=""))
    default = ("POST",) if template.startswith("/api/tables/{table}/") else ("GET",)
    method = rng.choice(METHODS) if rng.random() < 0.15 else rng.choice(LIKELY.get(template, default))
    headers = [f"Host: 127.0.0.1:{rng.randrange(65536)}", "Connection: close"]
    if known.tokens and path.startswith("/api/me") and rng.random() < 0.8:
        headers.append(f"Authorization: Bearer {rng.choice(known.tokens)}")
    elif known.keys and rng.random() < 0.7:
        headers.append("Authorization: Bearer " + ",".join(rng.choices(known.keys, k=rng.randrange(1, 5))))
    if rng.random() < 0.3:
        headers.append(rng.choice(ODD_HEADERS))
    body = any_body(rng, template, known) if method not in ("GET", "HEAD") or rng.random() < 0.1 else b""
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
