"""What a game's bots have learned, as one flat file beside the module: the same values as on the processor.

Values that are all multiples of one step are kept as whole numbers, each row (of the first axis) as what it differs by
from the row after it where that is less: what is learned of a turn is much like what is learned of the next. Bytes of
equal weight lie together. Others are kept in as few bytes as have them exactly. All that is for whoever packs the file
for its way to a browser; `weights.mjs` reads it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ewala.kit.game_kit import GameKit

_FINEST = 12  # steps are powers of two, down to this one
_MOST = 1 << 15  # numbers of 16 bits

Array = np.ndarray[Any, np.dtype[Any]]


def files_of(kit: GameKit) -> dict[str, tuple[bytes, dict[str, dict[str, Any]]]]:
    """A file for each thing that a game's bots ask for, by its short name: who plays one bot fetches what it reads."""
    parts: dict[str, dict[str, Array]] = {}
    for name, array in kit.weights().items():
        parts.setdefault(_short(name.rpartition("/")[0]), {})[name] = array
    return {short: flat_file(arrays) for short, arrays in parts.items()}


def read_by(bot: object) -> list[str]:
    """The short names of the files that a bot reads; one that says nothing of it reads none."""
    return [_short(name) for name in getattr(bot, "reads", ())]


def _short(name: str) -> str:
    return name.rpartition(":")[2]


def flat_file(weights: Mapping[str, Array]) -> tuple[bytes, dict[str, dict[str, Any]]]:
    """The file, and where in it each array lies and how it is kept, ready for JSON."""
    parts: list[bytes] = []
    about: dict[str, dict[str, Any]] = {}
    at = 0
    for name, array in weights.items():
        step = _step(array)
        words, told = _in_steps(array, step) if step else _in_fewest_bytes(array)
        data = _by_weight(words)
        about[name] = {"at": at, "bytes": len(data), "shape": list(array.shape), **told}
        parts.append(data)
        at += len(data)
    return b"".join(parts), about


def _step(array: Array) -> float | None:
    """The largest step that all values are multiples of; None if there is none, or numbers would be too large."""
    for power in range(_FINEST + 1):
        numbers = array.astype(np.float64) * 2**power
        if np.abs(numbers).max() * 2 >= _MOST:
            return None
        if np.array_equal(numbers, np.rint(numbers)):
            return float(0.5**power)
    return None


def _in_steps(array: Array, step: float) -> tuple[Array, dict[str, Any]]:
    rows = np.rint(array.astype(np.float64) / step).astype(np.int32).reshape(len(array), -1)
    kept, after = rows.copy(), []
    for n in range(len(rows) - 1):
        difference = rows[n] - rows[n + 1]
        like = bool(np.abs(difference).sum() < np.abs(rows[n]).sum())
        if like:
            kept[n] = difference
        after.append(like)
    folded = np.where(kept < 0, -2 * kept - 1, 2 * kept)  # small ones of either sign are small
    return folded.astype(np.uint16), {"kept": "steps", "step": step, "after": [*after, False]}


def _in_fewest_bytes(array: Array) -> tuple[Array, dict[str, Any]]:
    with np.errstate(over="ignore"):
        halves = array.astype(np.float16)
    kept = halves if np.array_equal(halves, array) else array
    return kept, {"kept": f"f{kept.itemsize}"}


def _by_weight(words: Array) -> bytes:
    """First the lowest byte of each word, then the next of each, and so on."""
    little = np.ascontiguousarray(words, words.dtype.newbyteorder("<"))
    return little.reshape(-1).view(np.uint8).reshape(-1, words.itemsize).T.tobytes()
