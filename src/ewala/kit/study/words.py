"""How a study's numbers are written, and lists of names."""

from collections.abc import Sequence

from ewala.stats.estimates import Estimate

__all__ = ["UNITS", "counted", "interval", "listed", "said", "value", "written"]

# A unit: by how much its numbers are multiplied, decimals, what follows them, and whether they bear a sign.
UNITS: dict[str, tuple[float, int, str, bool]] = {
    "share": (100, 1, "\N{NO-BREAK SPACE}%", False),
    "points of share": (100, 2, " points", True),  # percentage points
    "difference": (100, 1, " points", True),
    "gap": (100, 1, " points", False),
    "number": (1, 2, "", False),
    "more": (1, 2, "", True),
    "points": (1, 2, " points", False),
    "power": (1, 2, "", True),
    "count": (1, 0, "", False),
}


def value(number: float, unit: str) -> str:
    """`26.6 %`, on one line."""
    return written(number, unit) + UNITS[unit][2]


def written(number: float, unit: str) -> str:
    """The same without the unit."""
    scale, decimals, _, signed = UNITS[unit]
    text = f"{number * scale:{'+' if signed else ''},.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        text = f"{0:.{decimals}f}"
    return text.replace("-", "−")


def interval(estimate: Estimate, unit: str) -> str:
    """`26.5 to 26.7`."""
    return f"{written(estimate.low, unit)} to {written(estimate.high, unit)}"


def said(estimate: Estimate, unit: str) -> str:
    """`26.6 % (26.5 to 26.7)`."""
    return f"{value(estimate.value, unit)} ({interval(estimate, unit)})"


def counted(number: int) -> str:
    return f"{number:,}"


def listed(names: Sequence[str], word: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"
