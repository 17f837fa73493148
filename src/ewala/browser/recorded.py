"""Calls of kernels on the processor, written down: so that a module can make the same, and be compared.

A module's buffers begin blank. Before each call they get what the caller has written since the call before, and after
it every buffer has a digest.
"""

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ewala.browser.exports import sizes_of
from ewala.core.buffers import Buffer, fields_of, is_structure
from ewala.core.machines import CompiledMachine

_FACTOR = 0x9E3779B1
_KNOWN = 64  # digests


@dataclass
class Step:
    """One call of a kernel."""

    call: str
    given: list[dict[str, Any]]  # a structure by its number, rules in Base64, or a number
    puts: list[tuple[int, int, int, str]]  # into which structure, which of its buffers, from which byte on, in Base64
    returns: Any = None
    digests: dict[int, list[int]] = field(default_factory=dict)  # of each structure, a number for each buffer
    again: Callable[[], Any] = lambda: None  # the same call here, after the same puts


class RecordingMachine(CompiledMachine):
    """The processor, whose calls are kept."""

    def __init__(self, *, digests: bool = True) -> None:
        self.steps: list[Step] = []
        self._digests = digests
        self._structures: list[Any] = []
        self._before: list[list[bytes]] = []  # each structure's buffers after the last call
        self._known: dict[bytes, int] = {}

    def kernels(self, module: str) -> Any:
        return _Kernels(self, super().kernels(module))

    def job(self) -> dict[str, Any]:
        """For a module, ready for JSON: of each structure its kind, its sizes and the numbers in it; and the steps."""
        structures = [
            {"kind": type(one).__name__, "sizes": _sizes(one), "numbers": [int(number) for number in _numbers(one)]}
            for one in self._structures
        ]
        steps = [{"call": step.call, "given": step.given, "puts": step.puts} for step in self.steps]
        return {"structures": structures, "steps": steps}

    def called(self, name: str, kernel: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """Call a kernel, and write that down."""
        used = [self._number(one) for one in given if is_structure(type(one))]
        step = Step(name, [self._given(one) for one in given], list(self._changes(used)))
        written = [(self._bytes(one, buffer), at, _unpacked(data)) for one, buffer, at, data in step.puts]

        def again() -> Any:
            for place, at, data in written:
                place[at : at + len(data)] = data
            return kernel(*given)

        step.again = again
        self.steps.append(step)
        found = kernel(*given)
        step.returns = None if found is None else float(found)
        for one in used:
            self._before[one] = [buffer.tobytes() for buffer in _buffers(self._structures[one])]
            if self._digests:
                step.digests[one] = [self._digest(data) for data in self._before[one]]
        return found

    def _digest(self, data: bytes) -> int:
        """A buffer's digest; that of one that has not changed is known."""
        if data not in self._known:
            if len(self._known) > _KNOWN:
                self._known.clear()
            self._known[data] = _digest(data)
        return self._known[data]

    def _number(self, structure: Any) -> int:
        for number, known in enumerate(self._structures):
            if known is structure:
                return number
        self._structures.append(structure)
        self._before.append([bytes(buffer.nbytes) for buffer in _buffers(structure)])
        return len(self._structures) - 1

    def _given(self, given: Any) -> dict[str, Any]:
        if is_structure(type(given)):
            return {"structure": self._number(given)}
        return {"rules": _packed(given.tobytes())} if isinstance(given, np.void) else {"number": given}

    def _changes(self, used: list[int]) -> Iterator[tuple[int, int, int, str]]:
        for one in used:
            for number, buffer in enumerate(_buffers(self._structures[one])):
                now, before = buffer.tobytes(), self._before[one][number]
                if now != before:
                    changed = np.flatnonzero(np.frombuffer(now, np.uint8) != np.frombuffer(before, np.uint8))
                    first, after = int(changed[0]), int(changed[-1]) + 1
                    yield one, number, first, _packed(now[first:after])

    def _bytes(self, one: int, buffer: int) -> Any:
        """A buffer as bytes that can be written to; none that a search writes to is a single record."""
        found = list(_buffers(self._structures[one]))[buffer]
        return np.zeros(found.nbytes, np.uint8) if isinstance(found, np.void) else found.reshape(-1).view(np.uint8)


class _Kernels:
    """A module of kernels whose calls are kept."""

    def __init__(self, machine: RecordingMachine, kernels: Any) -> None:
        self._machine, self._own = machine, kernels

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *given: self._machine.called(name, getattr(self._own, name), given)


def _parts(structure: Any) -> Iterator[tuple[Any, Any]]:
    """Each field of a structure and of those in it: its kind, and what it is."""
    for name, kind in fields_of(type(structure)):
        held = getattr(structure, name)
        if is_structure(kind):
            yield from _parts(held)
        else:
            yield kind, held


def _buffers(structure: Any) -> Iterator[Any]:
    return (held for kind, held in _parts(structure) if isinstance(kind, Buffer))


def _numbers(structure: Any) -> Iterator[Any]:
    return (held for kind, held in _parts(structure) if not isinstance(kind, Buffer))


def _sizes(structure: Any) -> dict[str, int]:
    found = dict.fromkeys(sizes_of(type(structure)), 0)
    for kind, held in _parts(structure):
        if isinstance(kind, Buffer):
            found |= {size: held.shape[n] for n, size in enumerate(kind.shape) if isinstance(size, str)}
    return found


def _packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unpacked(text: str) -> Any:
    return np.frombuffer(base64.b64decode(text), np.uint8)


def _digest(data: bytes) -> int:
    """A number of 32 bits that changes with every word: a sum with odd weights, another for each place."""
    words = np.frombuffer(data + bytes(-len(data) % 4), np.uint32)
    weights = (2 * np.arange(len(words), dtype=np.uint32) + np.uint32(1)) * np.uint32(_FACTOR)
    return int(np.sum(words * weights, dtype=np.uint32).astype(np.int32))
