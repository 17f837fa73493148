"""How what is kept of people is asked for: in a thread, as long as the database is there."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Engine

T = TypeVar("T")


class Ask(Protocol):
    """Raises Unavailable while the database is away."""

    async def __call__(self, what: Callable[[Engine], T], /) -> T: ...
