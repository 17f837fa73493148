"""Old names of public modules: they still work, with a DeprecationWarning, until version 2."""

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "ewala.arena": "ewala.lab.arena",
    "ewala.bots": "ewala.games",
    "ewala.bots.given": "ewala.games.given_bots",
    "ewala.coach": "ewala.games",
    "ewala.coach.analyse": "ewala.games.coach",
    "ewala.coach.hints": "ewala.games.coach",
    "ewala.core.pictures": "ewala.core.game",
    "ewala.core.record_writing": "ewala.core.record",
    "ewala.envs.agents": "ewala.envs.aec",
    "ewala.kit.canvas": "ewala.kit.screen",
    "ewala.kit.greedy_bot": "ewala.kit.plain_bots",
    "ewala.kit.hint": "ewala.kit.analysis",
    "ewala.kit.numerals": "ewala.kit.phrases",
    "ewala.kit.random_bot": "ewala.kit.plain_bots",
    "ewala.kit.roster": "ewala.kit.bot",
    "ewala.kit.turn_choice": "ewala.kit.analysis",
    "ewala.kit.turn_order": "ewala.kit.game_kit",
    "ewala.kit.watch": "ewala.kit.effort",
    "ewala.play": "ewala.tables",
    "ewala.ratings": "ewala.kit.ratings",
    "ewala.server.wire": "ewala.tables",
    "ewala.simulation": "ewala.lab.simulation",
    "ewala.studies": "ewala.lab.studies",
}


def new_name(old: str) -> str | None:
    """Where a module is now; None for one that did not move."""
    if old in MOVED:
        return MOVED[old]
    package, _, module = old.rpartition(".")
    return f"{MOVED[package]}.{module}" if package in MOVED else None


class OldNames(MetaPathFinder, Loader):
    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if new_name(name) else None

    def exec_module(self, module: ModuleType) -> None:
        old = module.__name__
        new = str(new_name(old))
        warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=2)
        sys.modules[old] = importlib.import_module(new)
