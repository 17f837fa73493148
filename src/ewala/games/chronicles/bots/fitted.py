"""What positions are worth, by name: learned values and plain ones, which are shipped, and those made by hand."""

from functools import cache
from typing import Literal, get_args

from ewala.core.bundled_weights import shipped
from ewala.games.chronicles.bots.by_hand import hope, lead_alone
from ewala.games.chronicles.bots.network import Network

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
