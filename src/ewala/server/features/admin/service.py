"""What the host does. Every act is written to the log."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import BinaryIO, Concatenate, ParamSpec

from sqlalchemy import Connection

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.server.features.accounts import Accounts, NoSuchPerson, seat_holders
from ewala.server.features.admin.exports import Export, Exports
from ewala.server.features.admin.store import Deed, NobodySuch, name_of, note, note_end
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotAllowed

MUTED = NotAllowed("chat/muted", "the host of this server has muted you: the others do not hear you")
OF_THE_TABLE = ""  # in place of a seat: a table's host, who needs none

P = ParamSpec("P")


class Admin:
    """What the host does, at whichever process is asked: the others hear of it."""

    def __init__(self, registry: TableRegistry, accounts: Accounts) -> None:
        self.registry = registry
        self._accounts = accounts
        self._exports = Exports(registry.config)

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
            holders = await asyncio.create_task(self.registry.ask(seat_holders, table_id))
            if any(holders.get(voice) in policy.muted_people for voice in voices):
                raise MUTED

    async def change(
        self, act: Callable[Concatenate[Connection, int, P], None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """An act in the database alone, which holds at every process from now on."""
        await self.registry.change(act, self.registry.now(), *args, **kwargs)
        await self.registry.follow_policy(here=True)

    async def close_table(self, table_id: str, note: str) -> None:
        """Break off what goes on there, with a note to those at it."""
        room = await self.registry.room(table_id)
        async with self._noted("close-table", table_id, room.kept.status) as done:
            await room.submit(lambda draft, now: draft.break_off(note, now))
            done(note or "closed")

    async def remove_person(self, person: str) -> None:
        """As if they had asked to be forgotten: their games stay, as anybody's."""
        await self.registry.ask(name_of, person)
        async with self._noted("remove-person", person) as done:
            try:
                await self._accounts.forget(person)
            except NoSuchPerson:  # they were quicker themselves
                raise NobodySuch from None
            done("removed")

    async def export(self, what: Export) -> BinaryIO:
        async with self._noted(what) as done:
            file = await self._exports.make(what)
            done(f"{file.seek(0, 2)} bytes")
            file.seek(0)
            return file

    @asynccontextmanager
    async def _noted(self, what: Deed, subject: str = "", before: str = "") -> AsyncIterator[Callable[[str], None]]:
        """Written down before it is done, and then what came of it, also if that is a refusal."""
        now, came = self.registry.now(), ""
        number = await self.registry.change(note, now, what, subject, before)

        def done(after: str) -> None:
            nonlocal came
            came = after

        try:
            yield done
        except EwalaError as error:
            came = f"refused: {error.code}"
            raise
        finally:
            await self.registry.change(note_end, number, came or "failed")
            await self.registry.follow_policy(here=True)
