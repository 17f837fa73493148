"""What a coach says: plain numbers and sentences with blanks, ready for JSON, in no language yet.

A chance is a winning chance from 0 to 1; a shared win counts as a part of one.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from ewala.core.sentences import Sentence
from ewala.core.state import Seat, State
from ewala.kit.phrases import capital

__all__ = [
    "MOST",
    "VERSION",
    "Analysis",
    "Better",
    "Costly",
    "Hint",
    "SentenceData",
    "Step",
    "Sums",
    "TurnChoice",
    "as_data",
    "key_of",
    "played",
    "reason_said",
]

VERSION = 5  # rises when the same record and effort come to mean another analysis
MOST = 5  # moves of a hint
_DIGITS = 8  # of a position's key

Changes = dict[Seat, float]


class SentenceData(msgspec.Struct, frozen=True):
    """A sentence as data, so that it can be kept and said in any language later."""

    template: str
    blanks: dict[str, "int | str | SentenceData"] = {}

    def sentence(self) -> Sentence:
        filled = {
            name: blank.sentence() if isinstance(blank, SentenceData) else blank for name, blank in self.blanks.items()
        }
        return Sentence(self.template, **filled)


def as_data(sentence: Sentence) -> SentenceData:
    """The data of a sentence, whose blanks are numbers, words or other sentences."""
    blanks: dict[str, int | str | SentenceData] = {}
    for name, blank in sentence.blanks.items():
        if isinstance(blank, Sentence):
            blanks[name] = as_data(blank)
        else:
            blanks[name] = blank if isinstance(blank, int) else str(blank)
    return SentenceData(sentence.template, blanks)


def reason_said(reason: Sequence[SentenceData], say: Callable[[Sentence], str]) -> str:
    """A sentence for each reason: `One. Two. Three.`"""
    return " ".join(f"{capital(say(part.sentence()))}." for part in reason)


class Better(msgspec.Struct, frozen=True):
    """A move that could have been made."""

    move: str
    value: float  # the chance that it would have left whoever decided
    often: float = 0.0  # how often a good player makes it, where several are to be mixed
    line: list[str] = []  # the moves of the same turn that begin with it
    said: list[SentenceData] = []  # what each of them does, or the move alone, in a few words


class Step(msgspec.Struct, frozen=True):
    """A move and how it changed each seat's chance; a seat that is not named is not changed."""

    ply: int  # how many moves came before it
    seat: Seat  # who decided; "" if chance did
    move: str
    kind: Literal["chance", "decision"]
    luck: Changes
    decision: Changes
    re_estimated: Changes
    loss: float = 0.0  # what the decision cost whoever decided: at least 0
    in_hindsight: float | None = None  # likewise, for somebody who had known what was hidden


class Sums(msgspec.Struct, frozen=True):
    """A seat's result, and the parts that add up to it."""

    start: float
    luck: float
    own: float  # what the seat's own decisions cost it: at most 0
    others: float  # what the others' decisions brought it
    re_estimated: float  # where a closer look at the same position thought otherwise
    result: float  # 1 for a win, 0 for a defeat; of an unfinished game, the last chance


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost something."""

    ply: int
    seat: Seat
    move: str
    value: float  # the chance that was left
    loss: float
    in_hindsight: float | None
    better: list[Better]  # best first
    reason: list[SentenceData]  # what the best of them does that the move made does not


class Analysis(msgspec.Struct, frozen=True):
    """A game, looked through."""

    version: int
    game: str
    seats: list[Seat]
    names: dict[Seat, str]
    finished: bool
    curve: dict[Seat, list[float]]  # each seat's chance in every position
    sums: dict[Seat, Sums]
    steps: list[Step]
    costly: list[Costly]  # dearest first


class Hint(msgspec.Struct, frozen=True):
    """The best moves for a seat that has to decide, what may be expected, and why the first of them is better."""

    seat: Seat
    moves: list[Better]  # best first; `often` where a good player chooses by lot
    reason: list[SentenceData]  # why the first of them rather than the next
    expected: dict[Seat, float]
    sure: float  # from 0 to 1: how little a closer look changed


class TurnChoice(msgspec.Struct, frozen=True):
    """Where a turn may lead: whoever comes there in another order has chosen the same."""

    line: list[str]  # the moves that lead there
    key: str  # of the position that they lead to, as whoever chose sees it
    value: float  # the chance of winning that it leaves


def key_of(state: State, seat: Seat) -> str:
    """Digits that tell positions apart, as a seat sees them; a page computes the same from their texts."""
    return hashlib.sha256(state.view(seat).text.encode()).hexdigest()[:_DIGITS]


def played(state: State, line: list[str]) -> State:
    for move in line:
        state = state.play(move)
    return state
