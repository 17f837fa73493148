"""Whether this house offers what somebody wants: its host may have limited it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import TooMany

LATER = 60  # seconds


class NotOffered(EwalaError):
    """What this house does not offer now."""


NO_RATED = NotOffered("house/no-rated", Sentence("no rated games are offered here at the moment"))
NO_LOBBY = NotOffered("house/no-lobby", Sentence("tables are not shown in the lobby here at the moment"))
NO_EVENINGS = NotOffered("house/no-evenings", Sentence("no club evenings are opened here at the moment"))


def check_table(registry: TableRegistry, *, rated: bool = False, listed: bool = False) -> None:
    """Raises NotOffered for a table that is not to be made here."""
    limits = registry.standing.limits
    if rated and not limits.rated:
        raise NO_RATED
    if listed and not limits.lobby:
        raise NO_LOBBY


def check_evenings(registry: TableRegistry) -> None:
    if not registry.standing.limits.evenings:
        raise NO_EVENINGS


@asynccontextmanager
async def room_for(registry: TableRegistry, tables: int = 1) -> AsyncIterator[None]:
    """So many more tables may be made meanwhile; raises TooMany where the house is full. In one process they are made
    one after another, so that the limit holds; several processes may each make one at the same moment."""
    most = registry.standing.limits.most_tables
    if not most:
        yield
        return
    async with registry.making:
        if await registry.read(registry.store.unfinished) + tables > most:
            raise TooMany("house/full", Sentence("the house is full at the moment: try again later"), LATER)
        yield
