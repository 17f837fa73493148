"""The only list of games."""

import importlib

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence

__all__ = ["GAMES", "game_class", "load"]

GAMES = {
    "kingdom-run": "ewala.games.kingdom_run.game:KingdomRun",
    "chronicles-of-run": "ewala.games.chronicles.game:Chronicles",
}


def game_class(name: str) -> type[Game]:
    """The class of a registered game; its modules are imported only now."""
    if not isinstance(name, str) or name not in GAMES:
        raise BadSetup(
            "setup/unknown-game",
            "",
            Sentence("there is no game {name!r}; the games are {games}", name=name, games=", ".join(GAMES)),
        )
    module, _, class_name = GAMES[name].partition(":")
    found: type[Game] = getattr(importlib.import_module(module), class_name)
    return found


def load(name: str, *, backend: str = "auto", **options: object) -> Game:
    """A game with its rules settled: `load("kingdom-run", players="KSFG", edition="en")`.

    `backend` chooses the engine: "auto" runs single positions as plain Python and millions of them compiled,
    "interpreted" and "compiled" do everything one way. Raises BadSetup for rules that cannot stand, UnreadableText
    for a circuit or a layout that cannot be read.
    """
    return game_class(name).from_options(options, backend)
