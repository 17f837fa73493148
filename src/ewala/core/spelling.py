"""Texts as kernels write them: bytes, one after the other, into a row of numbers."""

from collections.abc import Callable

from ewala.core.kernels import kernel

__all__ = ["LONGEST", "all_texts", "put_number", "spelled"]

LONGEST = 16  # bytes of a move's text, at most
DIGIT = ord("0")


@kernel
def put_number(out: list[int], at: int, number: int) -> int:
    """Write a number from 0 to 99 at a place; returns the place after it."""
    if number > 9:
        out[at] = DIGIT + number // 10
        at += 1
    out[at] = DIGIT + number % 10
    return at + 1


def all_texts(codes: int, spell: Callable[[int, list[int]], int]) -> dict[int, str]:
    """The text of every move, by its code; `spell` writes one, and returns 0 for a code that no move has."""
    out = [0] * LONGEST
    return {code: spelled(out, many) for code in range(codes) if (many := spell(code, out))}


def spelled(out: list[int], many: int) -> str:
    """The first bytes of a row as a text."""
    return bytes(out[:many]).decode("ascii")
