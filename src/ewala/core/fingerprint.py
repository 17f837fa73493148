"""What the rules do, as a short digest: every constant that they go by, and what comes about when games are played.

A digest of sources would change whenever somebody writes the same rules more clearly. This one changes with any
constant that the rules' functions use, whether or not it came to matter in the games, and with any clause that did;
wording does not change it. It is reckoned once for each game in a process, and takes some hundredths of a second.
"""

import hashlib
import importlib
from collections.abc import Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from ewala.core.engine import CHANCE_NODE, OVER_NODE
from ewala.core.rng import begun, draw, seeded

__all__ = ["play_of"]

_RULES = ("apply", "chances", "is_chance", "is_over", "legal", "result", "setup", "to_act", "why_not")
_MOST_MOVES = 1000  # rules that somebody has changed might never end a game


@cache
def play_of(kind: Any) -> str:
    """The digest of what the rules of a class of games do."""
    digest = hashlib.sha256()
    for name, value in sorted(_constants(importlib.import_module(kind.kernel)).items()):
        digest.update(f"{name} {value}\n".encode())
    for number, game in enumerate(kind.samples()):
        try:
            for line in _played(game, number):
                digest.update(line.encode() + b"\n")
        except (ArithmeticError, LookupError, ValueError) as error:  # of rules that somebody has half changed
            digest.update(type(error).__name__.encode())
    return digest.hexdigest()[:16]


def _constants(kernel: ModuleType) -> dict[str, object]:
    """The constants that the rules' functions use, and those that these use, by name."""
    found: dict[str, object] = {}
    seen: set[FunctionType] = set()
    left = [getattr(kernel, name) for name in _RULES]
    while left:
        function = left.pop()
        if function in seen:
            continue
        seen.add(function)
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType) and hasattr(value, "__kernel__"):
                left.append(value)
            elif isinstance(value, (int, tuple)):
                found[f"{function.__module__.rpartition('.')[2]} {name}"] = value
    return found


def _played(game: Any, number: int) -> Iterator[str]:
    """A game in which every move, and every outcome of chance, is equally likely: rare ones come sooner."""
    engine, rng = game.interpreted, [begun(seeded(0), number)]
    data = engine.start()
    yield game.write_position(data)
    if engine.to_act(data) == CHANCE_NODE:
        yield str(engine.chances(data))
    for _ in range(_MOST_MOVES):
        if engine.to_act(data) == OVER_NODE:
            yield f"{game.ending(data)} {engine.result(data, len(game.seats))}"
            break
        moves = engine.legal(data)
        move = moves[draw(rng, len(moves))]
        yield f"{len(moves)} {game.move_text(move)}"
        data = engine.apply(data, move)
        if label := game.turn_label(data):
            yield f"{label} {engine.scores(data, len(game.seats))}"
    yield game.write_position(data)
