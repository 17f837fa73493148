"""The end of a game: the last position, the scores item by item, who has won, and where the record is."""

from ewala.core.record import Record
from ewala.core.roles import SPECTATOR
from ewala.terminal.autosave import SaveFile
from ewala.terminal.boards import board_of, words_of
from ewala.terminal.screen import Screen
from ewala.terminal.sentences import a_list

__all__ = ["show_result"]


def show_result(record: Record, file: SaveFile, screen: Screen) -> None:
    """Show a finished game."""
    words, view = words_of(record.game.name), record.state.view(SPECTATOR)
    if screen.plain:
        screen.say("")
        screen.tell(*words.position(view, {}))
    else:
        screen.say("", *board_of(record.game.name).draw(view, {}, screen.ink, screen.width))
    winners = [words.seat_names[seat] for seat in record.game.seats if seat in view.winners()]
    score = max(view.scores().values())
    if len(winners) == 1:
        won = f"The winner: {winners[0]} with {score}."
    elif view.ending == "draw":
        won = f"A draw: {score} each."
    else:
        won = f"A shared victory: {a_list(winners)} with {score} each."
    screen.say("")
    screen.tell(*words.account(view))
    screen.say("", screen.ink(won, "bold"), "", f"The record is {file.path}")
    if record.commitment and record.secret:
        screen.say("Anyone can check its dice:", f"ewala verify {file.quoted}")
    else:
        screen.say("Its dice cannot be verified.")
