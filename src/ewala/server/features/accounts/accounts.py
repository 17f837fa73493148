"""Where people say who they are: challenges, proofs, and what is asked by whoever has proved it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from sqlalchemy import Engine

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.features.accounts.claims import Claims, SeatTaken
from ewala.server.features.accounts.codes import Codes
from ewala.server.features.accounts.games import Played
from ewala.server.features.accounts.local_games import add_local_game, outcome_in
from ewala.server.features.accounts.passkeys import Credential, Site, authenticated, challenge_in, id_in, registered
from ewala.server.features.accounts.proofs import (
    NotProved,
    bytes_of,
    challenge,
    check_challenge,
    check_signature,
    key_id,
)
from ewala.server.features.accounts.register import KeyView, NewKey, Person, Profile, Register, device_key
from ewala.server.features.accounts.seating import Seating
from ewala.server.features.accounts.tokens import LIFE, Token, read_token, written
from ewala.server.features.notifications.preferences import WishBook, Wishes
from ewala.server.features.notifications.queue import Notice, Notices
from ewala.server.features.notifications.subscriptions import BrowserKeys, Subscriptions, SubscriptionView
from ewala.server.features.notifications.webhooks import NewWebhook, WebhookBook, WebhookView
from ewala.server.features.ratings.store import PersonRating, RatingBook
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.replay import Replay

T = TypeVar("T")


def signed_text(challenge: str) -> str:
    """What a device signs: it says what for, so that the signature serves nothing else."""
    return f"ewala person {challenge}"


class Signed(NamedTuple):
    """A device's public key as text, and what it has signed."""

    key: str
    label: str
    said: str
    signature: str


@dataclass(frozen=True)
class Me:
    """Somebody who has proved who they are."""

    person: Person
    key: str
    token: str
    until: int
    _desk: "Accounts"

    async def change(self, profile: Profile) -> "Me":
        await self._desk.ask(lambda engine: Register(engine).change(self.person.id, profile))
        return replace(self, person=Person(self.person.id, profile, self.person.created_at))

    async def keys(self) -> Sequence[KeyView]:
        return await self._desk.ask(lambda engine: Register(engine).keys_of(self.person.id))

    async def take_key(self, key: str) -> None:
        await self._desk.ask(lambda engine: Register(engine).take_key(self.person.id, key))

    async def seats(self) -> Sequence[SeatTaken]:
        return await self._desk.ask(lambda engine: Claims(engine).of(self.person.id))

    async def claim(self, room: Room, seat: Seat) -> None:
        """A seat is theirs from now on; whoever asks has seen its key."""
        await self._desk.seating.claim(self.person.id, room, seat)

    async def release(self, table: str, seat: Seat) -> None:
        """A seat is not theirs any more, unless it counts for somebody's rating."""
        await self._desk.seating.check_may_change(table)
        await self._desk.ask(lambda engine: Claims(engine).release(self.person.id, table, seat))

    async def games_going_on(self) -> list[Played]:
        """Those that go on first, of these where they have to act, and the newest."""
        return await self._desk.seating.games_going_on(self.person.id)

    async def games_over(self, most: int | None = None, game: str = "", before: str = "") -> list[Played]:
        return await self._desk.seating.games_over(self.person.id, most, game, before)

    async def add_local_game(self, text: str, replay: Replay, seat: Seat, at: int) -> str:
        """A game that was played without a server; the name under which it is kept."""
        outcome = outcome_in(replay, seat, min(at, self._desk.now()))
        return await self._desk.ask(lambda engine: add_local_game(engine, self.person.id, text, seat, outcome))

    async def passkey_options(self, site: Site) -> Credential:
        challenge = await self._desk.challenge()
        return await asyncio.to_thread(site.creation_options, self.person, challenge)

    async def add_passkey(self, credential: Credential, site: Site, label: str) -> KeyView:
        """One more key: a passkey that was made for this."""
        said, now = challenge_in(credential), self._desk.now()
        await self._desk.check_challenge(said)
        made = await asyncio.to_thread(registered, credential, said, site)
        key = NewKey(key_id(made.id), "passkey", made.public, made.uses)
        await self._desk.ask(lambda engine: Register(engine).add_key(self.person.id, key, label, now))
        return KeyView(key.id, "passkey", label, now, now)

    async def new_recovery(self) -> str:
        now = self._desk.now()
        return await self._desk.ask(lambda engine: Codes(engine).new_recovery(self.person.id, now))

    async def new_pairing(self) -> tuple[str, int]:
        now = self._desk.now()
        return await self._desk.ask(lambda engine: Codes(engine).new_pairing(self.person.id, now))

    async def pairing_until(self) -> int | None:
        return await self._desk.ask(lambda engine: Codes(engine).pairing_until(self.person.id))

    async def ratings(self) -> Sequence[PersonRating]:
        return await self._desk.ask(lambda engine: RatingBook(engine).of(self.person.id))

    async def subscribe(self, endpoint: str, keys: BrowserKeys, label: str) -> SubscriptionView:
        """This browser is told what they want to be told."""
        now = self._desk.now()
        return await self._desk.ask(
            lambda engine: Subscriptions(engine).put(self.person.id, self.key, endpoint, keys, label, now)
        )

    async def unsubscribe(self, name: str) -> None:
        await self._desk.ask(lambda engine: Subscriptions(engine).take(self.person.id, name))

    async def subscriptions(self) -> Sequence[SubscriptionView]:
        return await self._desk.ask(lambda engine: Subscriptions(engine).of(self.person.id))

    async def tell_program(self, address: str) -> NewWebhook:
        """A program of their own is told there what they want to be told."""
        now = self._desk.now()
        return await self._desk.ask(lambda engine: WebhookBook(engine).put(self.person.id, address, now))

    async def tell_no_program(self) -> None:
        await self._desk.ask(lambda engine: WebhookBook(engine).take(self.person.id))

    async def webhook(self) -> WebhookView:
        return await self._desk.ask(lambda engine: WebhookBook(engine).of(self.person.id))

    async def wishes(self) -> Wishes:
        return await self._desk.ask(lambda engine: WishBook(engine).of(self.person.id))

    async def notices(self) -> Sequence[Notice]:
        return await self._desk.ask(lambda engine: Notices(engine).of(self.person.id))

    async def wish(self, wishes: Wishes) -> None:
        await self._desk.ask(lambda engine: WishBook(engine).put(self.person.id, wishes))

    async def forget(self) -> None:
        await self._desk.ask(lambda engine: Register(engine).forget(self.person.id))


