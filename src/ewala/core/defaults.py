"""What a kernel does unless its game says otherwise.

A kernel that ends with `fill_in(globals())` gets every function below that it does not define. They work with the
kernel's own names, `pick` with its `why_not`, and are compiled with it for every target. The kernel has to define
`State`, `Rules` with a field `players`, `CODES`, `MOST_MOVES`, `MOST_PLAYERS`, `setup`, `is_over`, `to_act`, `why_not`,
`apply` and `scores`. Listing and drawing moves goes through all codes: a game with thousands of them does it better.
"""

from types import FunctionType
from typing import TYPE_CHECKING, Annotated, Any

from ewala.core.kernels import kernel
from ewala.core.packed import Packed
from ewala.core.rng import draw

if TYPE_CHECKING:
    from ewala.core.any_kernel import CODES, apply, scores, why_not

__all__ = ["fill_in"]


@kernel
def is_chance(s: Any) -> bool:
    """Nothing is left to chance."""
    return False


@kernel
def legal(s: Any, r: Any, out: Any) -> int:
    """Every move that nothing speaks against, in rising order."""
    n = 0
    for move in range(CODES):
        if why_not(s, r, move) == 0:
            out[n] = move
            n += 1
    return n


@kernel
def pick(s: Any, r: Any, rng: Any) -> int:
    """Each legal move is equally likely."""
    many = 0
    for move in range(CODES):
        many += int(why_not(s, r, move) == 0)
    left = draw(rng, many)
    move = -1
    while left >= 0:
        move += 1
        left -= int(why_not(s, r, move) == 0)
    return move


@kernel
def weight(s: Any, r: Any, move: int) -> int:
    """All outcomes of chance are equally likely."""
    return 1


@kernel
def chances(s: Any, r: Any, moves: Any, weights: Any) -> int:
    """Every outcome with its `weight`."""
    n = 0
    if is_chance(s):
        n = legal(s, r, moves)
    for i in range(n):
        weights[i] = weight(s, r, moves[i])
    return n


@kernel
def sample(s: Any, r: Any, rng: Any) -> int:
    """An outcome of chance, as likely as `chances` says."""
    total = 0
    for move in range(CODES):
        if why_not(s, r, move) == 0:
            total += weight(s, r, move)
    left = draw(rng, total)
    move = -1
    while left >= 0:
        move += 1
        if why_not(s, r, move) == 0:  # pragma: no branch - in the tested games every outcome before it is possible, too
            left -= weight(s, r, move)
    return move


@kernel
def play_on(s: Any, r: Any, rng: Any) -> int:
    """Play one move at random, or draw an outcome."""
    apply(s, r, sample(s, r, rng) if is_chance(s) else pick(s, r, rng))
    return 1


@kernel
def redact(s: Any, r: Any, viewer: int) -> None:
    """Nothing is hidden."""


@kernel
def seen(s: Any, r: Any, move: int, viewer: int) -> int:
    """Nothing is hidden."""
    return move


@kernel
def determinize(s: Any, r: Any, rng: Any) -> None:
    """Nothing is hidden."""


@kernel
def result(s: Any, r: Any, out: Any) -> None:
    """The highest score wins."""
    scores(s, r, out)
    best = out[0]
    for seat in range(1, r.players):
        best = max(best, out[seat])
    for seat in range(r.players):
        out[r.players + seat] = int(out[seat] == best)


_FUNCTIONS = {name: value for name, value in globals().items() if hasattr(value, "__kernel__") and value is not draw}


def fill_in(names: dict[str, Any]) -> None:
    """Give a kernel, by its module's names, all that it does not define."""
    if "chances" in names and "sample" not in names:
        raise TypeError("a kernel with `chances` of its own needs a `sample` that draws from them; or define `weight`")
    names.setdefault("draw", draw)
    for name, function in _FUNCTIONS.items():
        if name not in names:
            names[name] = _bound(function, names)
    if "observe" not in names:
        names["observe"], names["FEATURES"] = _observation(names)
    if "MOST_PLAYERS" in names and "Tally" not in names:
        _add_tally(names)


def _bound(function: Any, names: dict[str, Any]) -> Any:
    return kernel(FunctionType(function.__code__, names, function.__name__))


def _observation(names: dict[str, Any]) -> tuple[Any, int]:
    """A kernel that writes the viewer's seat, 0 for a spectator's, and every number of a state; how many there are."""
    lines, at = ["def observe(s, r, viewer, out):", " out[0] = max(viewer, 0)"], 1
    for field, count, _ in names["State"].fields():
        many = f" for n in range({count}): out[{at} + n] = s.{field}[n]"
        lines.append(many if count else f" out[{at}] = s.{field}")
        at += count or 1
    # As if it was written in the kernel's file: that is where Numba looks whether it has changed.
    exec(compile("\n".join(lines), names["setup"].__code__.co_filename, "exec"), names)
    return kernel(names["observe"]), at


def _add_tally(names: dict[str, Any]) -> None:
    """A simulation's row: the number of moves, everybody's score, and 1 for those who have won."""

    def note(s: Any, r: Any, move: int, k: Any) -> None:
        pass

    def close(s: Any, r: Any, out: Any, k: Any) -> None:
        result(s, r, out)
        for seat in range(r.players):
            k.score[seat] = out[seat]
            k.won[seat] = out[r.players + seat]

    players = names["MOST_PLAYERS"]
    fields = {
        "moves": Annotated[int, "i4"],
        "score": Annotated[list[int], f"{players}i4"],
        "won": Annotated[list[int], f"{players}i1"],
    }
    names["Tally"] = type("Tally", (Packed,), {"__annotations__": fields})
    names.update(note=_bound(note, names), close=_bound(close, names))
    names.update(AXES={"score": ("seat",), "won": ("seat",)}, LABELS={})
