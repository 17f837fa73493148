"""What passes through a door: numbers, and places in the module's memory with what lies there.

A door's annotations name these; the types of LLVM, how much room a place needs, and the page's TypeScript derive from
them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any


@dataclass(frozen=True)
class Place:
    """What lies at an address."""

    name: str
    about: str


@dataclass(frozen=True)
class Door:
    """A function that a browser may call."""

    name: str
    about: str
    function: Callable[..., Any]
    takes: dict[str, Any]  # each argument's `Place`, a structure of buffers, "whole" or "real"
    gives: Any  # "whole", "count", "real" or None
    module: str = ""  # that of a search's kernel


def _place(name: str, about: str) -> Any:
    return Annotated[Any, Place(name, about)]


State: Any = _place("state", "a position")
Rules: Any = _place("rules", "what the game is played by")
Moves: Any = _place("moves", "codes of moves, or weights of outcomes: Int32Array")
Features: Any = _place("features", "what a learner sees: Int32Array")
Scores: Any = _place("scores", "a score for each seat, then whether it has won: Int32Array")
Text: Any = _place("text", "letters: Uint8Array")
Rng: Any = _place("rng", "the state of random draws: from 1 to 2**62, as a BigInt64Array has it")
Stack: Any = _place("stack", "positions one below the other")
Rows: Any = _place("rows", "a row of moves for each of them, and two more: Int32Array")

Whole = Annotated[int, "whole"]  # of 32 bits
Count = Annotated[float, "count"]  # a whole number up to 2**53

PLACES: tuple[Any, ...] = (State, Rules, Moves, Features, Scores, Text, Rng, Stack, Rows)
