"""Tables as whoever runs a server may look at them: from the database, while it is in use, and without secrets.

There is no key here, no secret of dice, and of a position what a spectator sees.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, func, select

from ewala.core.errors import EwalaError
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.server.platform.storage.schema import events, tables
from ewala.server.platform.storage.store import read_table
from ewala.tables.kept import Kept


class NoTable(EwalaError):
    def __init__(self, table_id: str) -> None:
        super().__init__("table/unknown", Sentence("there is no table {table}: `ewala tables list`", table=table_id))


class _Beginning(msgspec.Struct):
    """Of a table's first event."""

    game: str


@dataclass(frozen=True)
class Wanted:
    """Which tables are looked for; whatever is empty makes no difference."""

    status: str = ""
    game: str = ""
    ids: Collection[str] = ()


@dataclass(frozen=True)
class Listed:
    """A row of the list."""

    id: str
    status: str
    game: str  # "?" if its first event cannot be read
    created_at: int  # milliseconds since 1970
    touched_at: int
    events: int


def listed(connection: Connection, wanted: Wanted) -> Iterator[Listed]:
    """The tables that are wanted, those with the newest sign of life first."""
    first = events.alias("first")
    count = select(func.count()).where(events.c.table_id == tables.c.id).scalar_subquery()
    columns = (tables.c.id, tables.c.status, tables.c.created_at, tables.c.touched_at)
    query = select(*columns, first.c.body, count.label("in_all")).outerjoin(
        first, (first.c.table_id == tables.c.id) & (first.c.seq == 1)
    )
    if wanted.status:
        query = query.where(tables.c.status == wanted.status)
    if wanted.ids:
        query = query.where(tables.c.id.in_(wanted.ids))
    for row in connection.execute(query.order_by(tables.c.touched_at.desc(), tables.c.id)):
        game = _game_in(row.body)
        if game == (wanted.game or game):
            yield Listed(row.id, row.status, game, row.created_at, row.touched_at, row.in_all)


def _game_in(body: bytes | None) -> str:
    try:
        return msgspec.json.decode(body or b"", type=_Beginning).game
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "?"


def table_called(connection: Connection, table_id: str) -> Kept:
    """The table of this name, folded; raises NoTable, or whatever is wrong with it."""
    stored = read_table(connection, table_id)
    if stored is None:
        raise NoTable(table_id)
    try:
        return Kept(stored)
    except EwalaError:
        raise
    except Exception as error:  # whatever the damage leads to
        unreadable = Sentence("table {table} cannot be read: {why}", table=table_id, why=type(error).__name__)
        raise EwalaError("table/set-aside", unreadable) from None


def record_of(table: Kept) -> str:
    """Its game, as a spectator may know it; nothing if it has not begun."""
    if table.match is None:
        return ""
    return (table.match.public_text if table.status == "over" else table.match.text)(SPECTATOR)
