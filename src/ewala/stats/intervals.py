"""Intervals that hold with 95 % confidence."""

from math import sqrt

__all__ = ["Z", "student", "wilson"]

Z = 1.959963984540054  # of a normal quantity, 95 % lie within so many deviations


def student(freedom: int) -> float:
    """The deviations within which 95 % lie, where their size is itself estimated with so many degrees of freedom."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, 0.975))


def wilson(share: float, of: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share of so many independent ones: as many as a cluster is worth, not only whole numbers,
    which is why it is not SciPy's."""
    extra = z * z / of
    middle = (share + extra / 2) / (1 + extra)
    reach = z / (1 + extra) * sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
