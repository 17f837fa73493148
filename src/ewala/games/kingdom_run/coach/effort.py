"""What an effort buys in Kingdom Run."""

from ewala.kit.effort import Effort


def width(effort: Effort) -> int:
    """Boards gone on with at each step, when a turn is looked at closely."""
    return max(2, min(200, 30 * effort.iterations // 100))


def glances(effort: Effort) -> int:
    """Ends of a turn after which the next player's turn is looked at roughly."""
    return max(2, min(96, 24 * effort.iterations // 100))


def close_looks(effort: Effort) -> int:
    """Of those ends, the best ones, after which it is looked at closely."""
    return max(1, min(12, 2 + effort.iterations // 100))
