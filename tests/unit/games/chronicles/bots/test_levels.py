"""Five levels, each of which plays; how they fare against each other is measured, not tested."""

import random

import pytest

from ewala import load
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.fitted import Values
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


def test_levels_know_more_and_more() -> None:
    known = ["lead", "hope", "plain", "learned", "learned"]
    assert [bot.values for bot in LEVELS.values()] == known
    assert [bot.turns_exact for bot in LEVELS.values()] == [1, 1, 2, 2, 3]
    strongest = list(LEVELS.values())[-1]
    assert (strongest.noise, strongest.whim, strongest.iterations) == (0, 0, None)


def test_who_sees_the_lead_alone_does_not_fight_for_what_others_fight_for() -> None:
    """Chaos waits with Zhoor in the richest zone, and may take order's Jynz this turn, so that order's lead is lost."""
    text = (
        "block 123456789 C11|./O1|./.|./.|./.|./.|./.|./.|./.|. O2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10 2O bid:O"
    )
    view = load("chronicles-of-run").parse(text).view("O")
    zones: dict[Values, set[str]] = {}
    both: tuple[Values, ...] = ("lead", "hope")
    for values in both:
        bot = ChroniclesBot(values=values, turns_exact=1, iterations=1)
        played = [choice for choice in bot.think(view, Budget(iterations=1)).choices if choice.probability > 0]
        zones[values] = {view.game.move_text(choice.move).partition(">")[2][0] for choice in played}
    assert zones["hope"] == {"1"}
    assert len(zones["lead"]) > 1
