"""Intervals that hold with 95 % confidence."""

from math import sqrt

__all__ = ["Z", "student", "wilson"]

Z = 1.959963984540054  # of a normal quantity, 95 % lie within so many deviations


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches either way, where the error is estimated (Student's t)."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, 0.975))


def wilson(share: float, of: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share among `of` independent trials.

    `of` need not be whole: games that depend on each other are worth fewer. SciPy's takes whole numbers alone.
    """
    extra = z * z / of
    middle = (share + extra / 2) / (1 + extra)
    reach = z / (1 + extra) * sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
