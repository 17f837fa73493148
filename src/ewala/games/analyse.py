"""A recorded game looked through: each seat's chance along it, what decisions cost, and luck apart from skill."""

import hashlib
from collections.abc import Callable

from ewala.core.record import Record
from ewala.games.move_sentences import analysis_said
from ewala.games.registry import kit_of
from ewala.kit.analysis import VERSION, Analysis
from ewala.kit.effort import ORDINARY, Effort
from ewala.kit.ledger import Chances, LedgerEntry, analysis_of, curve_of, followed_by, nobody
from ewala.kit.watch import Watch

__all__ = ["Tell", "analyse", "analyse_in_parts", "fingerprint_of", "subject_of"]

# Hears that there is more, may ask for all that there is, and should where it is the whole game for the first time.
Tell = Callable[[Callable[[], Analysis], bool], None]

GLANCE = Effort(4)  # a first look at the whole game
GLANCED = 0.1  # the part of the work that it is, about


def analyse(record: Record, effort: Effort = ORDINARY, watch: Watch = lambda part: None) -> Analysis:
    """The analysis of a record, finished or not; a bid that still lies face down is left out."""
    record = record.public()
    start, entries = kit_of(record.game.name).look_through(record, effort, watch, nobody)
    watch(1.0)
    return analysis_said(analysis_of(record, start, entries), record)


def analyse_in_parts(record: Record, effort: Effort, watch: Watch, tell: Tell) -> Analysis:
    """What `analyse` comes to, and meanwhile what is known already: first a glance through the whole game, from its
    beginning on, then the same game with ever more of its moves looked at as closely as they are to be."""
    record = record.public()
    look = kit_of(record.game.name).look_through
    glanced: list[LedgerEntry] = []
    chances: list[Chances] = []

    def glancing(start: Chances, entries: list[LedgerEntry]) -> None:
        whole = len(entries) == len(record.moves) and not glanced
        tell(lambda: analysis_said(analysis_of(record, start, entries), record), whole)

    def looking(start: Chances, entries: list[LedgerEntry]) -> None:
        if not glanced:
            return glancing(start, entries)
        n = len(entries)
        return glancing(start, followed_by(start, entries, chances[n], glanced[n:]))

    done = 0.0
    if effort.iterations > GLANCE.iterations:
        done = GLANCED
        first, glanced = look(record, GLANCE, lambda part: watch(GLANCED * part), glancing)
        chances = curve_of(first, glanced)
    start, entries = look(record, effort, lambda part: watch(done + (1 - done) * part), looking)
    watch(1.0)
    return analysis_said(analysis_of(record, start, entries), record)


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
