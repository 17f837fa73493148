"""The doors of one game: `doors.py` with the game's own functions behind them, as Numba types them."""

import importlib
import importlib.util
import inspect
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from ewala.browser.kinds import PLACES, Door, Place
from ewala.browser.search_doors import search_doors
from ewala.core.browser import BROWSER
from ewala.core.compiled import bound_twin, twin
from ewala.core.spelling import LONGEST_POSITION
from ewala.kit.game_kit import GameKit

DEEPEST = 8  # moves that `perft` counts ahead, at most
_DOORS = "ewala.browser.doors"
_WALK = "ewala.core.walk"
# Doors to modules that a game need not have, beside its kernel.
_SPELLING = {"spell": "spelling", "spell_position": "position_text"}


def _beside(kernel: str, name: str) -> str | None:
    """A module beside a game's kernel, if it has one of that name."""
    module = f"{kernel.rpartition('.')[0]}.{name}"
    return module if importlib.util.find_spec(module) else None


def doors_of(kit: GameKit) -> list[Door]:
    """Every door of a game, in the order in which they are written."""
    kernel = kit.game().kernel
    rules = twin(kernel, BROWSER)
    spelling = {name: module for name in _SPELLING.values() if (module := _beside(kernel, name))}
    names: dict[str, Any] = {
        "rules": rules,
        "walk": bound_twin(_WALK, kernel, target=BROWSER),
        **{name: twin(module, BROWSER) for name, module in spelling.items()},
        "MOST_MOVES": rules.MOST_MOVES,
        "FEATURES": rules.FEATURES,
        "SCORES": 2 * kit.learning.most,
        "TEXT": LONGEST_POSITION,
        "DEEPEST": DEEPEST,
    }
    spec = importlib.util.find_spec(_DOORS)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    made.__dict__.update(names)
    spec.loader.exec_module(made)
    found = (value for value in vars(made).values() if inspect.isfunction(value) and value.__module__ == _DOORS)
    doors = [_door(function) for function in found if _SPELLING.get(function.__name__, "") in {"", *spelling}]
    return [*doors, *search_doors(kit.search_kernels())]


def _door(function: Any) -> Door:
    hints = get_type_hints(function, include_extras=True)
    gives = hints.pop("return")
    takes = {name: get_args(hint)[1] for name, hint in hints.items()}
    return Door(
        function.__name__,
        inspect.getdoc(function) or "",
        function,
        takes,
        get_args(gives)[1] if get_args(gives) else None,
    )


def room_of(kit: GameKit) -> dict[str, int]:
    """How many bytes each place needs."""
    kernel = importlib.import_module(kit.game().kernel)
    most = kernel.MOST_MOVES
    room = {
        "state": kernel.State.nbytes,
        "rules": kernel.Rules.nbytes,
        "moves": 4 * most,
        "features": 4 * kernel.FEATURES,
        "scores": 8 * kit.learning.most,
        "text": LONGEST_POSITION,
        "rng": 8,
        "stack": DEEPEST * kernel.State.nbytes,
        "rows": 4 * (DEEPEST + 2) * most,
    }
    assert list(room) == [place.name for place in _places()]
    return room


def _places() -> Iterator[Place]:
    return (get_args(kind)[1] for kind in PLACES)
