"""What better moves do, in a few words for each: who would make them is plain, and is not said again and again."""

from collections.abc import Sequence

import msgspec

from ewala.core.record import Record
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import as_sentence
from ewala.core.state import State, View
from ewala.games.registry import kit_of
from ewala.kit.analysis import Analysis, Better, SentenceData, as_data
from ewala.kit.hint import Hint


def analysis_said(analysis: Analysis, record: Record) -> Analysis:
    """The analysis of a record with its better moves said."""
    states = list(record.states())
    costly = [
        msgspec.structs.replace(one, better=_all_said(one.better, _openly(states[one.ply]))) for one in analysis.costly
    ]
    return msgspec.structs.replace(analysis, costly=costly)


def hint_said(hint: Hint, view: View) -> Hint:
    """A hint with its moves said."""
    return msgspec.structs.replace(hint, moves=_all_said(hint.moves, view))


def _all_said(moves: Sequence[Better], view: View) -> list[Better]:
    return [msgspec.structs.replace(better, said=_said(view, better.line or [better.move])) for better in moves]


def _said(view: View, line: Sequence[str]) -> list[SentenceData]:
    words, said = kit_of(view.game.name).words(), []
    for n, move in enumerate(line):
        said.append(as_data(as_sentence(words.move(view, move))))
        if n + 1 < len(line):  # a line goes on within its turn, where nothing new is hidden
            after = State(view.game, view.data).play(move)
            view = View(after.game, after.data, view.viewer)
    return said


def _openly(state: State) -> View:
    """A position of a game that was played, with everything in it: words are told of views."""
    return View(state.game, state.data, SPECTATOR)
