"""What a bot is asked to decide, as a text: whoever thinks may do so on another thread, and knows no more than its
seat."""

import random

import msgspec

from ewala.core.state import Seat, View
from ewala.games.registry import game_class
from ewala.games.roster import entry_called
from ewala.tables.kept import Kept


class Task(msgspec.Struct, frozen=True):
    """A decision that a bot has to make."""

    table: str
    seat: Seat
    ply: int
    bot: str
    game: str
    parameters: dict[str, str]
    view: str  # what the seat can know, in hexadecimal


read_task = msgspec.json.Decoder(Task).decode


def task_for(table_id: str, kept: Kept, seat: Seat) -> Task:
    """For the bot at a seat that has to act."""
    assert kept.match is not None
    view = kept.match.view(seat)
    return Task(
        table_id, seat, kept.ply, kept.sitters[seat].bot, kept.game.name, view.game.parameters(), view.data.hex()
    )


def chosen(task: Task) -> str:
    """What the bot does. A search takes its time."""
    game = game_class(task.game).from_parameters(task.parameters)
    entry = entry_called(task.game, task.bot)
    view = View(game, bytes.fromhex(task.view), task.seat)
    return entry.bot.choose(view, budget=entry.budget, rng=random.Random())


def decided(task: str) -> str:
    """The same, from a text."""
    return chosen(read_task(task))
