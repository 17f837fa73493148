"""The coach where no server is to be reached: hints, and games looked through, as the server answers them.

Both take their time, and never wait meanwhile: a page has them on a thread of its own, so that what they are asked
comes as a text, and what they say is one.
"""

import time
from collections.abc import Callable

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.coach import analyse_in_parts, fingerprint_of, hint, subject_of
from ewala.games.records import read_record
from ewala.games.registry import game_class
from ewala.kit.analysis import Analysis
from ewala.kit.effort import Effort
from ewala.server.tables.analyses import Status
from ewala.server.tables.api.analyses import AnalysisAnswer
from ewala.tables.analysis_in_words import analysis_in_words, hint_in_words
from ewala.tables.problems import problem_of

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

    name: str  # of the analysis: the same for the same game and effort
    game: str
    text: str  # of a record, with nothing that makes no difference
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


def analysis_task(text: str, iterations: int, thorough: bool, language: str) -> AnalysisTask:
    """For a record's game; raises whatever is wrong with the record."""
    subject = subject_of(read_record(text))
    name = fingerprint_of(subject, Effort(iterations))
    return AnalysisTask(name, subject.game.name, subject.text(), iterations, thorough, language)


def analysed(text: str, tell: Callable[[str], None]) -> str:
    """The analysis that an `AnalysisTask` asks for, as a server answers once it is done; both are JSON.

    Before that, `tell` hears from turn to turn what a server would answer: how far it is, and at times what is known
    already.
    """
    task = _analyses.decode(text)
    told = _Told(task, tell)
    try:
        whole = analyse_in_parts(read_record(task.text), Effort(task.iterations), told.progressed, told.hear)
    except EwalaError as error:
        return _failed(task, error)
    return told.answer("done", 1.0, whole)


def not_analysed(text: str, reason: str) -> str:
    """What is answered where something broke, or what it takes could not be loaded: nobody is to wait for ever."""
    error = EwalaError("analysis/failed", Sentence("the analysis failed: {reason}", reason=reason))
    return _failed(_analyses.decode(text), error)


def _failed(task: AnalysisTask, error: EwalaError) -> str:
    problem = problem_of(error, task.language)
    return _as_json(AnalysisAnswer(task.name, "failed", 0.0, task.thorough, 0, None, problem))


class _Told:
    """What is heard of an analysis while it is made: more of it not more often than somebody would look."""

    def __init__(self, task: AnalysisTask, tell: Callable[[str], None]) -> None:
        self._task = task
        self._tell = tell
        self._progress, self._parts, self._due = 0.0, 0, 0.0

    def progressed(self, part: float) -> None:
        self._progress = part
        self._tell(self.answer("thinking", part, None))

    def hear(self, what_is_known: Callable[[], Analysis], whole: bool) -> None:
        if whole or time.monotonic() >= self._due:
            self._parts += 1
            self._tell(self.answer("thinking", self._progress, what_is_known()))
            self._due = time.monotonic() + BETWEEN_PARTS

    def answer(self, status: Status, progress: float, known: Analysis | None) -> str:
        parts = 0 if status == "done" else self._parts
        result = None if known is None else analysis_in_words(known, self._task.language)
        return _as_json(AnalysisAnswer(self._task.name, status, progress, self._task.thorough, parts, result))


def _as_json(message: object) -> str:
    return msgspec.json.encode(message).decode()
