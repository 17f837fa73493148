"""A recorded game looked through: each seat's chance along it, what decisions cost, and luck apart from skill."""

import hashlib

from ewala.core.record import Record
from ewala.games.registry import kit_of
from ewala.kit.analysis import VERSION, Analysis
from ewala.kit.effort import ORDINARY, Effort
from ewala.kit.game_kit import Watch
from ewala.kit.ledger import analysis_of

__all__ = ["analyse", "fingerprint_of", "subject_of"]


def analyse(record: Record, effort: Effort = ORDINARY, watch: Watch = lambda part: None) -> Analysis:
    """The analysis of a record, finished or not; a bid that still lies face down is left out."""
    record = record.public()
    start, entries = kit_of(record.game.name).look_through(record, effort, watch)
    watch(1.0)
    return analysis_of(record, start, entries)


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
