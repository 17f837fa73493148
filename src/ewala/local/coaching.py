"""The coach where no server is to be reached: hints, and games looked through, as the server answers them.

Both take their time, and never wait meanwhile: a page has them on a thread of its own, so that what they are asked
comes as a text, and what they say is one.
"""

import time
from collections.abc import Callable

import msgspec

from ewala.coach.analyse import analyse_in_parts, fingerprint_of
from ewala.coach.hints import hint
from ewala.core.state import Seat, View
from ewala.games.records import read_record
from ewala.games.registry import game_class
from ewala.kit.analysis import Analysis
from ewala.kit.effort import Effort
from ewala.server.api.analyses import AnalysisAnswer
from ewala.server.workshop.analyses import Status
from ewala.server.workshop.analysis_in_words import analysis_in_words, hint_in_words

__all__ = ["AnalysisTask", "HintTask", "analysed", "hinted"]

BETWEEN_PARTS = 0.5  # seconds


class HintTask(msgspec.Struct, frozen=True):
    """A position in which somebody wants a hint, as they see it."""

    seat: Seat
    ply: int
    game: str
    parameters: dict[str, str]
    view: str  # what the seat can know, in hexadecimal
    names: dict[Seat, str]
    language: str
    seconds: float  # that it takes, about


class AnalysisTask(msgspec.Struct, frozen=True):
    """A game that is to be looked through."""

    text: str  # of its record
    iterations: int
    thorough: bool  # whether they are more than the ordinary ones
    language: str


_hints = msgspec.json.Decoder(HintTask)
_analyses = msgspec.json.Decoder(AnalysisTask)


def hinted(text: str) -> str:
    """The hint that a `HintTask` asks for, as a server answers it; both are JSON."""
    task = _hints.decode(text)
    game = game_class(task.game).from_parameters(task.parameters)
    found = hint(View(game, bytes.fromhex(task.view), task.seat), task.seconds)
    return _as_json(hint_in_words(found, task.game, task.ply, task.names, task.language))


def analysed(text: str, tell: Callable[[str], None]) -> str:
    """The analysis that an `AnalysisTask` asks for, as a server answers once it is done; both are JSON.

    Before that, `tell` hears from turn to turn what a server would answer: how far it is, and at times what is known
    already.
    """
    task = _analyses.decode(text)
    record, effort = read_record(task.text), Effort(task.iterations)
    told = _Told(fingerprint_of(record, effort), task.thorough, task.language, tell)
    whole = analyse_in_parts(record, effort, told.watch, told.hear)
    return told.answer("done", 1.0, whole)


class _Told:
    """What is heard of an analysis while it is made: more of it not more often than somebody would look."""

    def __init__(self, name: str, thorough: bool, language: str, tell: Callable[[str], None]) -> None:
        self._name, self._thorough, self._language = name, thorough, language
        self._tell = tell
        self._progress, self._parts, self._due = 0.0, 0, 0.0

    def watch(self, part: float) -> None:
        self._progress = part
        self._tell(self.answer("thinking", part, None))

    def hear(self, what_is_known: Callable[[], Analysis], whole: bool) -> None:
        if whole or time.monotonic() >= self._due:
            self._parts += 1
            self._tell(self.answer("thinking", self._progress, what_is_known()))
            self._due = time.monotonic() + BETWEEN_PARTS

    def answer(self, status: Status, progress: float, known: Analysis | None) -> str:
        parts = 0 if status == "done" else self._parts
        result = None if known is None else analysis_in_words(known, self._language)
        return _as_json(AnalysisAnswer(self._name, status, progress, self._thorough, parts, result))


def _as_json(message: object) -> str:
    return msgspec.json.encode(message).decode()
