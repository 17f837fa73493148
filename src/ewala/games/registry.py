"""The only list of games: our own, and those that somebody adds.

A game that lies elsewhere is added by `register`, or named in the environment before anything starts:

    EWALA_GAMES="my-game=my_game.kit:KIT" ewala serve

Processes that are started later (a server's workers, an arena's players) have to know it too; they inherit the
environment, and so that is where it is kept.
"""

import importlib
import os
from collections.abc import Mapping

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.kit.game_kit import GameKit

__all__ = ["GAMES", "game_class", "kit_of", "load", "register", "settled", "unregister"]

ADDED = "EWALA_GAMES"  # in the environment: NAME=MODULE:KIT, separated by commas

# name -> where its kit is; imported when somebody asks for it
GAMES = {"kingdom-run": "ewala.games.kingdom_run.kit:KIT", "chronicles-of-run": "ewala.games.chronicles.kit:KIT"}
_OWN = tuple(GAMES)


def register(name: str, kit: str) -> None:
    """Add a game, here and in processes that are started from now on; `kit` says where its kit is, as `module:KIT`."""
    if name in _OWN:
        raise BadSetup("setup/game-known", "", "there is a game {name!r} already", name=name)
    GAMES[name] = kit
    _tell_later_processes()


def unregister(name: str) -> None:
    """Forget a game that was added; one that was not is no matter."""
    if name not in _OWN:
        GAMES.pop(name, None)
        _tell_later_processes()


def _tell_later_processes() -> None:
    added = ",".join(f"{name}={kit}" for name, kit in GAMES.items() if name not in _OWN)
    os.environ[ADDED] = added
    if not added:
        del os.environ[ADDED]


def _heard_of() -> dict[str, str]:
    """The games that the environment names."""
    entries = [entry.strip().partition("=") for entry in os.environ.get(ADDED, "").split(",")]
    return {name: kit for name, _, kit in entries if name and kit and name not in _OWN}


GAMES.update(_heard_of())


def kit_of(name: str) -> GameKit:
    """A registered game with everything that belongs to it."""
    if not isinstance(name, str) or name not in GAMES:
        raise BadSetup(
            "setup/unknown-game",
            "",
            "there is no game {name!r}; the games are {games}",
            name=name,
            games=", ".join(GAMES),
        )
    module, _, kit = GAMES[name].partition(":")
    found: GameKit = getattr(importlib.import_module(module), kit)
    return found


def game_class(name: str) -> type[Game]:
    """The class of a registered game."""
    return kit_of(name).game()


def load(name: str, *, backend: str = "auto", **options: object) -> Game:
    """A game with its rules settled: `load("kingdom-run", players="KSFG", edition="en")`.

    `backend` chooses the engine: "auto" runs single positions as plain Python and millions of them compiled,
    "interpreted" and "compiled" do everything one way; one position at a time, machine code is some three times slower
    than plain Python, since going into it takes longer than a move. Raises BadSetup for rules that cannot stand,
    UnreadableText for a circuit or a layout that cannot be read.
    """
    return game_class(name).from_options(options, backend)


def settled(game: str | Game, options: Mapping[str, object], code: str = "setup/settled") -> Game:
    """A game's name with its options, as for `load`, or a game with its rules settled, which takes none."""
    if isinstance(game, Game) and options:
        late = next(iter(options))
        raise BadSetup(code, "", "the rules of this game are settled: {late} comes too late", late=late)
    if isinstance(game, Game):
        return game
    given = dict(options)
    return game_class(game).from_options(given, str(given.pop("backend", "auto")))
