"""Signing up and signing in: challenges, proofs, tokens."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar.di import NamedDependency
from msgspec import Meta
from sqlalchemy import Connection

from ewala.server.features.accounts.codes import pair, recover
from ewala.server.features.accounts.passkeys import Credential, Site, authenticated, challenge_in, id_in, registered
from ewala.server.features.accounts.proofs import (
    TOKEN_LIFE,
    NotProved,
    Token,
    bytes_of,
    challenge,
    check_challenge,
    check_signature,
    key_id,
    read_token,
    write_token,
)
from ewala.server.features.accounts.register import (
    ForgetHook,
    KeyView,
    NewKey,
    Person,
    Profile,
    add_key,
    add_person,
    forget_person,
    key_holder,
    note_use,
    person_by_key,
)
from ewala.server.features.accounts.seats import Seating
from ewala.server.platform.edge.throttle import Quota
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable

Text64 = Annotated[str, Meta(min_length=1, max_length=400, pattern="^[A-Za-z0-9_-]*$")]
Label = Annotated[str, Meta(max_length=60, description="What you call the device.")]


def check_label(label: str) -> None:
    if not label.isprintable():
        raise NotUsable("person/label", "what you call a device can be shown on one line")


class DeviceProof(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A device that is to be somebody's: it signs `ewala person CHALLENGE` with a key of its own."""

    key: Annotated[Text64, Meta(description="The device's public key (P-256), as SPKI in base64url.")]
    challenge: Text64
    signature: Annotated[Text64, Meta(description="ECDSA with SHA-256, in base64url.")]
    label: Label = ""


@dataclass(frozen=True)
class Me:
    """Somebody who has proved who they are."""

    person: Person
    key: str
    token: str
    until: int

    @property
    def id(self) -> str:
        return self.person.id


class PersonalData(NamedTuple):
    """Something that is kept of a person: the field of the answer that has it, its type, and how it is read."""

    field: str
    kind: Any
    read: Callable[[Me], Awaitable[Any]]


class Accounts:
    """The accounts of a server."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.seating = Seating(registry)
        self.on_forget: list[ForgetHook] = []
        self.personal_data: list[PersonalData] = []
        self._secret = b""

    def keep(self, field: str, kind: Any, question: Callable[[Connection, str], Any]) -> None:
        """Add personal data: the answer of the database to a question about a person."""
        self.personal_data.append(PersonalData(field, kind, lambda me: self.registry.ask(question, me.id)))

    async def challenge(self) -> str:
        return challenge(await self._known_secret(), self.registry.now())

    async def admit(self, profile: Profile, signed: DeviceProof) -> Me:
        """A new person, with their first key."""
        key, now = await self._checked(signed), self.registry.now()
        return await self._me(await self.registry.change(add_person, profile, key, signed.label, now), key.id)

    async def prove(self, key: str, said: str, signature: str) -> Me:
        """The person with this key."""
        person, known = await self.registry.ask(person_by_key, key, "device")
        await self._check(known.public, said, signature)
        await self.registry.change(note_use, person.id, key, self.registry.now())
        return await self._me(person, key)

    async def recover(self, code: str, signed: DeviceProof) -> Me:
        """Add this device, by a recovery code."""
        return await self._add_device(signed, lambda: self.registry.change(recover, code, self.registry.now()))

    async def pair(self, code: str, signed: DeviceProof) -> Me:
        """Add this device, by a code from another device."""
        return await self._add_device(signed, lambda: self.registry.change(pair, code, self.registry.now()))

    async def show_passkey(self, credential: Credential, site: Site, signed: DeviceProof) -> Me:
        """Add this device, by a passkey."""
        key, said, now = key_id(id_in(credential)), challenge_in(credential), self.registry.now()
        await self.check_challenge(said)

        async def who() -> str:
            person, known = await self.registry.ask(person_by_key, key, "passkey")
            uses = await asyncio.to_thread(authenticated, credential, said, site, known.public, known.uses)
            await self.registry.change(note_use, person.id, key, now, uses)
            return person.id

        return await self._add_device(signed, who)

    async def add_passkey(self, me: Me, credential: Credential, site: Site, label: str) -> KeyView:
        """One more key: a passkey that was made for this."""
        said, now = challenge_in(credential), self.registry.now()
        await self.check_challenge(said)
        made = await asyncio.to_thread(registered, credential, said, site)
        key = NewKey(key_id(made.id), "passkey", made.public, made.uses)
        await self.registry.change(add_key, me.id, key, label, now)
        return KeyView(key.id, "passkey", label, now, now)

    async def check_challenge(self, said: str) -> None:
        """Raises NotProved unless this server has just issued it."""
        check_challenge(await self._known_secret(), said, self.registry.now())

    async def authenticate(self, shown: Sequence[str]) -> Me:
        """Whose token came with a request; raises NotProved where none did, or it is not good any more."""
        if not shown:
            raise NotProved("person/token", "prove who you are, and show: Authorization: Bearer TOKEN")
        known = read_token(shown[0], await self._known_secret(), self.registry.now())
        person = await self.registry.ask(key_holder, known.person, known.key)
        return Me(person, known.key, shown[0], known.until)

    async def forget(self, person: str) -> None:
        """Delete all that is kept of somebody; raises NoSuchPerson."""
        await self.registry.change(forget_person, person, self.on_forget)

    async def _add_device(self, signed: DeviceProof, who: Callable[[], Awaitable[str]]) -> Me:
        """The device's own key is checked first: a code that is good once is not spent on what cannot be read."""
        key, now = await self._checked(signed), self.registry.now()
        person = await self.registry.change(add_key, await who(), key, signed.label, now)
        return await self._me(person, key.id)

    async def _me(self, person: Person, key: str) -> Me:
        token = Token(person.id, key, self.registry.now() + TOKEN_LIFE)
        return Me(person, token.key, write_token(token, await self._known_secret()), token.until)

    async def _checked(self, signed: DeviceProof) -> NewKey:
        """The key of a device that has it."""
        check_label(signed.label)
        public = bytes_of(signed.key)
        await self._check(public, signed.challenge, signed.signature)
        return NewKey(key_id(public), "device", public)

    async def _check(self, public: bytes, said: str, signature: str) -> None:
        await self.check_challenge(said)
        check_signature(public, f"ewala person {said}", signature)  # it says what for: it serves nothing else

    async def _known_secret(self) -> bytes:
        self._secret = self._secret or await self.registry.secret("people")
        return self._secret


AccountsDep = NamedDependency[Accounts]
MeDep = NamedDependency[Me]
CodeTriesDep = NamedDependency[Quota]
