"""Tables as the database would have them, for tests of what is told of one."""

from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.tables.events import Created, Settings, encode_event
from ewala.tables.kept import Kept, Stored
from ewala.tables.table import Table


def on_disk(table: Table) -> Kept:
    """The same table, from what would be stored of it."""
    return Kept(Stored("t", "", "", table._secret, {}, [encode_event(event) for event in table.events]))


def seated(dice: Dice) -> Table:
    """A table of Kingdom Run at which two people sit: the knights begin."""
    game = load("kingdom-run", players="KS", first="K")
    created = Created(
        game=game.name, parameters=game.parameters(), settings=Settings(), commitment=dice.commitment, at=0
    )
    table = Table(created, dice.secret)
    for seat in game.seats:
        table.sit_down(seat, f"Player {seat}", "", 0)
    return table
