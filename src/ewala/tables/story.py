"""The story of a game: what its moves brought about, in words.

It is told from what spectators may know, so it is the same for all.
"""

from typing import NamedTuple

from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import State, View
from ewala.games.registry import kit_of
from ewala.locale.languages import translator
from ewala.tables.kept import PLIES, Kept


class Made(NamedTuple):
    """A move with the positions before and after it."""

    before: State
    move: str
    after: State


def moves_that_stand(table: Kept, first: int = 1) -> dict[int, int]:
    """Of the events from the number `first` on, those that are moves and were not taken back: which move each was."""
    ply, undone, found = table.ply, 0, {}
    for seq in range(table.seq, first - 1, -1):
        match PLIES.get(type(table.events[seq - 1]), 0):
            case -1:
                undone += 1
            case 1 if undone:
                undone -= 1
            case 1:
                found[seq] = ply
                ply -= 1
    return found


def made_from(table: Kept, ply: int) -> Made:
    """The move of that number, from 1."""
    assert table.match is not None
    match = table.match
    return Made(match.state_at(ply - 1), match.record.moves[ply - 1], match.state_at(ply))


def more_said_in(language: str, made: Made) -> list[str]:
    """What a move brought about, in a language."""
    before, move, after = made
    return brought_about(language, before.view(SPECTATOR), before.seen(move, SPECTATOR), after.view(SPECTATOR))


def brought_about(language: str, before: View, move: str, after: View) -> list[str]:
    """The same of what everybody may know."""
    told, translate = kit_of(before.game.name).words().story(before, move, after), translator(language)
    return [said.said(translate) if isinstance(said, Sentence) else said for said in told]
