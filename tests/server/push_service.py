"""A browser that is subscribed to a push service."""

import secrets
from dataclasses import dataclass, field

import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from table_server import Server

from ewala.server.people.proofs import text_of

__all__ = ["Browser"]


@dataclass
class Browser:
    """Its keys never leave it, but for their public part."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscribe(self, server: Server, token: str, label: str = "") -> httpx.Response:
        """Be told what whoever shows this wants to be told."""
        keys = {"p256dh": text_of(self.public), "auth": text_of(self.auth)}
        body = {"endpoint": self.endpoint, "keys": keys, "label": label}
        return server.call("PUT", "/api/me/push", token, body=body)
