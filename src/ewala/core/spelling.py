"""Texts as kernels write them: bytes, one after the other, into a row of numbers."""

from ewala.core.kernels import kernel

__all__ = ["LONGEST", "put_number", "spelled"]

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


def spelled(out: list[int], many: int) -> str:
    """The first bytes of a row as a text."""
    return bytes(out[:many]).decode("ascii")
