"""Texts as kernels write them: bytes, one after the other, into a row of numbers."""

from collections.abc import Callable

from ewala.core.kernels import Constants, kernel

__all__ = ["LONGEST", "LONGEST_POSITION", "all_texts", "put", "put_number", "put_word", "spelled"]

LONGEST = 16  # bytes of a move's text, at most
LONGEST_POSITION = 256  # of a position's
DIGIT = ord("0")


@kernel
def put(out: list[int], at: int, letter: int) -> int:
    """Write a letter at a place; returns the place after it."""
    out[at] = letter
    return at + 1


@kernel
def put_word(out: list[int], at: int, word: Constants) -> int:
    """Write letters at a place; returns the place after them."""
    for letter in word:
        out[at] = letter
        at += 1
    return at


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
