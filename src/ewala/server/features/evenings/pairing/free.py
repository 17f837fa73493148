"""The timed arena: whoever is free is paired at once.

There are no rounds. Who waits longest is seated first, with whom they have met least, and rather not with those of
their last table: for that one waits a little, but not forever.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ewala.server.features.evenings.pairing.past import Past
from ewala.server.features.evenings.pairing.rounds import in_order
from ewala.server.features.evenings.pairing.sizes import Sizes, tables_for

PATIENCE = 30.0  # seconds that one waits for a fuller table, or for others than last time


class Waiting(NamedTuple):
    """Somebody who is free, and since when."""

    who: str
    since: float  # seconds


def tables_at_once(free: Sequence[Waiting], past: Past, sizes: Sizes, now: float) -> list[tuple[str, ...]]:
    """The tables that can begin now, with their seats in the order of play; all others go on waiting."""
    waiting = [one.who for one in sorted(free, key=lambda one: (one.since, one.who))]
    since = {one.who: one.since for one in free}
    found = []
    while len(waiting) >= sizes.checked().least:
        size = tables_for(len(waiting), sizes).sizes[0]
        table = _company(waiting[0], waiting[1:], size, past)
        tired = now - since[waiting[0]] >= PATIENCE
        again = any(frozenset((waiting[0], other)) in past.last for other in table[1:])
        if (size < sizes.best or again) and not tired:
            break
        found.append(in_order(table, past))
        waiting = [who for who in waiting if who not in table]
    return found


def _company(first: str, others: Sequence[str], size: int, past: Past) -> list[str]:
    """Who sits with somebody: one after another whoever has met those at the table least, the longest waiting first."""
    table = [first]
    for _ in range(size - 1):
        rest = [who for who in others if who not in table]
        pairs = {who: [frozenset((who, there)) for there in table] for who in rest}
        table.append(min(rest, key=lambda who: sum(past.met[pair] + (pair in past.last) for pair in pairs[who])))
    return table
