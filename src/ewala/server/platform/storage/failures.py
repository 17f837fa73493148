"""What it means when the database does not take something."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError

T = TypeVar("T")

# Of PostgreSQL: two transactions waited for each other and this one was chosen to give way, or it could not be put in a
# row with others. Nothing of it is stored.
REPEAT = ("40P01", "40001")
TRIES = 5  # of such a transaction: it takes a second until a circle is noticed


def is_to_be_repeated(error: Exception) -> bool:
    """Whether nothing is wrong, and the same may succeed the next time."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in REPEAT


def repeated(transaction: Callable[[], T]) -> T:
    """Carry it out, again where it had to give way."""
    for _ in range(TRIES - 1):
        try:
            return transaction()
        except DBAPIError as error:
            if not is_to_be_repeated(error):
                raise
    return transaction()


def meets_all(error: Exception) -> bool:
    """Whether it is the database that fails, and not one unit that it refuses."""
    if isinstance(error, OperationalError):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def reason_of(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0] or type(error).__name__
