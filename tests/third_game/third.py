"""The third game, registered for as long as a test needs it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ewala.games.registry import GAMES, register, unregister

NAME = "race-of-pebbles"
KIT = "pebbles.kit:KIT"
HOME = Path(__file__).parent


@contextmanager
def third_game() -> Iterator[str]:
    """Its name, while it is registered: here, and in processes that are started meanwhile."""
    if NAME in GAMES:
        yield NAME
        return
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(HOME), *([before] if before else [])])
    register(NAME, KIT)
    try:
        yield NAME
    finally:
        unregister(NAME)
        os.environ["PYTHONPATH"] = before or ""
