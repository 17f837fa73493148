"""Games of a bot against the perfect player, from a position that is solved.

What every decision cost is known exactly there. Dice and the perfect player change nothing of what may be expected, so
the bot's share of the wins is what perfect play would have had less what its decisions cost: counted so, a few hundred
games say as much as many thousands whose winners are counted.
"""

import random
from dataclasses import dataclass, field

from ewala.core.engine import CHANCE_NODE, OVER_NODE, Rng
from ewala.core.errors import BadSetup
from ewala.core.state import State, View
from ewala.games.kingdom_run.perfection.asking import choice_of
from ewala.games.kingdom_run.perfection.solution import Solution
from ewala.games.kingdom_run.rules.state import ROLL
from ewala.games.kingdom_run.rules.state import State as Record
from ewala.kit.yardstick import Contender

NOTHING = 1e-9  # what rounding may make of a decision that costs nothing


@dataclass
class Played:
    """What there is to say of a game."""

    costs: list[float] = field(default_factory=list)  # in winning chance, of each decision between two moves or more
    opinions: list[tuple[float, float]] = field(default_factory=list)  # before a turn: the bot's and the true chance

    @property
    def mistakes(self) -> int:
        return sum(cost > NOTHING for cost in self.costs)


def play(solution: Solution, contender: Contender, seat: int, seed: int) -> Played:
    """A game from the root, in which the bot has a seat; before each turn it is asked what it expects."""
    game = solution.family.game
    engine, own = game.engine, game.seats[seat]
    data = solution.family.data(0)
    rng, dice, played = random.Random(f"perfect {seed}"), Rng(seed), Played()
    while (acts := engine.to_act(data)) != OVER_NODE:
        if acts == CHANCE_NODE:
            if Record.unpack(data).phase == ROLL:
                opinion = _opinion(contender, State(game, data).view(own))
                if opinion is not None:
                    played.opinions.append((opinion, solution.share(data, seat)))
            data = engine.apply(data, engine.sample(data, dice))
            continue
        values = solution.move_values(data)
        move = max(values, key=values.__getitem__)
        if acts == seat and len(values) > 1:
            best, move = values[move], choice_of(contender, game, data, rng)
            played.costs.append(best - values[move])
        data = engine.apply(data, move)
    return played


def _opinion(contender: Contender, view: View) -> float | None:
    """What the bot expects for its seat; None if it has no opinions."""
    try:
        return contender.bot.assess(view, budget=contender.budget).expected[str(view.viewer)]
    except BadSetup as error:
        if error.code == "bot/assess":
            return None
        raise
