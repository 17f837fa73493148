"""A push service on this machine, and browsers that are subscribed to it and read messages as real ones do."""

import secrets
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from table_server import Server

from ewala.server.platform.wire.base64url import from_base64url, to_base64url

CURVE = ec.SECP256R1()


class Pushed(NamedTuple):
    """A request that came to the service."""

    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Takes whatever is sent, or answers as a test wants it."""

    address: str = ""
    pushed: dict[str, list[Pushed]] = field(default_factory=lambda: defaultdict(list))
    answers: dict[str, int] = field(default_factory=dict)

    def browser(self, name: str) -> "Browser":
        return Browser(f"{self.address}/{name}")

    def sent_to(self, browser: "Browser") -> list[Pushed]:
        return self.pushed[browser.endpoint.removeprefix(self.address)]


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.pushed[self.path].append(Pushed({k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(service.answers.get(self.path, 201))
            self.send_header("location", f"{service.address}/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        service.address = f"http://127.0.0.1:{running.server_port}"
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield service
        finally:
            running.shutdown()
            thread.join()


@dataclass
class Browser:
    """Its keys never leave it, but for their public part."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def said(self) -> dict[str, Any]:
        """What a page can know of it."""
        return {
            "endpoint": self.endpoint,
            "keys": {"p256dh": to_base64url(self.public), "auth": to_base64url(self.auth)},
        }

    def subscribe(self, server: Server, token: str, label: str = "") -> httpx.Response:
        """Be told what whoever shows this wants to be told."""
        return server.call("PUT", "/api/me/push", token, body={**self.said, "label": label})

    def read(self, body: bytes) -> Any:
        """What a message says (RFC 8291, RFC 8188)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        material = HKDF(SHA256(), 32, self.auth, b"WebPush: info\0" + self.public + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1] == 2, "the only record is the last one"
        return msgspec.json.decode(plain[:-1])


def check_authorization(header: str, server_key: str) -> dict[str, Any]:
    """What the sender says under its signature (RFC 8292)."""
    token, key = (part.strip()[2:] for part in header.removeprefix("vapid ").split(","))
    assert key == server_key
    said, _, signature = token.rpartition(".")
    halves = (int.from_bytes(half, "big") for half in (from_base64url(signature)[:32], from_base64url(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(key))
    public.verify(utils.encode_dss_signature(*halves), said.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = msgspec.json.decode(from_base64url(said.partition(".")[2]))
    return claims