class Accounts:
    """For all people of a server."""

    def __init__(self, registry: TableRegistry, now: Callable[[], int]) -> None:
        self._registry = registry
        self.now = now
        self.seating = Seating(registry)
        self._secret = b""

    async def ask(self, what: Callable[[Engine], T]) -> T:
        """Something of the database, in a thread."""
        return await self._registry.read(lambda: what(self._registry.store.engine))

    async def challenge(self) -> str:
        return challenge(await self._known_secret(), self.now())

    async def admit(self, profile: Profile, signed: Signed) -> Me:
        """Somebody new, who has the key that they show."""
        key, now = await self._checked(signed), self.now()
        person = await self.ask(lambda engine: Register(engine).add(profile, key, signed.label, now))
        return await self._me(person, key.id)

    async def prove(self, key: str, said: str, signature: str) -> Me:
        """Somebody who is known by this key."""
        person, known = await self.ask(lambda engine: Register(engine).by_key(key, "device"))
        await self._check(known.public, said, signature)
        now = self.now()
        await self.ask(lambda engine: Register(engine).note_use(person.id, key, now))
        return await self._me(person, key)

    async def recover(self, code: str, signed: Signed) -> Me:
        """Whoever has this code has this device from now on."""
        now = self.now()
        return await self._at_one_device_more(signed, lambda engine: Codes(engine).recover(code, now))

    async def pair(self, code: str, signed: Signed) -> Me:
        """Whoever has just asked for this code at another device."""
        now = self.now()
        return await self._at_one_device_more(signed, lambda engine: Codes(engine).pair(code, now))

    async def show_passkey(self, credential: Credential, site: Site, signed: Signed) -> Me:
        """Whoever has this passkey has this device from now on."""
        key, said, now = key_id(id_in(credential)), challenge_in(credential), self.now()
        await self.check_challenge(said)

        def who(engine: Engine) -> str:
            person, known = Register(engine).by_key(key, "passkey")
            uses = authenticated(credential, said, site, known.public, known.uses)
            Register(engine).note_use(person.id, key, now, uses)
            return person.id

        return await self._at_one_device_more(signed, who)

    async def check_challenge(self, said: str) -> None:
        """Raises NotProved unless this server has made it up just now."""
        check_challenge(await self._known_secret(), said, self.now())

    async def shown(self, token: str) -> Me:
        """Who shows this; raises NotProved for one that is not good any more."""
        known = read_token(token, await self._known_secret(), self.now())
        person = await self.ask(lambda engine: Register(engine).holder(known.person, known.key))
        return Me(person, known.key, token, known.until, self)

    async def whoever_shows(self, shown: Sequence[str]) -> Me:
        """The same of what came with a request; raises NotProved where nothing did."""
        if not shown:
            raise NotProved("person/token", Sentence("prove who you are, and show: Authorization: Bearer TOKEN"))
        return await self.shown(shown[0])

    async def must_be_known(self, room: Room, shown: Sequence[str]) -> Me | None:
        """Who is about to sit down, where it has to be said before: a rated table for anyone starts by itself, and
        nobody could be asked later who they are."""
        if not (room.kept.created.rated and room.kept.created.for_anyone):
            return None
        me = await self.whoever_shows(shown)
        await self.seating.check_has_no_seat(me.person.id, room)
        return me

    async def _at_one_device_more(self, signed: Signed, who: Callable[[Engine], str]) -> Me:
        """The device's own key is checked first: a code that is good once is not spent on what cannot be read."""
        key, now = await self._checked(signed), self.now()
        known = await self.ask(who)
        person = await self.ask(lambda engine: Register(engine).add_key(known, key, signed.label, now))
        return await self._me(person, key.id)

    async def _me(self, person: Person, key: str) -> Me:
        token = Token(person.id, key, self.now() + LIFE)
        return Me(person, token.key, written(token, await self._known_secret()), token.until, self)

    async def _checked(self, signed: Signed) -> NewKey:
        """The key of a device that has it."""
        public = bytes_of(signed.key)
        await self._check(public, signed.said, signed.signature)
        return device_key(public)

    async def _check(self, public: bytes, said: str, signature: str) -> None:
        await self.check_challenge(said)
        check_signature(public, signed_text(said), signature)

    async def _known_secret(self) -> bytes:
        self._secret = self._secret or await self.ask(lambda engine: Register(engine).secret())
        return self._secret
