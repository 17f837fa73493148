"""What would be another in every run, held still: chance, and how far somebody thinks in a second."""

import random
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace
from unittest import mock
from zlib import crc32

LOOK = 1 / 16  # seconds that pass whenever the coach looks at its watch; sums of them are exact


@contextmanager
def chance_of(name: str) -> Iterator[None]:
    """Dice, tables' names and keys at servers in this process follow from a name."""
    numbers = count(crc32(name.encode()))
    letters = random.Random(name)
    keys = SimpleNamespace(
        choice=letters.choice, token_urlsafe=lambda size: urlsafe_b64encode(letters.randbytes(size)).decode()
    )
    with (
        mock.patch("ewala.core.dice.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big")),
        mock.patch("ewala.tables.keys.secrets", keys),
    ):
        yield


@contextmanager
def same_thoughts() -> Iterator[None]:
    """Whoever gives a hint in a second of its own time has thought equally far on every machine."""
    looks = count()
    watch = SimpleNamespace(perf_counter=lambda: next(looks) * LOOK)
    with (
        mock.patch("ewala.games.chronicles.bots.search_budget.time", watch),
        mock.patch("ewala.games.kingdom_run.coach.hints.time", watch),
    ):
        yield
