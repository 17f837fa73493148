"""What somebody shows who has proved who they are: good for a day on the device that has it, and for nothing else.

It is the server's own word, marked by its secret: which person, by which key, until when. A key that was taken away
ends what was said by it, since the key is looked for whenever it is shown.
"""

import hmac

import msgspec

from ewala.core.sentences import Sentence
from ewala.server.features.accounts.proofs import NotProved, bytes_of, text_of

LIFE = 24 * 3600_000  # milliseconds
BEGINS = "p."  # so that it is taken for no key of a seat
EXPIRED = NotProved("person/token", Sentence("prove again who you are: this has expired, or is of another server"))


class Token(msgspec.Struct, frozen=True, array_like=True):
    """Whose word it is, by which of their keys, and until when."""

    person: str
    key: str
    until: int


def written(token: Token, secret: bytes) -> str:
    said = msgspec.json.encode(token)
    return f"{BEGINS}{text_of(said)}.{text_of(_mark(secret, said))}"


def read_token(text: str, secret: bytes, now: int) -> Token:
    """Raises NotProved for one that has expired, or that nobody here has written."""
    said, _, mark = text.removeprefix(BEGINS).partition(".")
    if not text.startswith(BEGINS) or not hmac.compare_digest(bytes_of(mark), _mark(secret, bytes_of(said))):
        raise EXPIRED
    token = msgspec.json.decode(bytes_of(said), type=Token)
    if token.until < now:
        raise EXPIRED
    return token


def _mark(secret: bytes, said: bytes) -> bytes:
    return hmac.digest(secret, b"token " + said, "sha256")
