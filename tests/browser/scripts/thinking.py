"""Bots at work: what each decides in some positions, by which chances, and what it thinks of one of them."""

import random
from typing import Any

from ewala.core.game import Game
from ewala.core.state import State, View
from ewala.games.registry import game_class
from ewala.games.roster import entry_called
from ewala.kit.bot import Assessment, Budget

Said = list[object]


def thought(
    game: str, options: dict[str, object], name: str, positions: list[str], seed: int, iterations: int
) -> list[Said]:
    """With so many iterations for each decision."""
    return _thought(game_class(game).from_options(options), name, positions, seed, Budget(iterations=iterations))


def thought_in_time(
    game: str, options: dict[str, object], name: str, positions: list[str], seed: int, seconds: float
) -> list[Said]:
    """With so much time."""
    return _thought(game_class(game).from_options(options), name, positions, seed, Budget(seconds=seconds))


def _thought(game: Game, name: str, positions: list[str], seed: int, budget: Budget) -> list[Said]:
    bot: Any = entry_called(game.name, name).bot
    rng = random.Random(seed)
    said: list[Said] = []
    for text in positions:
        view = _of_whom_decides(game.parse(text))
        if hasattr(bot, "draw"):
            drawn = bot.draw(view, budget=budget, rng=rng)
            said.append([drawn.move, drawn.drew, list(drawn.odds.items())])
        else:
            said.append([bot.choose(view, budget=budget, rng=rng)])
    said.append(_opinion(bot.assess(view, budget=budget)))  # of the last: it takes longer than a decision
    return said


def _of_whom_decides(state: State) -> View:
    assert isinstance(state.to_act, str)
    return state.view(state.to_act)


def _opinion(opinion: Assessment) -> Said:
    return [list(opinion.expected.items()), [[one.move, one.value] for one in opinion.moves], opinion.sure]
