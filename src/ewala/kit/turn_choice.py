"""A way in which somebody's turn may go on, and what it is worth: what the position of a day is made of."""

import hashlib

import msgspec

from ewala.core.state import Seat, State

__all__ = ["TurnChoice", "key_of", "played"]

_DIGITS = 8


class TurnChoice(msgspec.Struct, frozen=True):
    """Where a turn may lead: whoever comes there in another order has chosen the same."""

    line: list[str]  # the moves that lead there
    key: str  # of the position that they lead to, as whoever chose sees it
    value: float  # the chance of winning that it leaves


def key_of(state: State, seat: Seat) -> str:
    """Digits that tell positions apart, as a seat sees them; a page computes the same from their texts."""
    return hashlib.sha256(state.view(seat).text.encode()).hexdigest()[:_DIGITS]


def played(state: State, line: list[str]) -> State:
    for move in line:
        state = state.play(move)
    return state
