"""The parameters of the race, and the table that the kernel reads."""

from collections.abc import Mapping

from ewala.core.options import Option, Value
from pebbles.rules.state import Table

__all__ = ["EDITIONS", "OPTIONS", "SEATS", "make_table"]

SEATS = "ABC"
EDITIONS = ("en",)

OPTIONS = (
    Option("edition", "en", "RP-1", "which rulebook", EDITIONS),
    Option("players", SEATS, "RP-1.1", "who plays, in seat order", ("ABC", "AB", "AC", "BC"), countable=True),
    Option("length", "12", "RP-1.1", "how many steps the path has", ("8", "12", "20")),
    Option("long_legs", False, "RP-4.1", "house rule: one step more for a nut that is not found"),
)


def make_table(values: Mapping[str, Value]) -> Table:
    t = Table()
    t.length = int(values["length"])
    t.players = len(str(values["players"]))
    t.long_legs = int(values["long_legs"])
    return t
