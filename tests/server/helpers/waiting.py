"""Waiting for what nobody is told of: it is looked at again and again, as long as a slow machine may need."""

import os
import time
from collections.abc import Callable

# Seconds: longer than anything takes, also where a bot has to be compiled first.
PATIENCE = float(os.environ.get("EWALA_TEST_PATIENCE", "300"))


def until(happened: Callable[[], object]) -> None:
    """Look until something has happened, which it has to."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)
