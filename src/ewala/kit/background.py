"""Ctrl-C: long compiled work off the main thread, so that it is heard, and the exit code after it."""

import threading
from collections.abc import Callable
from typing import TypeVar

__all__ = ["STOPPED", "in_background"]

STOPPED = 130  # by Ctrl-C; cli.py lists all exit codes

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> T:
    """The result of `work`, or the error it raised; KeyboardInterrupt comes through at once."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if errors:
        raise errors[0]
    return results[0]
