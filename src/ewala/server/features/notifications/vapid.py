"""By what push services know this server: a key of its own (RFC 8292), made when somebody first asks for it.

Browsers are told its public part when they subscribe, and from then on let nobody else send to them.
"""

from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import Engine

from ewala.server.features.accounts.proofs import text_of
from ewala.server.platform.storage.own_secrets import own_secret

SECRET = "push"
GOOD_FOR = 12 * 3600  # seconds; services allow a day
_HALF = 32  # bytes


class _Claims(msgspec.Struct, omit_defaults=True):
    """What is said under the signature: to whom, until when, and whom to ask about it."""

    aud: str
    exp: int
    sub: str = ""


class Vapid(NamedTuple):
    """The key, and whom a push service can turn to."""

    key: ec.EllipticCurvePrivateKey
    contact: str = ""  # an address, as `mailto:…` or `https://…`

    @classmethod
    def of(cls, engine: Engine, contact: str = "") -> "Vapid":
        """This server's."""
        kept = own_secret(engine, SECRET, _new_key)
        return cls(ec.derive_private_key(int.from_bytes(kept, "big"), ec.SECP256R1()), contact)

    @property
    def public(self) -> str:
        """As browsers take it: a point of the curve, in base64url."""
        return text_of(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def authorization(self, endpoint: str, now: int) -> str:
        """The header by which the service of this endpoint knows who sends; `now` is in milliseconds."""
        where = urlsplit(endpoint)
        claims = _Claims(f"{where.scheme}://{where.netloc}", now // 1000 + GOOD_FOR, self.contact)
        head = msgspec.json.encode({"typ": "JWT", "alg": "ES256"})
        said = f"{text_of(head)}.{text_of(msgspec.json.encode(claims))}"
        halves = utils.decode_dss_signature(self.key.sign(said.encode(), ec.ECDSA(SHA256())))
        signature = text_of(b"".join(half.to_bytes(_HALF, "big") for half in halves))
        return f"vapid t={said}.{signature}, k={self.public}"


def _new_key() -> bytes:
    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(_HALF, "big")
