"""What an effort buys in The Chronicles of Run."""

from ewala.kit.effort import Effort

__all__ = ["looks"]


def looks(effort: Effort) -> int:
    """What may be spent on looking at a turn's bids a second time: milliseconds, about."""
    return 10 * effort.iterations
