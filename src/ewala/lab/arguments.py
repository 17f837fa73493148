"""Arguments that commands share: how many, how long, where chance begins, where figures go."""

import argparse
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

_MOST_SECONDS = 3600.0
_LONGEST = 24  # letters, of which a number may have some for nothing
_DIGITS = re.compile(r"\d+(_\d+)*", re.ASCII)
_POWER = re.compile(r"(\d+(?:\.\d+)?)[eE](\d{1,2})", re.ASCII)


def add_number(parser: argparse.ArgumentParser, name: str, most: int, about: str, default: int | None = None) -> None:
    """A whole number from 1 to `most`; its help has the default, if there is one."""
    shown = about if default is None else f"{about} (default: {default})".lstrip()
    parser.add_argument(name, type=whole_number(most), default=default, metavar="N", help=shown)


def add_seconds(parser: argparse.ArgumentParser, default: float, about: str) -> None:
    shown = f"{about} (default: {default:g})"
    parser.add_argument("--seconds", type=seconds, default=default, metavar="S", help=shown)


def add_seed(parser: argparse.ArgumentParser, about: str = "where the dice begin") -> None:
    parser.add_argument("--seed", type=_integer, default=1, metavar="N", help=f"{about} (default: 1)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there, for programs")


def check_json(parsed: argparse.Namespace) -> None:
    """A file that cannot be written is refused now, not after minutes."""
    if parsed.json:
        parsed.json.open("a").close()


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


def digits(text: str) -> int:
    """A whole number from 0 on, in digits alone."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"a whole number, 0 or more, not {text[:20]!r}")
    return int(text)


def _whole(text: str) -> int | None:
    """The whole number that is written there; None if it is none."""
    if _DIGITS.fullmatch(text):
        return int(text)
    found = _POWER.fullmatch(text)
    number = Fraction(found[1]) * 10 ** int(found[2]) if found else Fraction(1, 2)
    return int(number) if number.denominator == 1 else None


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number, not {text!r}") from None
