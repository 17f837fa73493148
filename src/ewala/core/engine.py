"""One kernel with the rules of one game, behind plain Python values: bytes for positions, ints for moves.

Two engines answer alike, and the conformance suite holds them against each other. `Interpreted` needs neither numpy
nor Numba and starts at once: it serves single positions. `Compiled` serves millions.
"""

import importlib
import importlib.util
from abc import ABC, abstractmethod
from functools import cache, cached_property
from operator import index
from types import ModuleType
from typing import Any

from ewala.core.errors import BadSetup
from ewala.core.packed import Packed
from ewala.core.rng import seeded

__all__ = ["CHANCE_NODE", "OVER_NODE", "Compiled", "Engine", "Interpreted", "Rng", "bound"]

CHANCE_NODE = -1
OVER_NODE = -2

_WALK = "ewala.core.walk"


class Rng:
    """The state of a kernel's random draws; the same seed gives the same draws on every engine."""

    def __init__(self, seed: int) -> None:
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise BadSetup("rng/seed", "", "a seed is a whole number, not {seed!r}", seed=seed)
        self.word = seeded(index(seed))


class Engine(ABC):
    """What both engines share: every function of a kernel (ARCHITECTURE.md lists them), one position at a time."""

    def __init__(self, kernel: ModuleType, rules: Any) -> None:
        self._kernel = kernel
        self._most_moves: int = kernel.MOST_MOVES
        self._rules = rules

    @abstractmethod
    def _load(self, state: bytes) -> Any:
        """A copy of the position for the kernel to change; `_record` gives its record, and `_save` its bytes."""

    def look(self, state: bytes) -> Any:
        """The position as its record, for functions that leave it as it is."""
        return self._record(self._load(state))

    @abstractmethod
    def _record(self, holder: Any) -> Any: ...

    @abstractmethod
    def _save(self, holder: Any) -> bytes: ...

    @abstractmethod
    def _numbers(self, *shape: int) -> Any:
        """A buffer of zeros."""

    def start(self) -> bytes:
        holder = self._load(b"")
        self._kernel.setup(self._record(holder), self._rules)
        return self._save(holder)

    def to_act(self, state: bytes) -> int:
        """The seat that must decide, or CHANCE_NODE, or OVER_NODE."""
        s = self.look(state)
        if self._kernel.is_over(s):
            return OVER_NODE
        if self._kernel.is_chance(s):
            return CHANCE_NODE
        return int(self._kernel.to_act(s, self._rules))

    def legal(self, state: bytes) -> list[int]:
        out = self._numbers(self._most_moves)
        n = self._kernel.legal(self.look(state), self._rules, out)
        return list(map(int, out[:n]))

    def why_not(self, state: bytes, move: int) -> int:
        return int(self._kernel.why_not(self.look(state), self._rules, move))

    def apply(self, state: bytes, move: int) -> bytes:
        """The position after a legal move."""
        holder = self._load(state)
        self._kernel.apply(self._record(holder), self._rules, move)
        return self._save(holder)

    def chances(self, state: bytes) -> list[tuple[int, int]]:
        """Each outcome of a chance node with its weight."""
        moves, weights = self._numbers(self._most_moves), self._numbers(self._most_moves)
        n = self._kernel.chances(self.look(state), self._rules, moves, weights)
        return list(zip(map(int, moves[:n]), map(int, weights[:n]), strict=True))

    def sample(self, state: bytes, rng: Rng) -> int:
        rng_state = self._numbers(1)
        rng_state[0] = rng.word
        move = int(self._kernel.sample(self.look(state), self._rules, rng_state))
        rng.word = int(rng_state[0])
        return move

    def redact(self, state: bytes, viewer: int) -> bytes:
        holder = self._load(state)
        self._kernel.redact(self._record(holder), self._rules, viewer)
        return self._save(holder)

    def seen(self, state: bytes, move: int, viewer: int) -> int:
        """What a viewer sees of a move that is made in this position."""
        return int(self._kernel.seen(self.look(state), self._rules, move, viewer))

    def determinize(self, state: bytes, rng: Rng) -> bytes:
        holder, rng_state = self._load(state), self._numbers(1)
        rng_state[0] = rng.word
        self._kernel.determinize(self._record(holder), self._rules, rng_state)
        rng.word = int(rng_state[0])
        return self._save(holder)

    def observe(self, state: bytes, viewer: int) -> list[int]:
        out = self._numbers(self._kernel.FEATURES)
        self._kernel.observe(self.look(state), self._rules, viewer, out)
        return [int(feature) for feature in out]

    def result(self, state: bytes, seats: int) -> tuple[list[int], list[bool]]:
        """The scores as they stand, and who would win with them, by seat."""
        out = self._numbers(2 * seats)
        self._kernel.result(self.look(state), self._rules, out)
        return [int(score) for score in out[:seats]], [bool(won) for won in out[seats:]]

    def scores(self, state: bytes, seats: int) -> list[int]:
        """The scores as they stand, by seat."""
        out = self._numbers(seats)
        self._kernel.scores(self.look(state), self._rules, out)
        return list(map(int, out))

    @abstractmethod
    def perft(self, state: bytes, depth: int) -> int: ...

    @abstractmethod
    def play_out_many(self, games: int, rng: Rng) -> int:
        """Play whole games at random, each legal move equally likely; returns the number of moves."""


