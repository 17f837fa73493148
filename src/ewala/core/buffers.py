"""The buffers that a kernel works on beside a position: what each holds, and how many of it, said once.

They lie together in a NamedTuple, whose annotations say so::

    class Workspace(NamedTuple):
        boards: Annotated[Any, records(State, "boards")]
        value: Annotated[Any, reals("boards")]
        tally: Annotated[Any, wholes(10)]

A name among the sizes stands for one that is settled when the buffers are made. Whoever makes them (`machines.py`), and
whoever calls a kernel from elsewhere (`ewala.browser`), goes by that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ewala.core.packed import Packed

__all__ = ["Buffer", "Kind", "fields_of", "flags", "is_structure", "reals", "record", "records", "shorts", "wholes"]

Kind = Literal["whole", "real", "short", "flag"]
Size = int | str


@dataclass(frozen=True)
class Buffer:
    """So many numbers or records, in rows, rows of rows and so on; without sizes, a single record."""

    holds: Kind | type[Packed]
    shape: tuple[Size, ...]


def wholes(*shape: Size) -> Buffer:
    """Whole numbers of 64 bits."""
    return Buffer("whole", shape)


def reals(*shape: Size) -> Buffer:
    """Fractions of 64 bits."""
    return Buffer("real", shape)


def shorts(*shape: Size) -> Buffer:
    """Fractions of 32 bits."""
    return Buffer("short", shape)


def flags(*shape: Size) -> Buffer:
    """Truths of a byte."""
    return Buffer("flag", shape)


def records(kind: type[Packed], many: Size) -> Buffer:
    """Records one after the other."""
    return Buffer(kind, (many,))


def record(kind: type[Packed]) -> Buffer:
    """One record."""
    return Buffer(kind, ())


def is_structure(kind: Any) -> bool:
    """Whether this is a NamedTuple of buffers."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def fields_of(structure: Any) -> Iterator[tuple[str, Any]]:
    """Each field of a structure: a `Buffer`, another structure, or `int` for a number."""
    for name, hint in get_type_hints(structure, include_extras=True).items():
        yield name, get_args(hint)[1] if get_origin(hint) is not None else hint
