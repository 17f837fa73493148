"""Who may speak at a table: all but whom the host of this server has muted."""

import asyncio
from collections.abc import Sequence

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.features.accounts.claims import Claims
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotAllowed

MUTED = NotAllowed("chat/muted", Sentence("the host of this server has muted you: the others do not hear you"))
OF_THE_TABLE = ""  # the voice of whoever hosts a table, who needs no seat


async def check_may_speak(registry: TableRegistry, table_id: str, seat: Seat | None, held: Sequence[Seat]) -> None:
    """Whether this seat is heard, or the table's host, who holds these; raises NotAllowed if not. Nothing is asked of
    the database unless some person is muted: whose seats are may have been said at any process."""
    standing = registry.standing
    if not standing.muted_seats and not standing.muted_people:
        return
    voices = [seat] if seat is not None else [OF_THE_TABLE, *held]
    if any((table_id, voice) in standing.muted_seats for voice in voices):
        raise MUTED
    if standing.muted_people:
        # In a task of its own: frames are begun outside of any (eager.py), where nobody can wait for a limited time.
        asked = registry.read(lambda: Claims(registry.store.engine).at(table_id))
        holders = await asyncio.create_task(asked)
        if any(holders.get(voice) in standing.muted_people for voice in voices):
            raise MUTED
