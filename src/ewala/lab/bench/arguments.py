"""Arguments that the benchmarks share: how long, how many."""

import argparse
import re
from collections.abc import Callable
from fractions import Fraction

_MOST_SECONDS = 3600.0
_LONGEST = 24  # letters, of which a number may have some for nothing
_DIGITS = re.compile(r"\d+(_\d+)*", re.ASCII)
_POWER = re.compile(r"(\d+(?:\.\d+)?)[eE](\d{1,2})", re.ASCII)


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
    """A reader of whole numbers from 1 to `most`: 1000000, 1_000_000 or 1e6."""

    def read(text: str) -> int:
        number = _whole(text) if len(text) <= _LONGEST else None
        if number is None or not 1 <= number <= most:
            raise argparse.ArgumentTypeError(f"a whole number from 1 to {most}, not {text[:20]!r}")
        return number

    return read


def _whole(text: str) -> int | None:
    """The whole number that is written there; None if it is none."""
    if _DIGITS.fullmatch(text):
        return int(text)
    found = _POWER.fullmatch(text)
    number = Fraction(found[1]) * 10 ** int(found[2]) if found else Fraction(1, 2)
    return int(number) if number.denominator == 1 else None
