"""Tables as the database would have them, for tests of what is told of one."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert

from ewala.core.dice import Dice
from ewala.core.game import Game
from ewala.games.registry import load
from ewala.server.platform.storage.schema import events, seat_keys, tables
from ewala.tables.events import Created, Settings, encode_event
from ewala.tables.kept import Kept, Stored
from ewala.tables.table import Table


def on_disk(table: Table) -> Kept:
    """The same table, from what would be stored of it."""
    return Kept(Stored("t", "", "", table._secret, {}, [encode_event(event) for event in table.events]))


def made(game: Game, dice: Dice, at: int = 0) -> Table:
    """A table at which nobody sits yet."""
    created = Created(
        game=game.name, parameters=game.parameters(), settings=Settings(), commitment=dice.commitment, at=at
    )
    return Table(created, dice.secret)


def seated(dice: Dice, game: Game | None = None, at: int = 0) -> Table:
    """A table at which everybody sits: two of Kingdom Run, of whom the knights begin, unless another game is given."""
    game = game or load("kingdom-run", players="KS", first="K")
    table = made(game, dice, at)
    for seat in game.seats:
        table.sit_down(seat, f"Player {seat}", "", at)
    return table


def add_row(
    connection: Connection, name: str, status: str, touched: int, *, listed: int = 0, seqs: Sequence[int] = (1,)
) -> None:
    """A table as the database has it, with one key and these events, in the order in which they are written."""
    row = {"id": name, "status": status, "listed": listed, "created_at": touched, "touched_at": touched}
    connection.execute(insert(tables), {**row, "host_digest": "h", "watch_digest": "w", "secret": b"s"})
    connection.execute(insert(seat_keys).values(table_id=name, seat="K", digest="d"))
    for seq in seqs:
        connection.execute(insert(events).values(table_id=name, seq=seq, body=b"%d" % seq))
