"""Board games with exact rules, readable texts and verifiable dice.

Names are imported when they are first used, so that `import ewala` costs next to nothing.
"""

import importlib
import sys
from typing import TYPE_CHECKING

from ewala._moved import MOVED, OldNames
from ewala._version import __version__

if TYPE_CHECKING:
    from ewala.core.dice import Dice
    from ewala.core.engine import Rng
    from ewala.core.errors import (
        BadSetup,
        EwalaError,
        IllegalMove,
        MatchOver,
        NotYourTurn,
        StaleMove,
        UnreadableText,
    )
    from ewala.core.game import Game
    from ewala.core.move import Move
    from ewala.core.record import DamagedRecord, Record
    from ewala.core.roles import CHANCE, SPECTATOR
    from ewala.core.state import State, View
    from ewala.core.witness import Witness
    from ewala.games.given_bots import bot
    from ewala.games.records import load_record, read_record
    from ewala.games.registry import load
    from ewala.kit.bot import Bot, Budget

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "BadSetup",
    "Bot",
    "Budget",
    "DamagedRecord",
    "Dice",
    "EwalaError",
    "Game",
    "IllegalMove",
    "MatchOver",
    "Move",
    "NotYourTurn",
    "Record",
    "Rng",
    "StaleMove",
    "State",
    "UnreadableText",
    "View",
    "Witness",
    "__version__",
    "bot",
    "load",
    "load_record",
    "read_record",
]

_HOME = {
    "CHANCE": "core.roles",
    "SPECTATOR": "core.roles",
    "BadSetup": "core.errors",
    "Bot": "kit.bot",
    "Budget": "kit.bot",
    "DamagedRecord": "core.record",
    "Dice": "core.dice",
    "EwalaError": "core.errors",
    "Game": "core.game",
    "IllegalMove": "core.errors",
    "MatchOver": "core.errors",
    "Move": "core.move",
    "NotYourTurn": "core.errors",
    "Record": "core.record",
    "Rng": "core.engine",
    "StaleMove": "core.errors",
    "State": "core.state",
    "UnreadableText": "core.errors",
    "View": "core.state",
    "Witness": "core.witness",
    "bot": "games.given_bots",
    "load": "games.registry",
    "load_record": "games.records",
    "read_record": "games.records",
}

sys.meta_path.insert(0, OldNames())  # first: else the path finder loads an old name from the new folder a second time


def __getattr__(name: str) -> object:
    if name in ("envs", "lab") or f"ewala.{name}" in MOVED:
        return importlib.import_module(f"ewala.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'ewala' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"ewala.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
