"""The functions that a WebAssembly module exports: the kernels of a game's search, and two walks through the game.

An argument is a number or an address. A structure of buffers comes as its open sizes, then the address of each buffer,
in the order of its fields; a structure within it likewise, its sizes among the others.
"""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, get_type_hints

from ewala.core.browser import BROWSER
from ewala.core.buffers import Buffer, fields_of, is_structure, record, records, wholes
from ewala.core.compiled import bound_twin, twin
from ewala.core.packed import Packed
from ewala.kit.game_kit import GameKit

WALK = "ewala.core.walk"
DEEPEST = 8  # moves that `perft` counts ahead, at most
_RETURNS = {float: "real", int: "whole", bool: "whole", type(None): None}


@dataclass(frozen=True)
class Export:
    """A function that a browser may call."""

    name: str
    function: Callable[..., Any]
    takes: dict[str, Any]  # each argument's structure of buffers, `Buffer`, "whole" or "real"
    returns: str | None  # "whole", "real" or None
    module: str = ""  # that of the kernel


def exports_of(kit: GameKit) -> list[Export]:
    """All exports of a game."""
    walk = bound_twin(WALK, kit.game().kernel, target=BROWSER)
    bound = walks_of(kit.game().kernel, walk)
    walks = [_export(one, WALK, BROWSER.function(one)) for one in (bound.play_out_many, bound.perft)]
    searches = [
        _export(kernel, kernel.__module__, getattr(twin(kernel.__module__, BROWSER), kernel.__name__))
        for kernel in kit.search_kernels()
    ]
    return [*walks, *searches]


@dataclass(frozen=True)
class Walks:
    """Random games and counted paths, with the structures that they take: to compare a module with the processor."""

    Games: Any
    play_out_many: Any
    Paths: Any
    perft: Any


def walks_of(kernel: str, walk: Any) -> Walks:
    """Those of a game, by `ewala.core.walk` as it is bound to the game's kernel."""
    rules: Any = importlib.import_module(kernel)

    class Games(NamedTuple):
        states: Annotated[Any, records(rules.State, 1)]
        blank: Annotated[Any, records(rules.State, 1)]
        rng: Annotated[Any, wholes(1)]

    class Paths(NamedTuple):
        stack: Annotated[Any, records(rules.State, DEEPEST)]
        moves: Annotated[Any, wholes(DEEPEST + 2, rules.MOST_MOVES)]

    def play_out_many(g: Games, r: rules.Rules, games: int) -> float:
        return float(walk.play_out_many(g.states, g.blank, r, g.rng, games))

    def perft(paths: Paths, r: rules.Rules, depth: int) -> float:
        return float(walk.perft(paths.stack, r, paths.moves, depth))

    return Walks(Games, play_out_many, Paths, perft)


def sizes_of(structure: Any) -> list[str]:
    """The names of the sizes that a structure leaves open, in the order in which they come up."""
    names: dict[str, None] = {}
    for _, kind in fields_of(structure):
        if is_structure(kind):
            names.update(dict.fromkeys(sizes_of(kind)))
        elif isinstance(kind, Buffer):
            names.update({size: None for size in kind.shape if isinstance(size, str)})
    return list(names)


def flat(name: str, structure: Any) -> Iterator[tuple[str, Any]]:
    """The parameters of a structure without its sizes: each one's name, and its `Buffer` or `int`."""
    for field, kind in fields_of(structure):
        if is_structure(kind):
            yield from flat(f"{name}_{field}", kind)
        else:
            yield f"{name}_{field}", kind


def _export(kernel: Callable[..., Any], module: str, compiled: Any) -> Export:
    """An export by the kernel's own name, made from its annotations."""
    hints = get_type_hints(kernel)
    returns = _RETURNS[hints.pop("return")]
    takes = {name: _kind(hint) for name, hint in hints.items()}
    numba: Any = importlib.import_module("numba")
    known: dict[str, Any] = {"carray": numba.carray, "int64": numba.int64, "kernel": compiled}
    exec(_source(kernel.__name__, takes, known), known)
    return Export(kernel.__name__, known[kernel.__name__], takes, returns, module)


def _kind(hint: Any) -> Any:
    if is_structure(hint):
        return hint
    if isinstance(hint, type) and issubclass(hint, Packed):
        return record(hint)
    return {int: "whole", float: "real"}[hint]


def _source(name: str, takes: dict[str, Any], known: dict[str, Any]) -> str:
    """The export as Python: it builds the kernel's arguments. Structures that it needs become `known`."""
    parameters: list[str] = []
    given: list[str] = []
    for argument, kind in takes.items():
        if is_structure(kind):
            parameters += [f"{argument}_of_{size}" for size in sizes_of(kind)]
            parameters += [parameter for parameter, _ in flat(argument, kind)]
        else:
            parameters.append(argument)
        given.append(_argument(argument, argument, kind, known))
    return f"def {name}({', '.join(parameters)}):\n    return kernel({', '.join(given)})\n"


def _argument(whole: str, name: str, kind: Any, known: dict[str, Any]) -> str:
    """An argument, or a field of one, made of its parameters; `whole` is the argument to which it belongs."""
    if is_structure(kind):
        known[kind.__name__] = kind
        parts = [_argument(whole, f"{name}_{field}", part, known) for field, part in fields_of(kind)]
        return f"{kind.__name__}({', '.join(parts)})"
    if not isinstance(kind, Buffer):
        return name if kind == "real" else f"int64({name})"
    if not kind.shape:
        return f"carray({name}, 1)[0]"
    shape = [f"int64({whole}_of_{size})" if isinstance(size, str) else str(size) for size in kind.shape]
    return f"carray({name}, ({', '.join(shape)},))"
