"""Arguments that the benchmarks share: how long, how many."""

import argparse
from collections.abc import Callable

__all__ = ["seconds", "whole_number"]

_MOST_SECONDS = 3600.0


def seconds(text: str) -> float:
    """A time that can be measured for."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0, at most {_MOST_SECONDS:g}, not {text!r}")
    return value


def whole_number(most: int) -> Callable[[str], int]:
    """A reader of whole numbers from 1 to `most`."""

    def read(text: str) -> int:
        if not (text.isdecimal() and text.isascii() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"a whole number from 1 to {most}, not {text[:20]!r}")
        return int(text)

    return read
