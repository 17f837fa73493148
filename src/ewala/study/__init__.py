"""Measuring the games: simulations, studies, the arena, benchmarks."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ewala.study.simulation import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """`simulate` is imported when it is asked for: it needs numpy, and what needs none of it should start at once."""
    if name == "simulate":
        from ewala.study.simulation import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
