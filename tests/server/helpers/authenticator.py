"""An authenticator of our own making, which keeps passkeys as a phone does, and the browser that asks it."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from ewala.server.platform.wire.base64url import to_base64url

PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40  # flags
ES256 = -7


@dataclass
class Authenticator:
    """One passkey. What it is asked for it does as the specification says (WebAuthn, 6.1 and 6.5)."""

    origin: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    user: str = ""
    uses: int = 0

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Make the passkey: a RegistrationResponseJSON."""
        self.user = options["user"]["id"]
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: ES256, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], NEW_KEY) + attested
        made = {"fmt": "none", "attStmt": {}, "authData": data}
        said = self._said("webauthn.create", options["challenge"])
        return self._answer(
            {"clientDataJSON": to_base64url(said), "attestationObject": to_base64url(cbor2.dumps(made))}
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Show the passkey: an AuthenticationResponseJSON."""
        self.uses += 1
        data, said = self._data(options["rpId"]), self._said("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        parts = {"clientDataJSON": said, "authenticatorData": data, "signature": signature}
        return self._answer({**{name: to_base64url(part) for name, part in parts.items()}, "userHandle": self.user})

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, name: str, flags: int = 0) -> bytes:
        head = hashlib.sha256(name.encode()).digest() + bytes([PRESENT | VERIFIED | flags])
        return head + self.uses.to_bytes(4, "big")

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        known = to_base64url(self.id)
        return {"id": known, "rawId": known, "type": "public-key", "response": response, "clientExtensionResults": {}}
