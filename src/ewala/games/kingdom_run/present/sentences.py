"""Moves of Kingdom Run in sentences, as they are said to whoever sees them made."""

from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.present.names import RUNNERS, dice_called
from ewala.games.kingdom_run.rules.notation import read_move
from ewala.kit.words import MoveInWords

SEAT_STAYS_EMPTY = Sentence("This clan runs without a player: {side}.")


def move_in_words(text: str) -> MoveInWords:
    move = read_move(text)
    if move.action == "roll":
        return MoveInWords(Sentence("Rolled: {faces}.", faces=dice_called(move.faces)))
    if move.action == "reroll" and not move.faces:
        return MoveInWords(Sentence("{player} keeps all dice."))
    if move.action == "reroll":
        return MoveInWords(Sentence("{player} rolls again: {faces}.", faces=dice_called(move.faces)))
    if move.action == "stop":
        return MoveInWords(Sentence("{player} stops disbanding."))
    if move.action == "end":
        return MoveInWords(Sentence("{player} ends the turn."))
    if move.action == "steal":
        return MoveInWords(Sentence("{player} steals a victory token: {other} has one less."), move.clan)
    runner, space = RUNNERS[move.clan], move.space
    if move.action == "take":
        return MoveInWords(Sentence("{player} takes {runner} next.", runner=runner))
    if move.action == "disband":
        said = Sentence("{player} disbands space {space}: {runner} goes first.", space=space, runner=runner)
    elif move.action == "catch-up":
        said = Sentence("{player} plays Catch-up: {runner} sets off from space {space}.", space=space, runner=runner)
    elif move.action == "bathe":
        said = Sentence("{player} plays Bathing: {runner} sets off from space {space}.", space=space, runner=runner)
    elif move.action == "lull":
        said = Sentence("{player} lulls {runner} on space {space} to sleep.", space=space, runner=runner)
    else:
        said = Sentence("{player} awakens {runner} on space {space}.", space=space, runner=runner)
    return MoveInWords(said)