class Interpreted(Engine):
    """The kernel as plain Python."""

    def __init__(self, kernel_name: str, rules: Packed) -> None:
        kernel = importlib.import_module(kernel_name)
        super().__init__(kernel, rules)
        self._state: type[Packed] = kernel.State
        self._last: tuple[bytes, Packed] = b"", self._state()
        self._before = self._last

    @cached_property
    def _walk(self) -> ModuleType:
        return bound(_WALK, self._kernel)

    def _load(self, state: bytes) -> Packed:
        return self._state.unpack(state) if state else self._state()

    def look(self, state: bytes) -> Packed:
        """The position as its record. The last two are kept: whoever plays asks many things of one position, then of
        the next, and tells of a move and of the roll after it together."""
        kept, record = self._last
        if kept != state:
            self._before, self._last = self._last, self._before
            kept, record = self._last
            if kept != state:
                record = self._load(state)
                self._last = state, record
        return record

    def apply(self, state: bytes, move: int) -> bytes:
        """The position after a legal move. Its record is kept: it is what will be asked about next."""
        kept, last = self._last
        record = last.duplicate() if kept == state else self._load(state)
        self._kernel.apply(record, self._rules, move)
        after = record.pack()
        self._before, self._last = self._last, (after, record)
        return after

    def legal(self, state: bytes) -> list[int]:
        out: list[int] = self._numbers(self._most_moves)
        return out[: self._kernel.legal(self.look(state), self._rules, out)]

    def _record(self, holder: Packed) -> Packed:
        return holder

    def _save(self, holder: Packed) -> bytes:
        return holder.pack()

    def _numbers(self, *shape: int) -> Any:
        if len(shape) == 1:
            return [0] * shape[0]
        return [self._numbers(*shape[1:]) for _ in range(shape[0])]

    def perft(self, state: bytes, depth: int) -> int:
        if depth == 0:
            return 1
        moves = self.legal(state)
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.apply(state, move), depth - 1) for move in moves)

    def play_out_many(self, games: int, rng: Rng) -> int:
        rng_state, plies = [rng.word], 0
        for _ in range(games):
            s = self._load(self.start())
            plies += self._walk.play_out(s, self._rules, rng_state)
        rng.word = rng_state[0]
        return plies


class Compiled(Engine):
    """The kernel as machine code."""

    def __init__(self, kernel_name: str, rules: Packed) -> None:
        import numpy as np

        from ewala.core.compiled import bound_twin, twin

        self._np = np
        kernel = twin(kernel_name)
        records = np.frombuffer(rules.pack(), type(rules).dtype())
        super().__init__(kernel, records[0])
        self._walk = bound_twin(_WALK, kernel_name)
        self._dtype = kernel.State.dtype()

    def _load(self, state: bytes) -> Any:
        holder = self._np.zeros(1, self._dtype)
        if state:
            holder[0] = self._np.frombuffer(state, self._dtype)[0]
        return holder

    def _record(self, holder: Any) -> Any:
        return holder[0]

    def _save(self, holder: Any) -> bytes:
        return bytes(holder.tobytes())

    def _numbers(self, *shape: int) -> Any:
        return self._np.zeros(shape, self._np.int64)

    def perft(self, state: bytes, depth: int) -> int:
        stack = self._np.zeros(max(depth, 1), self._dtype)
        stack[0] = self._load(state)[0]
        width = max(self._most_moves, depth)
        return int(self._walk.perft(stack, self._rules, self._numbers(depth + 2, width), depth))

    def play_out_many(self, games: int, rng: Rng) -> int:
        states, blank = self._load(b""), self._load(b"")
        rng_state = self._numbers(1)
        rng_state[0] = rng.word
        plies = int(self._walk.play_out_many(states, blank, self._rules, rng_state, games))
        rng.word = int(rng_state[0])
        return plies


@cache
def bound(name: str, *kernels: ModuleType) -> ModuleType:
    """A copy of a module that is written for any kernel, such as core/walk.py, with these kernels' functions in it."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    for kernel in kernels:
        made.__dict__.update({name: value for name, value in vars(kernel).items() if not name.startswith("__")})
    assert spec.loader is not None
    spec.loader.exec_module(made)
    return made
