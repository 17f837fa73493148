"""What was done in a race, noted as it is played: a row of a simulation's table."""

from typing import Annotated

from ewala.core.kernels import kernel
from ewala.core.packed import Packed
from pebbles.rules import codes
from pebbles.rules.kernel import result
from pebbles.rules.state import HIDE, ROLL, Rules, State

__all__ = ["AXES", "LABELS", "Tally", "close", "note"]

# What the places of a field stand for; fields that are not here have one.
AXES: dict[str, tuple[str, ...]] = {"score": ("seat",), "won": ("seat",), "hid_left": ("seat",), "caught": ("seat",)}
LABELS: dict[str, tuple[str, ...]] = {}


class Tally(Packed):
    """A game's row."""

    moves: Annotated[int, "i2"]  # rolls included
    score: Annotated[list[int], "3i1"]
    won: Annotated[list[int], "3i1"]  # 1 for who has won
    hid_left: Annotated[list[int], "3i1"]  # times that the nut was hidden in the left hand
    caught: Annotated[list[int], "3i1"]  # times that it was found


@kernel
def note(s: State, r: Rules, move: int, k: Tally) -> None:
    """Note what a move is about to do."""
    if s.phase == HIDE:
        k.hid_left[s.hider] += int(move == codes.HID)
    elif s.phase == ROLL:
        k.caught[s.hider] += int(s.hand == s.guess)


@kernel
def close(s: State, r: Rules, out: list[int], k: Tally) -> None:
    """What is known when the game is over."""
    result(s, r, out)
    for seat in range(r.players):
        k.score[seat] = out[seat]
        k.won[seat] = out[r.players + seat]
