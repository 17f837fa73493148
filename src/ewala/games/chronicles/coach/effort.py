"""What an effort buys in The Chronicles of Run."""

from ewala.kit.effort import Effort


def looks(effort: Effort) -> int:
    """What may be spent on a second look at a turn's bids, in the units of search.PRICES: about milliseconds."""
    return 10 * effort.iterations
