"""The parameters of The Chronicles of Run, and the table that the kernel reads."""

from ewala.core.options import Option
from ewala.games.chronicles.rules.layout import DEFAULT, Layout
from ewala.games.chronicles.rules.state import Table

__all__ = ["EDITIONS", "OPTIONS", "make_table"]

EDITIONS = ("es",)  # there is one rulebook

OPTIONS = (
    Option("edition", "es", "CR-1", "which rulebook", EDITIONS),
    Option("layout", DEFAULT, "CR-2.2", "block, ring, line, or nine hexes q,r separated by ;"),
)


def make_table(layout: Layout) -> Table:
    t = Table()
    t.near = layout.near
    return t
