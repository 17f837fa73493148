"""Where people say who they are: challenges, proofs, and what is asked by whoever has proved it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ewala.server.people.proofs import bytes_of, challenge, check_challenge, check_signature, key_id
from ewala.server.people.register import KeyView, Person, Profile, Register, SeatTaken
from ewala.server.people.tokens import LIFE, Token, read_token, written
from ewala.server.tables.hub import Hub

__all__ = ["Desk", "Me", "signed_text"]

T = TypeVar("T")


def signed_text(challenge: str) -> str:
    """What a device signs: it says what for, so that the signature serves nothing else."""
    return f"ewala person {challenge}"


@dataclass(frozen=True)
class Me:
    """Somebody who has proved who they are."""

    person: Person
    key: str
    token: str
    until: int
    _desk: "Desk"

    async def change(self, profile: Profile) -> "Me":
        await self._desk.ask(lambda register: register.change(self.person.id, profile))
        return replace(self, person=Person(self.person.id, profile, self.person.created_at))

    async def keys(self) -> Sequence[KeyView]:
        return await self._desk.ask(lambda register: register.keys_of(self.person.id))

    async def seats(self) -> Sequence[SeatTaken]:
        return await self._desk.ask(lambda register: register.seats_of(self.person.id))

    async def take_key(self, key: str) -> None:
        await self._desk.ask(lambda register: register.take_key(self.person.id, key))

    async def forget(self) -> None:
        await self._desk.ask(lambda register: register.forget(self.person.id))


class Desk:
    """For all people of a server."""

    def __init__(self, hub: Hub, now: Callable[[], int]) -> None:
        self._hub = hub
        self._now = now
        self._secret = b""

    async def ask(self, what: Callable[[Register], T]) -> T:
        """Something of the register, in a thread."""
        return await self._hub.read(lambda: what(Register(self._hub.store.engine)))

    async def challenge(self) -> str:
        return challenge(await self._known_secret(), self._now())

    async def admit(self, profile: Profile, key: str, label: str, said: str, signature: str) -> Me:
        """Somebody new, who has the key that they show."""
        public = bytes_of(key)
        await self._check(public, said, signature)
        person = await self.ask(lambda register: register.add(profile, "device", public, label, self._now()))
        return await self._me(person, public)

    async def prove(self, key: str, said: str, signature: str) -> Me:
        """Somebody who is known by this key."""
        person, public = await self.ask(lambda register: register.by_key(key))
        await self._check(public, said, signature)
        await self.ask(lambda register: register.note_use(person.id, key, self._now()))
        return await self._me(person, public)

    async def shown(self, token: str) -> Me:
        """Who shows this; raises NotProved for one that is not good any more."""
        known = read_token(token, await self._known_secret(), self._now())
        person = await self.ask(lambda register: register.holder(known.person, known.key))
        return Me(person, known.key, token, known.until, self)

    async def _me(self, person: Person, public: bytes) -> Me:
        token = Token(person.id, key_id(public), self._now() + LIFE)
        return Me(person, token.key, written(token, await self._known_secret()), token.until, self)

    async def _check(self, public: bytes, said: str, signature: str) -> None:
        check_challenge(await self._known_secret(), said, self._now())
        check_signature(public, signed_text(said), signature)

    async def _known_secret(self) -> bytes:
        self._secret = self._secret or await self.ask(Register.secret)
        return self._secret
