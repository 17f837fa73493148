"""Keys that hold a seat or host a table: long random words, of which only a digest is kept."""

import hashlib
import hmac
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is easily misread


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_name(length: int) -> str:
    """What somebody or something is known by that nobody has named."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_table_id() -> str:
    """Ten letters: enough that nobody finds a table by guessing."""
    return new_name(10)


def is_table_id(text: str) -> bool:
    """Whether it could be a table's name: nothing else is looked for in the database."""
    return len(text) == 10 and set(text) <= set(LETTERS)


def digest_of(key: str) -> str:
    """What is stored. A key has 192 random bits, so a plain digest cannot be searched."""
    return hashlib.sha256(b"ewala key " + key.encode()).hexdigest()


def fits(key: str, digest: str) -> bool:
    """Whether the key is the one whose digest was stored; how long it takes to say so tells nothing of it."""
    return hmac.compare_digest(digest_of(key), digest)
