"""Says on the error stream that machine code is being made, while it is: the first use of a kernel takes a while."""

import sys
from functools import cache
from typing import Any

__all__ = ["announce_compilation"]


@cache
def announce_compilation() -> None:
    """From now on, compilations of the project's own functions are announced."""
    from numba.core import event

    class Announcer(event.Listener):
        """Follows compilations, which are nested: a function's start comes before those of the ones it calls."""

        def __init__(self) -> None:
            self.depth = 0
            self.done = 0

        def on_start(self, start: Any) -> None:
            if not _ours(start):
                return
            if self.done == self.depth == 0:
                _say("ewala: compiling the rules to machine code; it is kept, so this happens once.\n")
            self.depth += 1
            if sys.stderr.isatty():
                _say(f"\r\x1b[K  {self.done} functions done, now {start.data['dispatcher'].py_func.__name__}")

        def on_end(self, end: Any) -> None:
            if not _ours(end):
                return
            self.depth -= 1
            self.done += 1
            if self.depth == 0 and sys.stderr.isatty():
                _say("\r\x1b[K")

    event.register("numba:compile", Announcer())  # type: ignore[no-untyped-call]


def _ours(happening: Any) -> bool:
    return hasattr(happening.data["dispatcher"].py_func, "__kernel__")


def _say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
