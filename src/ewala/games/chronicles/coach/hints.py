"""Hints for The Chronicles of Run: the bids that a good player chooses from by lot, and how often each; and what every
bid and effect is worth that a position allows: a bid against the best that the other side can do, not knowing the rune.
"""

from typing import cast

from ewala.core.state import State as Position
from ewala.core.state import View
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.thought import chance_of
from ewala.games.chronicles.coach.reasons import why_bid, why_effect
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import DEAL, EFFECT, OVER, State
from ewala.kit.analysis import MOST, Better, Hint, TurnChoice, key_of
from ewala.kit.bot import Budget
from ewala.kit.effort import Effort


def hint_for(view: View, seconds: float) -> Hint:
    thought = ChroniclesBot().think(view, Budget(seconds=seconds))
    game, seat = cast(Chronicles, view.game), str(view.viewer)
    choices = sorted(thought.choices, key=lambda choice: (-choice.probability, -choice.value, choice.move))
    moves = [
        Better(game.move_text(choice.move), chance_of(choice.value), min(1.0, max(0.0, choice.probability)))
        for choice in choices[:MOST]
    ]
    reason = []
    if len(moves) > 1:
        first, second = moves[0], moves[1].move
        if State.unpack(view.data).phase == EFFECT:  # decided in the open: the view has everything (CR-3.4)
            reason = why_effect(Position(game, view.data), first.move, second)
        else:
            reason = why_bid(view, first, second)
    expected = chance_of(thought.value)
    return Hint(
        seat, moves, reason, {other: expected if other == seat else 1 - expected for other in game.seats}, thought.sure
    )


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
