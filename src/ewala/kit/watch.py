"""How long work tells how far it is."""

from collections.abc import Callable

__all__ = ["Watch"]

Watch = Callable[[float], None]  # told which part of the work is done; an error that it raises ends the work
