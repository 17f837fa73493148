"""Where people say who they are: challenges, proofs, and what is asked by whoever has proved it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from sqlalchemy import Engine

from ewala.core.state import Seat
from ewala.server.people.claims import Claims, SeatTaken
from ewala.server.people.codes import Codes
from ewala.server.people.games import Played, finished, going_on
from ewala.server.people.proofs import bytes_of, challenge, check_challenge, check_signature, key_id
from ewala.server.people.register import KeyView, Person, Profile, Register
from ewala.server.people.tokens import LIFE, Token, read_token, written
from ewala.server.storage.outcomes import outcome_of
from ewala.server.tables.hub import Hub
from ewala.server.tables.room import Room

__all__ = ["Desk", "Me", "Signed", "signed_text"]

T = TypeVar("T")
MOST_GOING_ON = 100  # of somebody's tables that are looked at at once
ALL = 5000  # games that are over


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
        outcome = outcome_of(room.kept) if room.kept.status == "over" else None
        await self._desk.ask(lambda engine: Claims(engine).claim(self.person.id, room.id, seat, outcome))

    async def release(self, table: str, seat: Seat) -> None:
        await self._desk.ask(lambda engine: Claims(engine).release(self.person.id, table, seat))

    async def games_going_on(self) -> list[Played]:
        """Those that go on first, of these where they have to act, and the newest."""
        return await self._desk.games_going_on(self.person.id)

    async def games_over(self, most: int = ALL, game: str = "", before: str = "") -> list[Played]:
        return await self._desk.games_over(self.person.id, most, game, before)

    async def new_recovery(self) -> str:
        now = self._desk.now()
        return await self._desk.ask(lambda engine: Codes(engine).new_recovery(self.person.id, now))

    async def new_pairing(self) -> tuple[str, int]:
        now = self._desk.now()
        return await self._desk.ask(lambda engine: Codes(engine).new_pairing(self.person.id, now))

    async def pairing_until(self) -> int | None:
        return await self._desk.ask(lambda engine: Codes(engine).pairing_until(self.person.id))

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
        public, now = await self._checked(signed), self.now()
        person = await self.ask(lambda engine: Register(engine).add(profile, "device", public, signed.label, now))
        return await self._me(person, public)

    async def prove(self, key: str, said: str, signature: str) -> Me:
        """Somebody who is known by this key."""
        person, public = await self.ask(lambda engine: Register(engine).by_key(key, "device"))
        await self._check(public, said, signature)
        now = self.now()
        await self.ask(lambda engine: Register(engine).note_use(person.id, key, now))
        return await self._me(person, public)

    async def recover(self, code: str, signed: Signed) -> Me:
        """Whoever has this code has this device from now on."""
        now = self.now()
        return await self._at_one_device_more(signed, lambda engine: Codes(engine).recover(code, now))

    async def pair(self, code: str, signed: Signed) -> Me:
        """Whoever has just asked for this code at another device."""
        now = self.now()
        return await self._at_one_device_more(signed, lambda engine: Codes(engine).pair(code, now))

    async def shown(self, token: str) -> Me:
        """Who shows this; raises NotProved for one that is not good any more."""
        known = read_token(token, await self._known_secret(), self.now())
        person = await self.ask(lambda engine: Register(engine).holder(known.person, known.key))
        return Me(person, known.key, token, known.until, self)

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

    async def games_over(self, person: str, most: int, game: str, before: str) -> list[Played]:
        """What is missing is kept first."""
        for table_id in await self.ask(lambda engine: Claims(engine).without_outcome(person, MOST_GOING_ON)):
            room = await self._hub.room_if_any(table_id)
            if room is not None and room.kept.status == "over":
                await self._keep_outcome(room)
        return await self.ask(lambda engine: finished(engine, person, most, game, before))

    async def _keep_outcome(self, room: Room) -> None:
        outcome = outcome_of(room.kept)
        await self.ask(lambda engine: Claims(engine).add_outcome(room.id, outcome))

    async def _at_one_device_more(self, signed: Signed, who: Callable[[Engine], str]) -> Me:
        """The device's own key is checked first: a code that is good once is not spent on what cannot be read."""
        public, now = await self._checked(signed), self.now()
        known = await self.ask(who)
        person = await self.ask(lambda engine: Register(engine).add_key(known, "device", public, signed.label, now))
        return await self._me(person, public)

    async def _me(self, person: Person, public: bytes) -> Me:
        token = Token(person.id, key_id(public), self.now() + LIFE)
        return Me(person, token.key, written(token, await self._known_secret()), token.until, self)

    async def _checked(self, signed: Signed) -> bytes:
        """The public key of a device that has it."""
        public = bytes_of(signed.key)
        await self._check(public, signed.said, signed.signature)
        return public

    async def _check(self, public: bytes, said: str, signature: str) -> None:
        check_challenge(await self._known_secret(), said, self.now())
        check_signature(public, signed_text(said), signature)

    async def _known_secret(self) -> bytes:
        self._secret = self._secret or await self.ask(lambda engine: Register(engine).secret())
        return self._secret
