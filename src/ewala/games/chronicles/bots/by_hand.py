"""Values that a person could reckon: the lead alone, or the lead and hope for zones where nobody has answered yet.

They are written as networks, so that whoever judges by them searches like all others, and errs as people do: by what
it does not look at.
"""

import numpy as np

from ewala.games.chronicles.bots.kinds import DANGER, FARTHEST_LEAD, FEATURES, HAND, LEAD
from ewala.games.chronicles.bots.network import Network, blank_network
from ewala.games.chronicles.rules.state import RUNES

__all__ = ["hope", "lead_alone"]

_LEAD = 0.2  # of a point
_ZONE = 0.15  # of a point of a zone that is held alone
_RUNE = 0.03  # of a point of destiny in hand


def lead_alone() -> Network:
    """More power than the other side, as it stands."""
    worth = np.zeros(FEATURES)
    for place in range(2 * FARTHEST_LEAD + 1):
        worth[LEAD + place] = _LEAD * (place - FARTHEST_LEAD)
    return _sum_of(worth)


def hope() -> Network:
    """The lead, the zones that are held alone as far as few runes of the other hand defeat who holds them, the hand."""
    worth = lead_alone().features[1, :, 0].astype(np.float64)
    for whose, sign in enumerate((1, -1)):
        for spare in range(3):
            for eighths in range(9):
                worth[DANGER + 18 * spare + 9 * whose + eighths] = sign * _ZONE * (spare + 1) * (1 - eighths / 4)
        for rune in range(RUNES):
            worth[HAND + RUNES * whose + rune] = sign * _RUNE * (rune - RUNES // 2)
    return _sum_of(worth)


def _sum_of(worth: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> Network:
    """A network that adds features up: one unit has the sum, another its opposite, as neither goes below 0."""
    network = blank_network()
    network.features[:, :, 0], network.features[:, :, 1] = worth, -worth
    network.middle[:, 0, 0] = network.middle[:, 1, 1] = 1
    network.last[:, 0], network.last[:, 1] = 1, -1
    return network
