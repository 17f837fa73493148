"""The options of The Chronicles of Run, and the `Rules` that the kernel reads, made from them."""

from ewala.core.options import Option
from ewala.games.chronicles.rules.layout import DEFAULT, Layout
from ewala.games.chronicles.rules.state import Rules

EDITIONS = ("es",)  # there is one rulebook

OPTIONS = (
    Option("edition", "es", "CR-1", "which rulebook", EDITIONS),
    Option("layout", DEFAULT, "CR-2.2", "block, ring, line, or nine hexes q,r separated by ;"),
)


def make_rules(layout: Layout) -> Rules:
    """The options as the kernel reads them: of the layout, which hexes touch."""
    r = Rules()
    r.near = layout.near
    return r
