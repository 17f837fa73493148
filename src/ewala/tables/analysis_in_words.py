"""Analyses and hints in a reader's language: moves in words, reasons as sentences."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.roster import roster, title_of
from ewala.kit.analysis import Analysis, Better, Costly, Hint, SentenceData, Step, Sums, reason_said
from ewala.kit.mistakes import Mistakes, MistakeSize, mistakes_of, size_of
from ewala.kit.phrases import capital
from ewala.locale.languages import translator
from ewala.tables.sentences import words_of_move

Translate = Callable[[str], str]


class BetterInWords(msgspec.Struct, frozen=True):
    """A move that could have been made, or can be."""

    move: str
    words: str
    value: float
    often: float
    line: list[str]
    line_words: list[str]


class CostlyInWords(msgspec.Struct, frozen=True):
    """A decision that cost something."""

    ply: int
    seat: Seat
    move: str
    words: str
    value: float
    loss: float
    size: MistakeSize
    in_hindsight: float | None
    better: list[BetterInWords]
    reason: str


class AnalysisInWords(msgspec.Struct, frozen=True):
    """An analysis; the field names are those of `ewala.kit.analysis.Analysis`."""

    version: int
    game: str
    seats: list[Seat]
    names: dict[Seat, str]
    people: list[Seat]  # the seats that no bot of the roster played
    finished: bool
    curve: dict[Seat, list[float]]
    sums: dict[Seat, Sums]
    mistakes: dict[Seat, Mistakes]
    steps: list[Step]
    costly: list[CostlyInWords]


class HintInWords(msgspec.Struct, frozen=True):
    """What the coach whispers: the best move, and how good the others are."""

    ply: int
    seat: Seat
    move: str
    words: str
    advice: str  # the move and its reason, in one sentence
    reason: str  # all that speaks for it
    line: list[str]
    moves: list[BetterInWords]
    expected: dict[Seat, float]
    sure: float


def analysis_in_words(analysis: Analysis, language: str) -> AnalysisInWords:
    translate = translator(language)
    names = {seat: _name(analysis.game, name, translate) for seat, name in analysis.names.items()}
    return AnalysisInWords(
        analysis.version,
        analysis.game,
        analysis.seats,
        names,
        [seat for seat, name in analysis.names.items() if name not in roster(analysis.game)],
        analysis.finished,
        analysis.curve,
        analysis.sums,
        {seat: mistakes_of(analysis.steps, seat) for seat in analysis.seats},
        analysis.steps,
        [_costly(one, analysis.game, names, translate) for one in analysis.costly],
    )


def _name(game: str, name: str, translate: Translate) -> str:
    """A person's name as it is; a bot of the roster by its title."""
    return title_of(game, name).said(translate) if name in roster(game) else name


def _costly(one: Costly, game: str, names: Mapping[Seat, str], translate: Translate) -> CostlyInWords:
    return CostlyInWords(
        one.ply,
        one.seat,
        one.move,
        words_of_move(game, one.move, one.seat, names).said(translate),
        one.value,
        one.loss,
        size_of(one.loss) or "slip",
        one.in_hindsight,
        [_better(better, game, one.seat, names, translate) for better in one.better],
        reason_said(one.reason, lambda sentence: sentence.said(translate)),
    )


def _better(better: Better, game: str, seat: Seat, names: Mapping[Seat, str], translate: Translate) -> BetterInWords:
    said = [capital(part.sentence().said(translate)) for part in better.said]
    if not said:  # an analysis from before moves were said so
        moves = better.line or [better.move]
        said = [words_of_move(game, move, seat, names).said(translate) for move in moves]
    return BetterInWords(better.move, said[0], better.value, better.often, better.line, said if better.line else [])


def hint_in_words(hint: Hint, game: str, ply: int, names: Mapping[Seat, str], language: str) -> HintInWords:
    translate = translator(language)
    names = {seat: _name(game, name, translate) for seat, name in names.items()}
    moves = [_better(move, game, hint.seat, names, translate) for move in hint.moves]
    best = moves[0]
    return HintInWords(
        ply,
        hint.seat,
        best.move,
        best.words,
        _advice(best.words, hint.reason[:1], translate),
        reason_said(hint.reason, lambda sentence: sentence.said(translate)),
        best.line,
        moves,
        hint.expected,
        hint.sure,
    )


def _advice(move: str, reason: Sequence[SentenceData], translate: Translate) -> str:
    if not reason:
        return Sentence("{move}.", move=move).said(translate)
    return Sentence("{move}, because {reason}.", move=move, reason=reason[0].sentence()).said(translate)
