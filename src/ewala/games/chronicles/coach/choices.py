"""Every bid and every effect that The Chronicles of Run allow in a position, and what each is worth: a bid against the
best that the other side can do about it, not knowing the rune."""

from typing import cast

from ewala.core.state import State as Position
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.thought import chance_of
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import DEAL, OVER, State
from ewala.kit.analysis import TurnChoice, key_of
from ewala.kit.bot import Budget
from ewala.kit.effort import Effort


def choices_of(position: Position, effort: Effort) -> list[TurnChoice]:
    """Best first; none where nobody decides, or where not every move was looked at."""
    game = cast(Chronicles, position.game)
    if State.unpack(position.data).phase in (DEAL, OVER):
        return []
    seat = str(position.to_act)
    thought = ChroniclesBot().think(position.view(seat), Budget(iterations=effort.iterations))
    values = {game.move_text(choice.move): chance_of(choice.value) for choice in thought.choices}
    if set(values) != set(position.moves()):
        return []
    return [
        TurnChoice([move], key_of(position.play(move), seat), round(values[move], 4))
        for move in sorted(values, key=lambda move: -values[move])
    ]
