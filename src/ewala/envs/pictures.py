"""How the games are shown by environments: as text, or as a picture in SVG; always as a spectator sees them."""

import sys

from ewala.core.errors import BadSetup
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence, either
from ewala.core.state import State
from ewala.games.registry import kit_of

RENDER_MODES = ("ansi", "svg", "human")


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
    view, kit = state.view(SPECTATOR), kit_of(state.game.name)
    if mode == "svg":
        return kit.as_svg(view)
    if mode == "human":
        sys.stdout.write(kit.as_text(view))
    return kit.as_text(view) if mode == "ansi" else None
