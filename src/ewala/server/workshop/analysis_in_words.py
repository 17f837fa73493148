"""Analyses and hints in a reader's language: moves in words, reasons as sentences."""

from collections.abc import Callable, Mapping

import msgspec

from ewala.bots.roster import roster, title_of
from ewala.core.state import Seat
from ewala.kit.analysis import Analysis, Better, Costly, Step, Sums, reason_said
from ewala.kit.hint import Hint
from ewala.locale.languages import translator
from ewala.server.wire.words import words_of_move

__all__ = ["AnalysisInWords", "BetterInWords", "CostlyInWords", "HintInWords", "analysis_in_words", "hint_in_words"]

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
    in_hindsight: float | None
    better: list[BetterInWords]
    reason: str


class AnalysisInWords(msgspec.Struct, frozen=True):
    """An analysis; the field names are those of `ewala.kit.analysis.Analysis`."""

    version: int
    game: str
    seats: list[Seat]
    names: dict[Seat, str]
    finished: bool
    curve: dict[Seat, list[float]]
    sums: dict[Seat, Sums]
    steps: list[Step]
    costly: list[CostlyInWords]


class HintInWords(msgspec.Struct, frozen=True):
    """What the coach whispers: the best move, and how good the others are."""

    ply: int
    seat: Seat
    move: str
    words: str
    reason: str
    line: list[str]
    moves: list[BetterInWords]
    expected: dict[Seat, float]
    sure: float


def analysis_in_words(analysis: Analysis, language: str) -> AnalysisInWords:
    translate = translator(language)
    names = {seat: _name(analysis.game, name, translate) for seat, name in analysis.names.items()}
    fields = {field: getattr(analysis, field) for field in ("version", "seats", "finished", "curve", "sums", "steps")}
    costly = [_costly(one, analysis.game, names, translate) for one in analysis.costly]
    return AnalysisInWords(game=analysis.game, names=names, costly=costly, **fields)


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
        one.in_hindsight,
        [_better(better, game, one.seat, names, translate) for better in one.better],
        reason_said(one.reason, lambda sentence: sentence.said(translate)),
    )


def _better(better: Better, game: str, seat: Seat, names: Mapping[Seat, str], translate: Translate) -> BetterInWords:
    line = [words_of_move(game, move, seat, names).said(translate) for move in better.line]
    words = words_of_move(game, better.move, seat, names).said(translate)
    return BetterInWords(better.move, words, better.value, better.often, better.line, line)


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
        reason_said(hint.reason, lambda sentence: sentence.said(translate)),
        best.line,
        moves,
        hint.expected,
        hint.sure,
    )
