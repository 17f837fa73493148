"""The parameters of the race, and the table that the kernel reads."""

from collections.abc import Mapping

from ewala.core.errors import BadSetup
from ewala.core.options import Option, Value
from ewala.core.sentences import Sentence
from pebbles.rules.state import Table

__all__ = ["EDITIONS", "OPTIONS", "SEATS", "first_seats", "make_table"]

SEATS = "ABC"
EDITIONS = ("en",)

OPTIONS = (
    Option("edition", "en", "RP-1", "which rulebook", EDITIONS),
    Option("players", SEATS, "RP-1.1", "who plays, in seat order", ("ABC", "AB", "AC", "BC")),
    Option("length", "12", "RP-1.1", "how many steps the path has", ("8", "12", "20")),
    Option("long_legs", False, "RP-4.1", "house rule: one step more for a nut that is not found"),
)


def first_seats(count: int) -> str:
    """As many as play, in seat order (RP-1.1)."""
    if not 2 <= count <= len(SEATS):
        raise BadSetup("setup/players", "RP-1.1", Sentence("two or three play, not {count}", count=count))
    return SEATS[:count]


def make_table(values: Mapping[str, Value]) -> Table:
    t = Table()
    t.length = int(values["length"])
    t.players = len(str(values["players"]))
    t.long_legs = int(values["long_legs"])
    return t
