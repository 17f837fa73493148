"""What the host does. Every act is written to the log."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import BinaryIO

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.features.accounts import Accounts, Claims, NoSuchPerson
from ewala.server.features.admin.exports import Export, Exports
from ewala.server.features.admin.key import AdminKey
from ewala.server.features.admin.log import Act, Acts, Deed
from ewala.server.features.admin.store import AdminStore, NobodySuch
from ewala.server.tables.policy import HouseLimits, HouseText
from ewala.server.tables.registry import NoSuchTable, TableRegistry
from ewala.tables.keys import LETTERS, is_table_id
from ewala.tables.problems import NotAllowed

MINUTE = 60_000  # milliseconds
MUTED = NotAllowed("chat/muted", Sentence("the host of this server has muted you: the others do not hear you"))
OF_THE_TABLE = ""  # in place of a seat: a table's host, who needs none


class Admin:
    """What the host does, at whichever process is asked: the others hear of it."""

    def __init__(self, registry: TableRegistry, accounts: Accounts) -> None:
        self.registry = registry
        self.ask = registry.ask
        self._accounts = accounts
        self._exports = Exports(registry.config)

    async def opens(self, key: str) -> bool:
        return await self.ask(lambda engine: AdminKey(engine).opens(key))

    async def acts(self, before: int, most: int) -> list[Act]:
        return await self.ask(lambda engine: Acts(engine).page(before, most))

    async def check_may_speak(self, table_id: str, seat: Seat | None, held: Sequence[Seat]) -> None:
        """Raises NotAllowed if this seat is muted, or the table's host, who holds these. Nothing is asked of the
        database unless some person is muted: whose seats are may have been said at any process."""
        policy = self.registry.policy
        if not policy.muted_seats and not policy.muted_people:
            return
        voices = [seat] if seat is not None else [OF_THE_TABLE, *held]
        if any((table_id, voice) in policy.muted_seats for voice in voices):
            raise MUTED
        if policy.muted_people:
            # In a task of its own: frames are begun outside of any, where nobody can wait for a limited time.
            holders = await asyncio.create_task(self.ask(lambda engine: Claims(engine).at(table_id)))
            if any(holders.get(voice) in policy.muted_people for voice in voices):
                raise MUTED

    # --- Tables

    async def close_table(self, table_id: str, note: str) -> None:
        """Break off what goes on there, with a note to those at it."""
        room = await self.registry.room(table_id)
        async with self._noted("close-table", table_id, room.kept.status) as done:
            await room.submit(lambda draft, now: draft.break_off(note, now))
            done(note or "closed")

    async def remove_table(self, table_id: str) -> None:
        """With its record; one at which no game goes on."""
        await self._change(lambda book: book.remove_table(_table(table_id)))

    async def mute_seat(self, table_id: str, seat: str, *, muted: bool) -> None:
        await self._change(lambda book: book.mute_seat(_table(table_id), seat, muted=muted))

    # --- People

    async def mute_person(self, person: str, *, muted: bool) -> None:
        await self._change(lambda book: book.mute_person(_person(person), muted=muted))

    async def rename_person(self, person: str, name: str) -> None:
        await self._change(lambda book: book.rename(_person(person), name))

    async def remove_person(self, person: str) -> None:
        """As if they had asked to be forgotten: their games stay, as anybody's."""
        now = self.registry.now()
        await self.ask(lambda engine: AdminStore(engine, now).check_person(_person(person)))
        async with self._noted("remove-person", person) as done:
            try:
                await self._accounts.forget(person)
            except NoSuchPerson:  # they were quicker themselves
                raise NobodySuch from None
            done("removed")

    # --- The house

    async def announce(self, said: HouseText, minutes: int) -> None:
        until = self.registry.now() + minutes * MINUTE if minutes else None
        await self._change(lambda book: book.announce(said, until))

    async def withdraw(self, number: int) -> None:
        await self._change(lambda book: book.withdraw(number))

    async def set_rules(self, said: HouseText) -> None:
        await self._change(lambda book: book.set_rules(said))

    async def set_limits(self, limits: HouseLimits) -> None:
        await self._change(lambda book: book.set_limits(limits))

    async def export(self, what: Export) -> BinaryIO:
        async with self._noted(what) as done:
            file = await self._exports.make(what)
            done(f"{file.seek(0, 2)} bytes")
            file.seek(0)
            return file

    # ---

    async def _change(self, change: Callable[[AdminStore], None]) -> None:
        """Something of the database alone, which holds at every process from now on."""
        now = self.registry.now()
        await self.ask(lambda engine: change(AdminStore(engine, now)))
        await self.registry.follow_policy(here=True)

    @asynccontextmanager
    async def _noted(self, what: Deed, subject: str = "", before: str = "") -> AsyncIterator[Callable[[str], None]]:
        """Written down before it is done, and then what came of it, also if that is a refusal."""
        now, came = self.registry.now(), ""
        number = await self.ask(lambda engine: Acts(engine).begin(now, what, subject, before))

        def done(after: str) -> None:
            nonlocal came
            came = after

        try:
            yield done
        except EwalaError as error:
            came = f"refused: {error.code}"
            raise
        finally:
            await self.ask(lambda engine: Acts(engine).end(number, came or "failed"))
            await self.registry.follow_policy(here=True)


def _table(table_id: str) -> str:
    if not is_table_id(table_id):
        raise NoSuchTable
    return table_id


def _person(person: str) -> str:
    """Nothing is looked for that nobody could be called."""
    if not set(person) <= set(LETTERS):
        raise NobodySuch
    return person
