"""Where a search works: kernels, interpreted or compiled, with their buffers behind the same few words.

Whoever leads a search asks a machine for all that, and does not know which it is: in a browser it is a third one.
"""

import importlib
import math
from abc import ABC, abstractmethod
from typing import Any, TypeVar

from ewala.core.buffers import Buffer, fields_of, is_structure
from ewala.core.engine import Interpreted
from ewala.core.game import Game
from ewala.core.packed import Copies, Packed

__all__ = ["COMPILED", "INTERPRETED", "CompiledMachine", "InterpretedMachine", "Machine", "machine_of"]

S = TypeVar("S", bound=tuple[Any, ...])  # a NamedTuple of buffers
_TYPES = {"whole": "i8", "real": "f8", "short": "f4", "flag": "?"}


class Machine(ABC):
    """Kernels with what they work on."""

    quick: bool  # whether it pays to look far

    @abstractmethod
    def kernels(self, module: str) -> Any:
        """A module of kernels, whose functions work on this machine's buffers."""

    @abstractmethod
    def _blank(self, buffer: Buffer, shape: tuple[int, ...]) -> Any:
        """A buffer of zeros."""

    @abstractmethod
    def _held(self, buffer: Buffer, given: Any) -> Any:
        """A buffer with what is given in lists, arrays or a record."""

    @abstractmethod
    def put(self, records: Any, at: int, data: bytes) -> None:
        """Lay a position, or other record, among records."""

    @abstractmethod
    def get(self, records: Any, at: int) -> bytes:
        """A record's bytes."""

    @abstractmethod
    def write(self, buffer: Any, numbers: list[Any]) -> None:
        """Fill the beginning of a buffer, or of each of its first rows, with as many numbers as there are."""

    @abstractmethod
    def read(self, buffer: Any, *shape: int) -> list[Any]:
        """The beginning of a buffer, or of each of its first rows, as a list; without a shape, all of it."""

    def record(self, record: Packed) -> Any:
        """A record as kernels read it."""
        return self._held(Buffer(type(record), ()), record)

    def blank(self, structure: type[S], *held: Any, **sizes: int) -> S:
        """A structure's buffers, all zeros, with the sizes that it names; of structures in it, those that are given."""
        made = {}
        for name, buffer in fields_of(structure):
            if is_structure(buffer):
                given = [one for one in held if isinstance(one, buffer)]
                made[name] = given[0] if given else self.blank(buffer, **sizes)
            else:
                shape = tuple(sizes[size] if isinstance(size, str) else size for size in buffer.shape)
                made[name] = self._blank(buffer, shape)
        return structure(**made)

    def held(self, given: S) -> S:
        """The same structure as kernels read it; what is not a buffer stays as it is."""
        made = {
            name: self._held(kind, getattr(given, name)) if isinstance(kind, Buffer) else getattr(given, name)
            for name, kind in fields_of(type(given))
        }
        return type(given)(**made)


class InterpretedMachine(Machine):
    """Kernels as plain Python, on lists."""

    quick = False

    def kernels(self, module: str) -> Any:
        return importlib.import_module(module)

    def _blank(self, buffer: Buffer, shape: tuple[int, ...]) -> Any:
        if isinstance(buffer.holds, type):
            return Copies(buffer.holds() for _ in range(shape[0])) if shape else buffer.holds()
        return _zeros(shape)

    def _held(self, buffer: Buffer, given: Any) -> Any:
        return given.tolist() if hasattr(given, "tolist") else given

    def put(self, records: Any, at: int, data: bytes) -> None:
        records[at] = type(records[at]).unpack(data)

    def get(self, records: Any, at: int) -> bytes:
        return bytes(records[at].pack())

    def write(self, buffer: Any, numbers: list[Any]) -> None:
        if isinstance(numbers[0], list):
            for row, part in zip(buffer, numbers, strict=False):
                row[: len(part)] = part
        else:
            buffer[: len(numbers)] = numbers

    def read(self, buffer: Any, *shape: int) -> list[Any]:
        first: list[Any] = buffer[: shape[0]] if shape else buffer[:]
        return [row[: shape[1]] for row in first] if len(shape) > 1 else first


class CompiledMachine(Machine):
    """Kernels as machine code, on arrays."""

    quick = True

    def kernels(self, module: str) -> Any:
        from ewala.core.compiled import twin

        return twin(module)

    def _blank(self, buffer: Buffer, shape: tuple[int, ...]) -> Any:
        import numpy as np

        if isinstance(buffer.holds, type):
            states = np.zeros(shape or 1, buffer.holds.dtype())
            return states if shape else states[0]
        return np.zeros(shape, _TYPES[buffer.holds])

    def _held(self, buffer: Buffer, given: Any) -> Any:
        import numpy as np

        if isinstance(buffer.holds, type):
            return np.frombuffer(given.pack(), buffer.holds.dtype())[0]
        return np.ascontiguousarray(given, _TYPES[buffer.holds])

    def put(self, records: Any, at: int, data: bytes) -> None:
        import numpy as np

        records[at] = np.frombuffer(data, records.dtype)[0]

    def get(self, records: Any, at: int) -> bytes:
        return bytes(records[at : at + 1].tobytes())

    def write(self, buffer: Any, numbers: list[Any]) -> None:
        if isinstance(numbers[0], list):
            buffer[: len(numbers), : len(numbers[0])] = numbers
        else:
            buffer[: len(numbers)] = numbers

    def read(self, buffer: Any, *shape: int) -> list[Any]:
        part = buffer if not shape else buffer[: shape[0]] if len(shape) == 1 else buffer[: shape[0], : shape[1]]
        found: list[Any] = part.tolist()
        return found


def _zeros(shape: tuple[int, ...]) -> Any:
    return [_zeros(shape[1:]) for _ in range(shape[0])] if len(shape) > 1 else [0] * math.prod(shape)


INTERPRETED = InterpretedMachine()
COMPILED = CompiledMachine()


def machine_of(game: Game) -> Machine:
    """The one on which a game's fast engine works."""
    return INTERPRETED if isinstance(game.fast_engine, Interpreted) else COMPILED
