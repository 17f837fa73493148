"""The host's desk, for whoever has shown its key: to look at the house, and to act. Every act is written down."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import BinaryIO, TypeVar

from sqlalchemy import Engine

from ewala.core.errors import EwalaError
from ewala.server.features.accounts.changing import NoSuchPerson
from ewala.server.features.accounts.register import Register
from ewala.server.features.admin.exports import Export, Exports
from ewala.server.features.admin.key import DeskKey
from ewala.server.features.admin.log import Act, Acts, Deed
from ewala.server.features.admin.policy import HouseLimits, HouseText
from ewala.server.features.admin.store import AdminStore, NobodySuch
from ewala.server.tables.registry import NoSuchTable, TableRegistry
from ewala.tables.keys import LETTERS, is_table_id

T = TypeVar("T")
MINUTE = 60_000  # milliseconds


class HostsDesk:
    """All that is done there, by whichever process is asked: the others hear of it."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._exports = Exports(registry.config)

    async def ask(self, what: Callable[[Engine], T]) -> T:
        """Something of the database, in a thread."""
        return await self.registry.read(lambda: what(self.registry.store.engine))

    async def opens(self, key: str) -> bool:
        return await self.ask(lambda engine: DeskKey(engine).opens(key))

    async def acts(self, before: int, most: int) -> list[Act]:
        return await self.ask(lambda engine: Acts(engine).page(before, most))

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
                await self.ask(lambda engine: Register(engine).forget(person))
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
        await self.registry.follow_desk(here=True)

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
            await self.registry.follow_desk(here=True)


def _table(table_id: str) -> str:
    if not is_table_id(table_id):
        raise NoSuchTable
    return table_id


def _person(person: str) -> str:
    """Nothing is looked for that nobody could be called."""
    if not set(person) <= set(LETTERS):
        raise NobodySuch
    return person
