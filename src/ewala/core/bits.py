"""Sets of small numbers, 0 to 31, kept in one word: a bit for each member."""

from ewala.core.kernels import Constants, kernel

__all__ = ["lowest", "nth", "popcount"]

# For each of 32 bits, where it lies, found at the top five bits of bit * DE_BRUIJN.
_DE_BRUIJN = 0x077CB531
_PLACE = Constants(sorted(range(32), key=lambda bit: ((1 << bit) * _DE_BRUIJN >> 27) & 31))


@kernel
def lowest(members: int) -> int:
    """The smallest member of a set of numbers 0 to 31 that is not empty."""
    return _PLACE[((members & -members) * _DE_BRUIJN >> 27) & 31]


@kernel
def popcount(of: int) -> int:
    """How many members a set of numbers 0 to 31 has: the bits are added up in pairs, fours and eights."""
    pairs = of - ((of >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    return (((fours + (fours >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24) & 255


@kernel
def nth(of: int, n: int) -> int:
    """The member of a set that has `n` smaller ones."""
    for _ in range(n):
        of &= of - 1
    return lowest(of)
