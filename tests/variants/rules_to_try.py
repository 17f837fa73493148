"""The games, editions and rules over which the suite runs.

Every registered game is here because the registry says so; one without rules to try in `VARIANTS` fails everything. The
third one lies in tests/third_game, and is registered only for the tests that it is meant for.
"""

from third import third_game

from ewala.core.game import Game
from ewala.core.game_base import Backend
from ewala.games.registry import GAMES, game_class, load

# Every edition is played with each of these: players, orders of clans, house rules, circuits and layouts.
VARIANTS: dict[str, tuple[dict[str, object], ...]] = {
    "kingdom-run": (
        {},
        {"players": "GK", "may_pass": True},
        {"players": "FSK", "first": "K", "circuit": "C',A',B'"},
        {"players": "SGFK", "circuit": "oooo|~~|oo~ 1:2,7:1,900:2 5"},
        {"players": "KGS", "circuit": "oooo|~oo~o~ 2:2,3:4 20,19,18,17,16,15,14,13,12,11,10,9,8,7"},
        {"players": "SF", "may_pass": True, "circuit": f"oooo|~{'o' * 13}~{'o' * 12}~ 1:20,2:8 9,9,8,8,8,8,3,2,1,0"},
    ),
    "chronicles-of-run": (
        {},
        {"layout": "ring"},
        {"layout": "line"},
        {"layout": "0,0;1,0;5,5;5,6;-3,2;-3,3;9,-9;10,-9;10,-10"},
    ),
    "race-of-pebbles": (
        {},
        {"players": "AB", "length": "20"},
        {"players": "BC", "length": "12", "long_legs": True},
    ),
}

Rules = tuple[str, str, int]  # game, edition, number of the variant


def all_rules() -> list[Rules]:
    with third_game():
        return [
            (name, edition, variant)
            for name in GAMES
            for edition in game_class(name).editions
            for variant in range(len(VARIANTS[name]))
        ]


def rules_id(rules: Rules) -> str:
    return "-".join(map(str, rules))


def load_rules(rules: Rules, backend: Backend) -> Game:
    name, edition, variant = rules
    with third_game():
        return load(name, backend=backend, edition=edition, **VARIANTS[name][variant])
