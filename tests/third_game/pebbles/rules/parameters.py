"""The options of the race, and the `Rules` that the kernel reads, made from them."""

from collections.abc import Mapping

from ewala.core.options import Option, Value
from ewala.core.sentences import Sentence
from pebbles.rules.state import Rules

__all__ = ["EDITIONS", "OPTIONS", "SEATS", "make_rules"]

SEATS = "ABC"
EDITIONS = ("en",)

OPTIONS = (
    Option("edition", "en", "RP-1", "which rulebook", EDITIONS),
    Option("players", SEATS, "RP-1.1", "who plays, in seat order", ("ABC", "AB", "AC", "BC"), countable=True),
    Option("length", "12", "RP-1.1", "how many steps the path has", ("8", "12", "20")),
    Option("long_legs", False, "RP-4.1", "house rule: one step more for a nut that is not found"),
)


def make_rules(values: Mapping[str, Value]) -> Rules:
    r = Rules()
    r.length = int(values["length"])
    r.players = len(str(values["players"]))
    r.long_legs = int(values["long_legs"])
    return r


SIDES = {"A": Sentence("amber"), "B": Sentence("basalt"), "C": Sentence("chalk")}
