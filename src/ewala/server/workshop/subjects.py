"""A record read for an analysis: what it is of, how it is called, and what tells whether that game is still played.

Workers do it; no web here.
"""

import math

import msgspec

from ewala.coach.analyse import fingerprint_of, subject_of
from ewala.core.roles import CHANCE
from ewala.core.state import State
from ewala.games.records import read_record
from ewala.kit.effort import Effort

__all__ = ["Draw", "Subject", "read_subject"]


class Draw(msgspec.Struct, frozen=True):
    """An outcome of chance, and how surprising it was."""

    move: str
    bits: float  # 1 for an outcome as likely as not, 2 for one of four …


class Subject(msgspec.Struct, frozen=True):
    """A game that is to be analysed."""

    name: str  # of its analysis: the same for the same game and effort
    text: str  # what the analysis is of
    game: str
    moves: int
    commitment: str  # that its header shows; "" if none
    draws: list[Draw]
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
        [
            Draw(move, _surprise(state, move))
            for state, move in zip(states, subject.moves, strict=False)
            if state.to_act is CHANCE
        ],
        [state.data for state in states],
    )


def _surprise(state: State, move: str) -> float:
    codes, sums = state.game.outcomes(state.data)
    at = codes.index(state.game.move_code(move))
    return math.log2(sums[-1] / (sums[at] - (sums[at - 1] if at else 0)))
