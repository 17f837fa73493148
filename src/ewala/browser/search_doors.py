"""Doors to the kernels of a search, made from what those take.

A structure of buffers comes as its sizes, then the address of each buffer, in the order in which they are written down;
a structure within it likewise, its sizes among the others.
"""

import importlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any, get_type_hints

from ewala.browser.kinds import Door, Place, Rules
from ewala.core.browser import BROWSER
from ewala.core.buffers import Buffer, fields_of, is_structure
from ewala.core.compiled import twin
from ewala.core.packed import Packed

_GIVES = {float: "real", int: "whole", bool: "whole", type(None): None}
_RULES: Place = Rules.__metadata__[0]


def search_doors(kernels: Sequence[Callable[..., Any]]) -> list[Door]:
    """A door to each of these kernels, by its own name."""
    return [_door(kernel) for kernel in kernels]


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
    """What a structure comes as, without its sizes: the name of each parameter, and its `Buffer` or `int`."""
    for field, kind in fields_of(structure):
        if is_structure(kind):
            yield from flat(f"{name}_{field}", kind)
        else:
            yield f"{name}_{field}", kind


def _door(kernel: Callable[..., Any]) -> Door:
    hints = get_type_hints(kernel)
    gives = _GIVES[hints.pop("return")]
    takes = {name: _kind(hint) for name, hint in hints.items()}
    numba: Any = importlib.import_module("numba")
    known: dict[str, Any] = {"carray": numba.carray, "int64": numba.int64}
    known["kernel"] = getattr(twin(kernel.__module__, BROWSER), kernel.__name__)
    exec(_source(kernel.__name__, takes, known), known)
    about = (inspect.getdoc(kernel) or "").partition("\n")[0]
    return Door(kernel.__name__, about, known[kernel.__name__], takes, gives, kernel.__module__)


def _kind(hint: Any) -> Any:
    if is_structure(hint):
        return hint
    if isinstance(hint, type) and issubclass(hint, Packed):
        return _RULES  # positions come in buffers
    return {int: "whole", float: "real"}[hint]


def _source(name: str, takes: dict[str, Any], known: dict[str, Any]) -> str:
    """The door as Python: it puts together what the kernel takes. Structures that it needs become `known`."""
    parameters: list[str] = []
    given: list[str] = []
    for argument, kind in takes.items():
        if is_structure(kind):
            parameters += [f"{argument}_of_{size}" for size in sizes_of(kind)]
            parameters += [parameter for parameter, _ in flat(argument, kind)]
            given.append(_together(argument, argument, kind, known))
        else:
            parameters.append(argument)
            given.append(_plain(argument, kind))
    return f"def {name}({', '.join(parameters)}):\n    return kernel({', '.join(given)})\n"


def _plain(name: str, kind: Any) -> str:
    if isinstance(kind, Place):
        return f"carray({name}, 1)[0]"
    return name if kind == "real" else f"int64({name})"


def _together(whole: str, name: str, structure: Any, known: dict[str, Any]) -> str:
    """A structure, made of its parameters; `whole` is the argument that it is, or lies in."""
    known[structure.__name__] = structure
    parts = []
    for field, kind in fields_of(structure):
        part = f"{name}_{field}"
        if is_structure(kind):
            parts.append(_together(whole, part, kind, known))
        elif kind is int:
            parts.append(f"int64({part})")
        elif not kind.shape:
            parts.append(f"carray({part}, 1)[0]")
        else:
            shape = [f"int64({whole}_of_{size})" if isinstance(size, str) else str(size) for size in kind.shape]
            parts.append(f"carray({part}, ({', '.join(shape)},))")
    return f"{structure.__name__}({', '.join(parts)})"
