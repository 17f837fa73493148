"""Random draws that are the same in Python, on the processor and on a graphics card."""

import hashlib

from ewala.core.kernels import kernel

__all__ = ["begun", "draw", "seeded"]

# Multiply with carry (Marsaglia): of 63 bits, the lower 32 are the last number and the upper 31 the carry. Nothing
# overflows, so Python, the CPU and a GPU draw the same numbers. _FACTOR * 2**32 - 1 is a safe prime, so the
# period is _FACTOR * 2**31 - 1, about 2**62, from every state but 0 and that prime.
_FACTOR = 2131995753
_HALF = (1 << 32) - 1
_QUARTER = (1 << 31) - 1


@kernel
def draw(rng: list[int], n: int) -> int:
    """A random number below `n` (at most 2**31) that advances `rng[0]`; some are likelier by at most n / 2**32."""
    x = _FACTOR * (rng[0] & _HALF) + (rng[0] >> 32)
    rng[0] = x
    return ((x & _HALF) ^ (x >> 32)) * n >> 32


def seeded(seed: int) -> int:
    """A good first `rng[0]` for any seed: neighbouring seeds give unlike sequences."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return 1 + int.from_bytes(digest[:16], "big") % (_FACTOR * 2**32 - 2)


@kernel
def begun(key: int, game: int) -> int:
    """A good first `rng[0]` for each game of a row: a number of 62 bits, another for each `game` below 2**62.

    Six rounds of a Feistel network shuffle the game's number; `key` is any number of 62 bits, such as `seeded`'s.
    """
    left, right = game >> 31, game & _QUARTER
    for turn in range(6):
        mixed = (right ^ (key >> 31 * (turn & 1)) & _QUARTER) + turn + 1
        mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & _HALF
        mixed = (mixed ^ mixed >> 12) * 0x297A2D39 & _HALF
        left, right = right, left ^ (mixed ^ mixed >> 15) & _QUARTER
    return 1 + (left << 31 | right)
