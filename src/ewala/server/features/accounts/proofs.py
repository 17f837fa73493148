"""How somebody proves who they are without a password: their device signs what the server has just made up.

A challenge says until when it is good, and carries the server's own mark: nothing has to be remembered of it. Whoever
overhears an answer could repeat it for a minute, to the same end; over a safe line nobody overhears it.
"""

import base64
import hashlib
import hmac
import secrets
from binascii import Error

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from ewala.core.sentences import Sentence
from ewala.tables.problems import NotAllowed

GOOD_FOR = 60_000  # milliseconds
_TIME, _CHANCE, _MARK, _HALF = 8, 16, 16, 32  # bytes


class NotProved(NotAllowed):
    """Somebody is not, or not any more, who they say."""


NOT_READ = NotProved("person/unreadable", Sentence("the key or its signature cannot be read"))
NOT_SIGNED = NotProved("person/not-proved", Sentence("this was not signed with that key: try again"))
TOO_LATE = NotProved("person/too-late", Sentence("that took too long, or was not asked by this server: try again"))


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (Error, ValueError):
        raise NOT_READ from None


def challenge(secret: bytes, now: int) -> str:
    """Something to be signed."""
    said = (now + GOOD_FOR).to_bytes(_TIME, "big") + secrets.token_bytes(_CHANCE)
    return text_of(said + _mark(secret, said))


def check_challenge(secret: bytes, text: str, now: int) -> None:
    """Raise NotProved if this server has not made it up, or too long ago."""
    data = bytes_of(text)
    said, mark = data[:-_MARK], data[-_MARK:]
    fresh = now <= int.from_bytes(said[:_TIME], "big") <= now + GOOD_FOR
    if not hmac.compare_digest(mark, _mark(secret, said)) or not fresh:
        raise TOO_LATE


def check_signature(public: bytes, said: str, signature: str) -> None:
    """A device's: ECDSA over P-256 with SHA-256, as WebCrypto gives it, of a text; the public key as SPKI."""
    given = bytes_of(signature)
    if len(given) != 2 * _HALF:
        raise NOT_READ
    halves = (int.from_bytes(half, "big") for half in (given[:_HALF], given[_HALF:]))
    try:
        _key_in(public).verify(utils.encode_dss_signature(*halves), said.encode(), ec.ECDSA(SHA256()))
    except InvalidSignature:
        raise NOT_SIGNED from None


def _key_in(public: bytes) -> ec.EllipticCurvePublicKey:
    try:
        key = load_der_public_key(public)
    except ValueError:
        raise NOT_READ from None
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise NOT_READ
    return key


def key_id(public: bytes) -> str:
    """What a public key is known by."""
    return hashlib.sha256(b"ewala person " + public).hexdigest()


def _mark(secret: bytes, said: bytes) -> bytes:
    return hmac.digest(secret, b"challenge " + said, "sha256")[:_MARK]
