"""The end of a game: the last position, the scores item by item, who has won, and where the record is."""

from ewala.core.record import Record
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import View
from ewala.games.registry import kit_of
from ewala.kit.phrases import all_of
from ewala.kit.screen import Screen
from ewala.terminal.autosave import SaveFile


def show_result(record: Record, file: SaveFile, screen: Screen) -> None:
    """Show a finished game."""
    kit, view = kit_of(record.game.name), record.state.view(SPECTATOR)
    screen.say("")
    if screen.plain:
        screen.tell(*kit.words().position(view, {}))
    else:
        screen.say(*kit.board().draw(view, {}, screen.ink, screen.width))
    screen.say("")
    screen.tell(*kit.words().account(view))
    screen.say("", screen.ink(_won(view), "bold"), "", Sentence("The record is {path}", path=file.path))
    if record.commitment and record.secret:
        screen.say(Sentence("Anyone can check its dice:"), f"ewala verify {file.quoted}")
    else:
        screen.say(Sentence("Its dice cannot be verified."))


def _won(view: View) -> Sentence:
    sides = kit_of(view.game.name).sides()
    winners = [sides[seat] for seat in view.game.seats if seat in view.winners()]
    score = max(view.scores().values())
    if len(winners) == 1:
        return Sentence("The winner: {winner} with {score}.", winner=winners[0], score=score)
    if view.ending == "draw":
        return Sentence("A draw: {score} each.", score=score)
    return Sentence("A shared victory: {winners} with {score} each.", winners=all_of(winners), score=score)
