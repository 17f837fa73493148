"""The games, and how notebooks draw them."""

from ewala.core.game import drawn_with
from ewala.core.state import View


def _drawn(view: View) -> str:
    from ewala.games.registry import kit_of

    return kit_of(view.game.name).as_svg(view)


drawn_with(_drawn)
