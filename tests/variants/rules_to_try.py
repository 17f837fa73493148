"""The games, editions and rules over which the suite runs.

Every registered game is here because the registry says so, with the rules of its `variants.json`: players, orders of
clans, house rules, circuits and layouts. The third one lies in tests/third_game, and is registered only for the tests
that it is meant for.
"""

import json
from typing import Any

from third import third_game

from ewala.core.game import Game
from ewala.core.game_base import Backend
from ewala.games.registry import GAMES, game_class, kit_of, load

Rules = tuple[str, str, int]  # game, edition, number of the variant


def variants_of(name: str) -> list[dict[str, object]]:
    """The options with which every edition of a game is tried."""
    variants: list[dict[str, object]] = json.loads((kit_of(name).files() / "variants.json").read_text())
    return variants


def all_rules() -> list[Rules]:
    with third_game():
        return [
            (name, edition, variant)
            for name in GAMES
            for edition in game_class(name).editions
            for variant in range(len(variants_of(name)))
        ]


def counted_paths() -> list[dict[str, Any]]:
    """The counts of paths by another implementation of the rules that games have in `perft.json`."""
    with third_game():
        files = {name: kit_of(name).files() / "perft.json" for name in GAMES}
    return [{"game": name, **count} for name, file in files.items() for count in json.loads(file.read_text())]


def rules_id(rules: Rules) -> str:
    return "-".join(map(str, rules))


def load_rules(rules: Rules, backend: Backend) -> Game:
    name, edition, variant = rules
    with third_game():
        return load(name, backend=backend, edition=edition, **variants_of(name)[variant])
