"""What positions are worth, by name: learned values and plain ones, which are shipped, and those made by hand.

The latter a person could reckon: the lead alone, or the lead and hope for zones where nobody has answered yet. They are
written as networks, so that whoever judges by them searches like all others, and errs as people do: by what it does not
look at.
"""

from functools import cache
from typing import Literal, get_args

from ewala.core.bundled_weights import shipped
from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.kinds import DANGER, FARTHEST_LEAD, FEATURES, HAND, LEAD
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.rules.state import RUNES, TURNS

_LEAD = 0.2  # of a point
_ZONE = 0.15  # of a point of a zone that is held alone
_RUNE = 0.03  # of a point of destiny in hand


def lead_alone() -> Network:
    """More power than the other side, as it stands."""
    return _sum_of(_worth_of_lead())


def hope() -> Network:
    """The lead, the zones that are held alone as far as few runes of the other hand defeat who holds them, the hand."""
    worth = _worth_of_lead()
    for whose, sign in enumerate((1, -1)):
        for spare in range(3):
            for eighths in range(9):
                worth[DANGER + 18 * spare + 9 * whose + eighths] = sign * _ZONE * (spare + 1) * (1 - eighths / 4)
        for rune in range(RUNES):
            worth[HAND + RUNES * whose + rune] = sign * _RUNE * (rune - RUNES // 2)
    return _sum_of(worth)


def _worth_of_lead() -> list[float]:
    """What each feature is worth."""
    worth = [0.0] * FEATURES
    for place in range(2 * FARTHEST_LEAD + 1):
        worth[LEAD + place] = _LEAD * (place - FARTHEST_LEAD)
    return worth


def _sum_of(worth: list[float]) -> Network:
    """A network that adds features up: one unit has the sum, another its opposite, as neither goes below 0."""
    features = [[value, -value] + [0.0] * (FIRST_LAYER - 2) for value in worth]
    middle = [[0.0] * SECOND_LAYER for _ in range(FIRST_LAYER)]
    middle[0][0] = middle[1][1] = 1.0
    last = [1.0, -1.0] + [0.0] * (SECOND_LAYER - 1)
    turns = range(TURNS + 1)
    return Network(
        features=[features for _ in turns],
        first_bias=[[0.0] * FIRST_LAYER for _ in turns],
        middle=[middle for _ in turns],
        second_bias=[[0.0] * SECOND_LAYER for _ in turns],
        last=[last for _ in turns],
    )


# Plain ones serve to measure by.
Values = Literal["learned", "plain", "hope", "lead"]
FITTED: tuple[Values, ...] = ("learned", "plain")  # there are none for the start of the ninth turn
SHIPPED = {name: f"ewala.games.chronicles.bots.shipped_weights:{name}" for name in FITTED}
SHIPPED_NAMES = tuple(SHIPPED.values())
_BY_HAND = {"hope": hope, "lead": lead_alone}
assert {*FITTED, *_BY_HAND} == set(get_args(Values))


@cache
def fitted_network(values: Values = "learned") -> Network:
    """The network of these values."""
    if values not in FITTED:
        return _BY_HAND[values]()
    arrays = shipped(SHIPPED[values])
    return Network(*(arrays[name] for name in Network._fields))
