"""Fixed-size records that kernels work on: plain Python objects when interpreted, numpy records when compiled.

A record is written as a class whose annotations give each field's type for the reader and for mypy, and its
place in memory for everybody else::

    class State(Packed):
        ground: Annotated[list[int], "32i4"]
        seat: Annotated[int, "i1"]

Instances hold Python ints and lists, so interpreted rules run on exact integers. `pack` and `unpack` give the
canonical bytes, and `dtype` the numpy type with the same layout. All fields are signed: Numba widens every
signed integer to int64, while mixing in unsigned ones would widen to floats.
"""

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeVar, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Copies", "Packed"]

_STRUCT_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}


class Packed:
    """Base of the records; see the module's docstring."""

    _fields: ClassVar[tuple[tuple[str, int, int], ...]]  # name, how many (0: a scalar), bytes each
    _struct: ClassVar[struct.Struct]
    _fill: ClassVar[Callable[[Any, tuple[int, ...]], None]]  # set every field
    _values: ClassVar[Callable[[Any], tuple[int, ...]]]  # of every field
    _copy: ClassVar[Callable[[Any, Any], None]]  # set every field as another record has it
    nbytes: ClassVar[int]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls._fields = tuple((name, *_layout(hint)) for name, hint in hints.items() if get_origin(hint) is Annotated)
        sizes = [size for _, _, size in cls._fields]
        if sizes != sorted(sizes, reverse=True):
            raise TypeError(f"{cls.__name__}: wide fields come first, so that none needs padding")
        body = "<" + "".join(f"{count or 1}{_STRUCT_CODES[size]}" for _, count, size in cls._fields)
        tail = -struct.calcsize(body) % max(sizes)
        cls._struct = struct.Struct(f"{body}{tail}x")
        cls.nbytes = cls._struct.size
        cls._fill, cls._values, cls._copy = _written_out(cls._fields)

    def __init__(self) -> None:
        for name, count, _ in self._fields:
            setattr(self, name, [0] * count if count else 0)

    @classmethod
    def fields(cls) -> tuple[tuple[str, int, int], ...]:
        """Each field's name, how many numbers it has (0: it is one), and of how many bytes."""
        return cls._fields

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """The record whose canonical bytes are `data`."""
        record = cls.__new__(cls)
        cls._fill(record, cls._struct.unpack(data))
        return record

    def pack(self) -> bytes:
        """The canonical bytes; a value that does not fit its field is an error, never cut."""
        return self._struct.pack(*type(self)._values(self))

    def duplicate(self) -> Self:
        """Another record with the same values."""
        record = self.__new__(type(self))
        type(self)._copy(record, self)
        return record

    @classmethod
    def dtype(cls) -> "np.dtype[Any]":
        """The numpy type of the same layout."""
        import numpy as np

        columns = [(name, f"<i{size}", (count,)) if count else (name, f"<i{size}") for name, count, size in cls._fields]
        return np.dtype(columns, align=True)


R = TypeVar("R", bound=Packed)


class Copies(list[R]):
    """A list of records that copies what is put into it, as a numpy array of records does."""

    def __setitem__(self, at: Any, record: Any) -> None:
        type(record)._copy(self[at], record)


def _written_out(fields: tuple[tuple[str, int, int], ...]) -> tuple[Any, Any, Any]:
    """`_fill`, `_values` and `_copy` of a record, written out field by field: positions are packed, unpacked and copied
    all the time."""
    fill, values, copy, at = [], [], [], 0
    for name, count, _ in fields:
        fill.append(f"record.{name} = [*values[{at}:{at + count}]]" if count else f"record.{name} = values[{at}]")
        values.append(f"*record.{name}" if count else f"record.{name}")
        copy.append(f"record.{name} = other.{name}[:]" if count else f"record.{name} = other.{name}")
        at += count or 1
    made: dict[str, Any] = {}
    exec("def fill(record, values):\n " + "\n ".join(fill), made)
    exec(f"def values(record):\n return ({', '.join(values)},)", made)
    exec("def copy(record, other):\n " + "\n ".join(copy), made)
    return made["fill"], made["values"], made["copy"]


def _layout(hint: object) -> tuple[int, int]:
    """`Annotated[list[int], "32i4"]` -> (32, 4); `Annotated[int, "i1"]` -> (0, 1)."""
    place = get_args(hint)[1]
    count, size = place.split("i")
    return int(count or 0), int(size)
