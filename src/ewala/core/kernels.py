"""The marks by which `compiled.py` knows a kernel: functions to compile and tables to turn into arrays.

Nothing here needs numpy or Numba: a kernel is plain Python.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

__all__ = ["Constants", "kernel"]

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as part of a kernel: it runs as it is, and `compiled.py` compiles it."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


class Constants(tuple[int, ...]):
    """A constant table: a tuple when interpreted, a read-only array when compiled."""

    __slots__ = ()
