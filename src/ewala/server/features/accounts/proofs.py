"""How somebody proves who they are without a password: their device signs a challenge, and is given a token.

A challenge says until when it is good, and carries the server's own signature: nothing has to be remembered of it. An
answer that is overheard could be repeated for a minute, to the same end; over TLS nobody overhears it.

A token is good for a day. It names a person, one of their keys and a time, signed by the server's secret. The key is
looked up whenever it is shown, so that a key that was removed ends its tokens.
"""

import hashlib
import hmac
import secrets

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from ewala.server.platform.wire.base64url import from_base64url, to_base64url
from ewala.tables.problems import NotAllowed

GOOD_FOR = 60_000  # milliseconds, of a challenge
TOKEN_LIFE = 24 * 3600_000  # milliseconds
TOKEN_BEGINS = "p."  # so that it is taken for no key of a seat
_TIME, _CHANCE, _MARK, _HALF = 8, 16, 16, 32  # bytes


class NotProved(NotAllowed):
    """Somebody is not, or not any more, who they say."""


NOT_READ = NotProved("person/unreadable", "the key or its signature cannot be read")
NOT_SIGNED = NotProved("person/not-proved", "this was not signed with that key: try again")
EXPIRED = NotProved("person/token", "prove again who you are: this has expired, or is of another server")
TOO_LATE = NotProved("person/too-late", "that took too long, or was not asked by this server: try again")


def bytes_of(text: str) -> bytes:
    """What somebody sent in base64url; raises NotProved."""
    try:
        return from_base64url(text)
    except ValueError:
        raise NOT_READ from None


def challenge(secret: bytes, now: int) -> str:
    """Something to be signed."""
    said = (now + GOOD_FOR).to_bytes(_TIME, "big") + secrets.token_bytes(_CHANCE)
    return to_base64url(said + _mark(secret, said))


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


# --- Tokens


class Token(msgspec.Struct, frozen=True, array_like=True):
    """Who has it, by which of their keys, and until when."""

    person: str
    key: str
    until: int


def write_token(token: Token, secret: bytes) -> str:
    said = msgspec.json.encode(token)
    return f"{TOKEN_BEGINS}{to_base64url(said)}.{to_base64url(_token_mark(secret, said))}"


def read_token(text: str, secret: bytes, now: int) -> Token:
    """Raises NotProved for one that has expired, or that this server has not written."""
    said, _, mark = text.removeprefix(TOKEN_BEGINS).partition(".")
    if not text.startswith(TOKEN_BEGINS) or not hmac.compare_digest(
        bytes_of(mark), _token_mark(secret, bytes_of(said))
    ):
        raise EXPIRED
    token = msgspec.json.decode(bytes_of(said), type=Token)
    if token.until < now:
        raise EXPIRED
    return token


def _token_mark(secret: bytes, said: bytes) -> bytes:
    return hmac.digest(secret, b"token " + said, "sha256")
