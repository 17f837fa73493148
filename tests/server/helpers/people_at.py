"""People who have a place at a server, with devices that hold their keys."""

from dataclasses import dataclass, field
from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from table_server import Server, Table

from ewala.server.features.accounts.proofs import key_id
from ewala.server.platform.wire.base64url import to_base64url


@dataclass
class OwnDevice:
    """A key that never leaves its device, as a browser's."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    @property
    def id(self) -> str:
        return key_id(self.public)

    def signed(self, said: str) -> str:
        """As WebCrypto signs: two numbers of 32 bytes."""
        one, two = utils.decode_dss_signature(self.key.sign(said.encode(), ec.ECDSA(SHA256())))
        return to_base64url(one.to_bytes(32, "big") + two.to_bytes(32, "big"))

    def shown(self, said: str, **more: Any) -> dict[str, Any]:
        """Its public key, and what it signs to show that it has the other one."""
        signature = self.signed(f"ewala person {said}")
        return {"key": to_base64url(self.public), "challenge": said, "signature": signature, **more}

    def new_person(self, said: str, name: str = "Ada") -> dict[str, Any]:
        return self.shown(said, profile={"name": name})

    def by_code(self, server: Server, how: str, code: str) -> httpx.Response:
        """Be somebody's device by a code: `recover` or `pair`."""
        return server.call("POST", f"/api/people/{how}", body=self.shown(challenge(server), code=code))

    def prove(self, server: Server) -> httpx.Response:
        body = {**self.shown(challenge(server)), "key": self.id}
        return server.call("POST", "/api/people/token", body=body)


def challenge(server: Server) -> str:
    said: str = server.call("POST", "/api/people/challenge").json()["challenge"]
    return said


def become(server: Server, device: OwnDevice, name: str = "Ada") -> str:
    """Somebody new; what they show from now on."""
    answer = server.call("POST", "/api/people", body=device.new_person(challenge(server), name))
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def claimed(server: Server, token: str, table: Table, seat: str) -> None:
    """This seat is whose who shows this."""
    answer = server.call("PUT", f"/api/me/seats/{table.id}/{seat}", token, body={"key": table.keys[seat]})
    assert answer.status_code == 204, answer.text
