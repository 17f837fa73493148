"""A recorded game looked through: each seat's chance along it, what decisions cost, and luck apart from skill."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import cast

from ewala.coach.analysis import VERSION, Analysis
from ewala.coach.effort import ORDINARY, Effort
from ewala.coach.ledger import Chances, Entry, closed
from ewala.core.record import Record
from ewala.games.chronicles.game import Chronicles
from ewala.games.kingdom_run.game import KingdomRun

__all__ = ["analyse", "fingerprint_of", "subject_of"]

Watch = Callable[[float], None]  # told which part of the work is done; an error that it raises ends the work


def analyse(record: Record, effort: Effort = ORDINARY, watch: Watch = lambda part: None) -> Analysis:
    """The analysis of a record, finished or not; a bid that still lies face down is left out."""
    record = record.public()
    start, entries = _ENTRIES[type(record.game).name](record, effort, watch)
    watch(1.0)
    return closed(record, start, entries)


def _kingdom_run(record: Record, effort: Effort, watch: Watch) -> tuple[Chances, list[Entry]]:
    # Compiled searches are loaded when somebody wants an analysis, not before.
    from ewala.bots.kingdom_run.lending import lent_search
    from ewala.coach.calibration import calibrated
    from ewala.coach.turns_kingdom_run import Looks, entries_of

    game = cast(KingdomRun, record.game)
    with lent_search(game) as search:
        looks = Looks(search, effort, partial(calibrated, game))
        return entries_of(list(record.states()), record.moves, looks, watch)


def _chronicles(record: Record, effort: Effort, watch: Watch) -> tuple[Chances, list[Entry]]:
    from ewala.coach.turns_chronicles import entries_of

    return entries_of(list(record.states()), record.moves, effort, watch)


_ENTRIES: dict[str, Callable[[Record, Effort, Watch], tuple[Chances, list[Entry]]]] = {
    KingdomRun.name: _kingdom_run,
    Chronicles.name: _chronicles,
}


def subject_of(record: Record) -> Record:
    """What an analysis is of: rules, start, moves and names. Notes, dates and dice make no difference to it."""
    record = record.public()
    return Record(record.game, record.start, list(record.moves), dict(record.seats))


def fingerprint_of(record: Record, effort: Effort) -> str:
    """32 digits that tell apart what would be analysed differently: the subject, the effort, the version."""
    subject = subject_of(record)
    lines = [
        f"{VERSION} {effort.iterations} {subject.game.fingerprint}",
        subject.start.text,
        *subject.moves,
        *(f"{seat}: {name}" for seat, name in sorted(subject.seats.items())),
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]
