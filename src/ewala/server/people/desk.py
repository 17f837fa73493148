"""Where people say who they are: challenges, proofs, and what is asked by whoever has proved it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from sqlalchemy import Engine

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.play.events import Moved
from ewala.server.people.claims import Claims, NotYours, SeatTaken
from ewala.server.people.codes import Codes
from ewala.server.people.games import Played, finished, going_on
from ewala.server.people.passkeys import Credential, Site, authenticated, challenge_in, id_in, registered
from ewala.server.people.proofs import bytes_of, challenge, check_challenge, check_signature, key_id
from ewala.server.people.rating_book import PersonRating, RatingBook
from ewala.server.people.register import KeyView, NewKey, Person, Profile, Register, device_key
from ewala.server.people.tokens import LIFE, Token, read_token, written
from ewala.server.storage.outcomes import outcome_of
from ewala.server.storage.terms import terms_of
from ewala.server.tables.hub import Hub
from ewala.server.tables.room import Room

__all__ = ["Desk", "Me", "Signed", "signed_text"]

T = TypeVar("T")
MOST_GOING_ON = 100  # of somebody's tables that are looked at at once
TOO_LATE = NotYours("person/rated", Sentence("the rated game has begun: seats stay as they are"))


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
    _desk: "Desk"

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
        await self._desk.claim(self.person.id, room, seat)

    async def release(self, table: str, seat: Seat) -> None:
        """A seat is not theirs any more, unless it counts for somebody's rating."""
        await self._desk.check_may_change(table)
        await self._desk.ask(lambda engine: Claims(engine).release(self.person.id, table, seat))

    async def games_going_on(self) -> list[Played]:
        """Those that go on first, of these where they have to act, and the newest."""
        return await self._desk.games_going_on(self.person.id)

    async def games_over(self, most: int | None = None, game: str = "", before: str = "") -> list[Played]:
        return await self._desk.games_over(self.person.id, most, game, before)

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

    async def forget(self) -> None:
        await self._desk.ask(lambda engine: Register(engine).forget(self.person.id))


class Desk:
    """For all people of a server."""

    def __init__(self, hub: Hub, now: Callable[[], int]) -> None:
        self._hub = hub
        self.now = now
        self._secret = b""

    async def ask(self, what: Callable[[Engine], T]) -> T:
        """Something of the database, in a thread."""
        return await self._hub.read(lambda: what(self._hub.store.engine))

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

    # --- Seats

    async def claim(self, person: str, room: Room, seat: Seat) -> None:
        if room.kept.created.rated and not _may_change(room) and (await self.holders(room)).get(seat) != person:
            raise TOO_LATE
        outcome = outcome_of(room.kept) if room.kept.status == "over" else None
        rated = room.kept.created.rated
        await self.ask(lambda engine: Claims(engine).claim(person, room.id, seat, outcome=outcome, only_seat=rated))

    async def holders(self, room: Room) -> dict[Seat, str]:
        """Whose the seats of a table are, of those that are anybody's."""
        return await self.ask(lambda engine: Claims(engine).at(room.id))

    async def check_may_change(self, table_id: str) -> None:
        """Raises NotYours where a rated game has begun: nobody steps out of it when it goes badly."""
        room = await self._hub.room_if_any(table_id)
        if room is not None and room.kept.created.rated and not _may_change(room):
            raise TOO_LATE

    async def check_all_known(self, room: Room) -> None:
        """Raises NotYours unless a rated game can begin: every seat is a person's, or a bot's that was measured."""
        holders, table = await self.holders(room), room.kept
        played = {seat: sitter for seat, sitter in table.sitters.items() if sitter.kind in ("person", "bot")}
        if len(played) < len([sitter for sitter in table.sitters.values() if sitter.kind != "closed"]):
            return  # seats are still free, and whoever starts is told so
        unknown = [sitter.name for seat, sitter in played.items() if sitter.kind == "person" and seat not in holders]
        if unknown:
            raise NotYours("table/unproved", Sentence("not proved who they are: {names}", names=", ".join(unknown)))
        measured = terms_of(table.game.name, len(played)).bots
        for sitter in played.values():
            if sitter.bot and sitter.bot not in measured:
                raise NotYours(
                    "table/unrated-bot",
                    Sentence("it was not measured how strong {bot} is, with so many players", bot=sitter.bot),
                )

    async def take_along(self, before: Room, was: Seat, room: Room, seat: Seat) -> None:
        """Whose a seat was is whose the seat of the rematch is."""
        person = (await self.holders(before)).get(was)
        if person is not None:
            await self.ask(lambda engine: Claims(engine).claim(person, room.id, seat, only_seat=True))

    # --- Games

    async def games_going_on(self, person: str) -> list[Played]:
        ids = await self.ask(lambda engine: Claims(engine).unfinished(person, MOST_GOING_ON))
        theirs = await self.ask(lambda engine: Claims(engine).of(person))
        found = []
        for table_id in ids:
            seats = [taken.seat for taken in theirs if taken.table == table_id]
            room = await self._hub.room_if_any(table_id)
            if room is not None and room.kept.status != "over" and seats:
                found.append(going_on(room.id, room.kept, seats))
        return sorted(found, key=lambda game: (not game.mine_to_move, game.status != "playing", -game.touched_at))

    async def games_over(self, person: str, most: int | None, game: str, before: str) -> list[Played]:
        """What is missing is kept first."""
        for table_id in await self.ask(lambda engine: Claims(engine).without_outcome(person, MOST_GOING_ON)):
            room = await self._hub.room_if_any(table_id)
            if room is not None and room.kept.status == "over":
                await self._keep_outcome(room)
        await self.ask(lambda engine: RatingBook(engine).reckon())
        return await self.ask(lambda engine: finished(engine, person, most, game, before))

    async def _keep_outcome(self, room: Room) -> None:
        outcome = outcome_of(room.kept)
        await self.ask(lambda engine: Claims(engine).add_outcome(room.id, outcome))

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


def _may_change(room: Room) -> bool:
    """Whether it can still be said whose seats are at a rated table: until somebody has moved. A rematch starts with
    the last who sits down, and they say so afterwards."""
    return room.kept.status != "over" and not any(isinstance(event, Moved) for event in room.kept.events)
