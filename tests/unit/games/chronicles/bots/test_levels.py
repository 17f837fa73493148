"""Five levels, each of which plays; how they fare against each other is measured, not tested."""

import random

import pytest

from ewala.games.chronicles.bots.levels import LEVELS
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.kit.bot import Bot, Budget


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_on_to_the_end(level: str) -> None:
    bot: Bot = LEVELS[level]
    state, rng = public_position(6, len(level)), random.Random(len(level))
    while (seat := state.to_act) is not None:
        state = state.play(bot.choose(state.view(str(seat)), budget=Budget(iterations=5), rng=rng))
    assert state.winners()


def test_levels_err_less_and_less() -> None:
    noises = [bot.noise for bot in LEVELS.values()]
    assert noises == sorted(noises, reverse=True)
    assert noises[-1] == 0
