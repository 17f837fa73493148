"""Moves of Kingdom Run in sentences, as they are said to whoever sees them made."""

from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.present.names import RUNNERS, dice_called
from ewala.kit.words import MoveInWords

__all__ = ["move_in_words"]


def move_in_words(move: str) -> MoveInWords:
    kind, rest = move[0], move[1:]
    if kind == "!":
        return MoveInWords(Sentence("Rolled: {faces}.", faces=dice_called(rest)))
    if move == "r:-":
        return MoveInWords(Sentence("{player} keeps all dice."))
    if kind == "r":
        return MoveInWords(Sentence("{player} rolls again: {faces}.", faces=dice_called(move[2:])))
    if move == ".":
        return MoveInWords(Sentence("{player} stops disbanding."))
    if move == "end":
        return MoveInWords(Sentence("{player} ends the turn."))
    if kind == "V":
        return MoveInWords(Sentence("{player} steals a victory token from {other}."), move[-1])
    runner, space = RUNNERS[move[-1].upper()], rest[:-1]
    if kind == "+":
        return MoveInWords(Sentence("{player} takes {runner} next.", runner=runner))
    if kind == "D":
        said = Sentence("{player} disbands space {space}: {runner} goes first.", space=space, runner=runner)
    elif kind == "C":
        said = Sentence("{player} plays Catch-up: {runner} sets off from space {space}.", space=space, runner=runner)
    elif kind == "B":
        said = Sentence("{player} plays Bathing: {runner} sets off from space {space}.", space=space, runner=runner)
    elif move[-1].isupper():
        said = Sentence("{player} lulls {runner} on space {space} to sleep.", space=space, runner=runner)
    else:
        said = Sentence("{player} awakens {runner} on space {space}.", space=space, runner=runner)
    return MoveInWords(said)
