"""Verifiable dice: who rolls commits to a secret before the game, and shows it after.

Every chance move is drawn from HMAC-SHA256 keyed with the secret, over what the seats add, what is drawn and its
number. Nobody can choose a roll: the secret is bound by its commitment before the seats promise their parts, each part
is bound by its promise before any is shown, and the seats do not know the secret. Anyone can check a finished game.

Promises, draws and who is kept from what by them, byte for byte, are described in docs/dice.md.
"""

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ewala.core.errors import BadSetup

__all__ = ["SECRET_BYTES", "Dice", "broken_promise", "commitment_of", "promise_of"]

SECRET_BYTES = 32
_PLAIN = b"ewala dice 1"  # what seats add was never promised: tables and records from before there were promises
_PROMISED = b"ewala dice 2"


def commitment_of(secret: bytes) -> str:
    """What is published before the game: it tells nothing about the secret, and no other secret fits it."""
    return hashlib.sha256(_PLAIN + b" commitment " + secret).hexdigest()


def promise_of(commitment: str, seat: str, part: str) -> str:
    """What a seat publishes of its part before any is shown; it fits no other part, seat or dice."""
    return hashlib.sha256(_PROMISED + b" promise " + _part(commitment) + _part(seat) + _part(part)).hexdigest()


def broken_promise(commitment: str, promises: Mapping[str, str], parts: Mapping[str, str]) -> str:
    """The first seat whose part does not fit its promise, or that has made none; "" if there is no such seat."""
    broken = (seat for seat in sorted(parts) if promises.get(seat) != promise_of(commitment, seat, parts[seat]))
    return next(broken, "")


@dataclass(frozen=True)
class Dice:
    """A secret, and what the seats add: where they have promised it, no other part than the promised one."""

    secret: bytes = field(repr=False)
    entropy: Mapping[str, str] = field(default_factory=dict)
    promises: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.secret, bytes):
            raise BadSetup("dice/secret", "", "a dice secret is bytes")
        if not all(isinstance(part, str) and _sayable(part) for pair in dict(self.entropy).items() for part in pair):
            raise BadSetup("dice/entropy", "", "entropy is a text for each seat that adds some")
        if len(self.secret) != SECRET_BYTES:
            raise BadSetup(
                "dice/secret",
                "",
                "a dice secret has {secret_bytes} bytes, not {count}",
                secret_bytes=SECRET_BYTES,
                count=len(self.secret),
            )
        if not all(isinstance(part, str) and _sayable(part) for pair in dict(self.promises).items() for part in pair):
            raise BadSetup("dice/promise", "", "a promise is a text for each seat that makes one")
        if self.promises and (seat := broken_promise(self.commitment, self.promises, self.entropy)):
            raise BadSetup("dice/promise", "", "what {seat} adds to the dice is not what it has promised", seat=seat)

    @classmethod
    def fresh(cls, entropy: Mapping[str, str] | None = None) -> "Dice":
        """Dice with a new secret from the system's source of randomness."""
        return cls(secrets.token_bytes(SECRET_BYTES), entropy or {})

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    def below(self, n: int, purpose: str, number: int) -> int:
        """A number below `n`, each equally likely: the draw of that number for that purpose.

        Draws 64 bits at a time and rejects those beyond the last whole multiple of `n`.
        """
        limit = 2**64 - 2**64 % n
        attempt = 0
        while True:
            words = self._block(purpose, number, attempt)
            for at in range(0, len(words), 8):
                drawn = int.from_bytes(words[at : at + 8], "big")
                if drawn < limit:
                    return drawn % n
            attempt += 1

    def pick(self, sums: Sequence[int], purpose: str, number: int) -> int:
        """Which of the outcomes is drawn, each with its weight; `sums` of the weights up to each."""
        return bisect_right(sums, self.below(sums[-1], purpose, number))

    def _block(self, purpose: str, number: int, attempt: int) -> bytes:
        """32 bytes; every part of the message is delimited, so that no two draws share one."""
        message = self._begun + b"|" + _part(purpose) + number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
        return hmac.digest(self.secret, hashlib.sha256(message).digest(), "sha256")

    @cached_property
    def _begun(self) -> bytes:
        """The beginning of every draw's message: who has promised and added what."""
        if not self.promises:
            return _PLAIN + b"".join(_part(seat) + _part(self.entropy[seat]) for seat in sorted(self.entropy))
        message = _PROMISED + _part(self.commitment)
        for seat in sorted(self.promises):
            message += _part(seat) + _part(self.promises[seat])
            message += b"+" + _part(self.entropy[seat]) if seat in self.entropy else b"-"
        return message


def _sayable(text: str) -> bool:
    """Whether the text can be written in UTF-8, as it has to be."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _part(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data
