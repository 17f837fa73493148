"""How the games are shown by environments: as text, or as a picture in SVG; always as a spectator sees them."""

import sys
from collections.abc import Callable

from ewala.core.errors import BadSetup
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence, either
from ewala.core.state import State, View
from ewala.envs import picture_chronicles, picture_kingdom_run

__all__ = ["RENDER_MODES", "checked_mode", "render"]

RENDER_MODES = ("ansi", "svg", "human")

_TEXTS: dict[str, Callable[[View], str]] = {
    "kingdom-run": picture_kingdom_run.as_text,
    "chronicles-of-run": picture_chronicles.as_text,
}
_PICTURES: dict[str, Callable[[View], str]] = {
    "kingdom-run": picture_kingdom_run.as_svg,
    "chronicles-of-run": picture_chronicles.as_svg,
}


def checked_mode(mode: str | None) -> str | None:
    """The mode itself, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadSetup(
            "envs/render-mode",
            "",
            Sentence("render_mode is {modes}, not {mode!r}", modes=either(RENDER_MODES), mode=mode),
        )
    return mode


def render(state: State, mode: str | None) -> str | None:
    """The position as text ("ansi") or SVG; "human" writes the text on the standard output."""
    view = state.view(SPECTATOR)
    if mode == "svg":
        return _PICTURES[view.game.name](view)
    if mode == "human":
        sys.stdout.write(_TEXTS[view.game.name](view))
    return _TEXTS[view.game.name](view) if mode == "ansi" else None
