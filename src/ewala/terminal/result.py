"""The end of a game: the last position, the scores item by item, who has won, and where the record is."""

from ewala.core.record import Record
from ewala.core.roles import SPECTATOR
from ewala.games.registry import kit_of
from ewala.kit.phrases import a_list
from ewala.kit.screen import Screen
from ewala.terminal.autosave import SaveFile

__all__ = ["show_result"]


def show_result(record: Record, file: SaveFile, screen: Screen) -> None:
    """Show a finished game."""
    words, view = kit_of(record.game.name).words(), record.state.view(SPECTATOR)
    if screen.plain:
        screen.say("")
        screen.tell(*words.position(view, {}))
    else:
        screen.say("", *kit_of(record.game.name).board().draw(view, {}, screen.ink, screen.width))
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
