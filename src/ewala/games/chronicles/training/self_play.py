"""Positions to learn from: games that values play against themselves at a glance, and turns of random bids beside them.

A search looks at every pair of bids, most of which nobody would make: values have to be right about those as well. In a
contest new values decide at a glance against old ones, from both seats of the same deal.
"""

import random
from typing import Any

import numpy as np

from ewala.core.compiled import twin
from ewala.core.engine import Rng
from ewala.core.machines import COMPILED
from ewala.core.rng import seeded
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.bots.workspace import Workspace, new_workspace
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import State
from ewala.kit.bot import Budget

LAYOUTS = ("block", "block", "ring", "line")  # the default twice as often
WHIMS = (5, 10, 25, 60)  # per cent of a game's turns that are random
# Of each turn's start, how many a game gives on average: solving early ones takes longer, and late ones differ more.
POSITIONS = {2: 0.25, 3: 0.4, 4: 0.7, 5: 1.3, 6: 2.5, 7: 5, 8: 6}


def gathered(network: Network, seed: str, games: int) -> dict[str, Any]:
    """Packed positions at the start of turns, each with its turn."""
    rng = random.Random(seed)
    words = np.array([seeded(rng.getrandbits(60))])
    works = {name: new_workspace(COMPILED, _rules(name), "win", network) for name in LAYOUTS}
    turns: list[int] = []
    found: list[Any] = []
    for _ in range(games):
        for position in _game(works[rng.choice(LAYOUTS)], rng.choice(WHIMS), words, rng):
            turns.append(int(position["turn"]))
            found.append(position)
    states = np.zeros(len(found), State.dtype())
    for n, position in enumerate(found):
        states[n] = position  # field by field: what lies between them stays 0
    return {"turns": np.array(turns, np.int8), "states": states.view(np.uint8).reshape(len(turns), -1)}


def _rules(layout: str) -> Any:
    return Chronicles.from_options({"layout": layout}).rules


def _game(work: Workspace, whim: int, words: Any, rng: random.Random) -> list[Any]:
    play = twin("ewala.games.chronicles.bots.quick_play")
    work.stack[0] = np.zeros(1, State.dtype())[0]
    play.deal(work, words)
    found = []
    for turn in range(2, max(POSITIONS) + 1):
        before = work.stack[0].copy()
        play.play_turn(work, whim, words)
        here = work.stack[0].copy()
        many = int(POSITIONS.get(turn, 0) + rng.random())
        if many:
            found.append(here)
        for _ in range(many - 1):
            work.stack[0] = before
            play.wander(work, words)
            found.append(work.stack[0].copy())
        work.stack[0] = here
    return found


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
