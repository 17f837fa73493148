"""What positions are worth, by name: learned values and plain ones from their files, and those made by hand."""

from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from ewala.games.chronicles.bots.by_hand import hope, lead_alone
from ewala.games.chronicles.bots.network import Network, network_in

__all__ = ["FITTED", "WEIGHTS", "Values", "fitted_network", "shipped_weights"]

# Plain ones were fitted on fewer positions, and do not see which zones touch: they serve to measure by.
Values = Literal["learned", "plain", "hope", "lead"]
FITTED: tuple[Values, ...] = ("learned", "plain")  # there are none for the start of the ninth turn
WEIGHTS = {name: Path(__file__).with_name(f"{name}.npz") for name in FITTED}
_BY_HAND = {"hope": hope, "lead": lead_alone}
assert {*FITTED, *_BY_HAND} == set(get_args(Values))


@cache
def fitted_network(values: Values = "learned") -> Network:
    """The network of values that are shipped."""
    if values not in FITTED:
        return _BY_HAND[values]()
    import numpy as np

    with np.load(WEIGHTS[values]) as arrays:
        return network_in(arrays)


def shipped_weights() -> dict[str, Any]:
    """The arrays of all that was fitted, by the values' name and theirs, as they lie in their files."""
    import numpy as np

    found: dict[str, Any] = {}
    for values in FITTED:
        with np.load(WEIGHTS[values]) as arrays:
            found |= {f"{values}/{name}": arrays[name] for name in arrays}
    return found
