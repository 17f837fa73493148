"""A record read for an analysis: what it is of, how it is called, and what tells whether that game is still played.

Workers do it; no web here.
"""

import msgspec

from ewala.games.coach import fingerprint_of, subject_of
from ewala.games.records import read_record
from ewala.kit.effort import Effort
from ewala.tables.fingerprints import draws_of, opening_of


class Subject(msgspec.Struct, frozen=True):
    """A game that is to be analysed."""

    name: str  # of its analysis: the same for the same game and effort
    text: str  # what the analysis is of
    game: str
    moves: int
    commitment: str  # that its header shows; "" if none
    opening: str  # its digest; "" if chance has drawn too little
    positions: list[bytes]


def read_subject(text: str, iterations: int) -> Subject:
    record = read_record(text)
    subject = subject_of(record)
    states = list(subject.states())
    return Subject(
        fingerprint_of(subject, Effort(iterations)),
        subject.text(),
        subject.game.name,
        len(subject.moves),
        record.commitment,
        opening_of(subject.game.name, draws_of(states, subject.moves)),
        [state.data for state in states],
    )
