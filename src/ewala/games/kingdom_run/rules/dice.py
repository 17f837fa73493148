"""Handfuls of dice: every multiset of at most four faces has a number, and the tables that kernels look up.

Handfuls are numbered by size, then in the order of the faces `DCBVLX`: 0 is the empty one, 1 to 6 are single
dice, 84 is `DDDD`, 209 is `XXXX`.
"""

from itertools import accumulate, combinations, combinations_with_replacement
from math import factorial

from ewala.core.kernels import Constants

__all__ = [
    "DIE",
    "FACES",
    "FIRST_OF_SIZE",
    "HANDFULS",
    "LETTERS",
    "MINUS",
    "NOT_A_HANDFUL",
    "PLUS",
    "REROLLS",
    "REROLLS_FROM",
    "SIZE",
    "WAYS",
]

LETTERS = "DCBVLX"  # KR-1.3
DICE = 4

HANDFULS: tuple[str, ...] = tuple(
    "".join(faces) for size in range(DICE + 1) for faces in combinations_with_replacement(LETTERS, size)
)
NOT_A_HANDFUL = -1

_number = {faces: n for n, faces in enumerate(HANDFULS)}


def _with(faces: str, die: str) -> int:
    return _number.get("".join(sorted(faces + die, key=LETTERS.index)), NOT_A_HANDFUL)


def _without(faces: str, die: str) -> int:
    return _number[faces.replace(die, "", 1)] if die in faces else NOT_A_HANDFUL


def _ways(faces: str) -> int:
    ways = factorial(len(faces))
    for letter in LETTERS:
        ways //= factorial(faces.count(letter))
    return ways


SIZE = Constants(len(faces) for faces in HANDFULS)
FIRST_OF_SIZE = Constants([0, 1, 7, 28, 84, 210])
# How many of each face a handful has, four bits a face, D lowest.
FACES = Constants(sum(faces.count(die) << 4 * i for i, die in enumerate(LETTERS)) for faces in HANDFULS)
# Handful number * 4 + 0 to 3 -> the face of each of its dice; those that it does not have count as D.
DIE = Constants(LETTERS.index(die) for faces in HANDFULS for die in faces.ljust(DICE, LETTERS[0]))
# In how many of the 6**size ordered rolls a handful comes up.
WAYS = Constants(_ways(faces) for faces in HANDFULS)
# Handful number * 6 + face -> the handful with that die more, or with one less.
PLUS = Constants(_with(faces, die) for faces in HANDFULS for die in LETTERS)
MINUS = Constants(_without(faces, die) for faces in HANDFULS for die in LETTERS)

# REROLLS[REROLLS_FROM[n] : REROLLS_FROM[n + 1]]: the handfuls contained in handful n, rising.
_contained = [
    sorted({_number["".join(part)] for k in range(5) for part in combinations(faces, k)}) for faces in HANDFULS
]
REROLLS = Constants(part for parts in _contained for part in parts)
REROLLS_FROM = Constants(accumulate((len(parts) for parts in _contained), initial=0))
