"""New values against old ones: bots that decide at a glance, from both seats of the same deal."""

import random

from ewala.core.engine import Rng
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.training.self_play import LAYOUTS
from ewala.kit.bot import Budget

_GLANCE = Budget(iterations=1)


class _Glancing(ChroniclesBot):
    """With values that are in no file."""

    def __init__(self, game: Chronicles, network: Network) -> None:
        super().__init__(turns_exact=2)
        self._search = Search(game, self.utility, network)

    def search_for(self, game: Chronicles) -> Search:
        return self._search


def play_deal(new: Network, old: Network, seed: str) -> float:
    """What the new values win on average of a deal's two games: 1, or half of it."""
    rng = random.Random(seed)
    game = Chronicles.from_options({"layout": rng.choice(LAYOUTS)})
    bots, dice = (_Glancing(game, new), _Glancing(game, old)), rng.getrandbits(60)
    return (
        sum(_play(game, {seat: bots[n ^ first] for n, seat in enumerate(game.seats)}, first, dice) for first in (0, 1))
        / 2
    )


def _play(game: Chronicles, bots: dict[str, ChroniclesBot], new: int, dice: int) -> float:
    """What the new values' seat has of one game."""
    state, words, rng = game.start(), Rng(dice), random.Random(dice)
    while state.to_act is not None:
        if state.to_act in bots:
            state = state.play(bots[state.to_act].choose(state.view(state.to_act), budget=_GLANCE, rng=rng))
        else:
            state = state.play(state.sample(words))
    return (game.seats[new] in state.winners()) / len(state.winners())
