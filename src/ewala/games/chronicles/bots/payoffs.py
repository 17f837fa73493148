"""What a finished game is worth, by order's lead in power: the table that a search maximises for order."""

from typing import Literal, get_args

Utility = Literal["win", "power", "result"]

MIDDLE = 24  # a table's place for an equal game; no lead is as large: 15 power in all, Pain 1 and Evil 1 a side
_FOR_THE_RESULT = 0.95  # the rest is for the lead, so that won and lost games are still played with sense
_LARGE_LEAD = 10


def _win(lead: int) -> float:
    """Winning 1, losing -1, nearly: so a draw is worth half a win."""
    result = (lead > 0) - (lead < 0)
    return _FOR_THE_RESULT * result + (1 - _FOR_THE_RESULT) * max(-1.0, min(1.0, lead / _LARGE_LEAD))


def _power(lead: int) -> float:
    return float(lead)


def _result(lead: int) -> float:
    """Winning 1, losing -1, and nothing else: what an analysis counts in."""
    return float((lead > 0) - (lead < 0))


PAYOFFS: dict[Utility, tuple[float, ...]] = {
    "win": tuple(_win(place - MIDDLE) for place in range(2 * MIDDLE + 1)),
    "power": tuple(_power(place - MIDDLE) for place in range(2 * MIDDLE + 1)),
    "result": tuple(_result(place - MIDDLE) for place in range(2 * MIDDLE + 1)),
}
assert set(PAYOFFS) == set(get_args(Utility))
