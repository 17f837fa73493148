"""Turns judged by a long search; here a short one, so that it takes a moment."""

import pytest

from ewala.games.kingdom_run.bots.levels import LEVELS
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.perfection import long_search
from ewala.games.kingdom_run.perfection.long_search import judged, own_turns
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.kit.bot import Budget
from ewala.kit.random_bot import RandomBot
from ewala.kit.yardstick import Contender

ONE = Budget(iterations=1)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, width in {"WIDE": 8, "GLANCE": 1, "CLOSE": 2, "BEST": 2, "POOLED": 6}.items():
        monkeypatch.setattr(long_search, name, width)


def costs(contender: Contender) -> list[tuple[float, float]]:
    found = []
    for turn in own_turns(contender, 2, 1):
        with borrowed_search(KingdomRun.from_options({"players": "KS"})) as search:
            one = judged(contender, turn, search, 1)
        assert one.iterations > 0
        found.append((one.reroll, one.actions))
    return found


def test_nobody_does_better_than_the_best_and_chance_does_much_worse() -> None:
    by_level, by_chance = (costs(Contender("", bot, ONE)) for bot in (LEVELS["sorceress"], RandomBot()))
    assert all(cost >= 0 for pair in by_level + by_chance for cost in pair)
    assert sum(map(sum, by_chance)) > sum(map(sum, by_level)) + 0.1


def test_the_same_seed_judges_the_same_turns_alike() -> None:
    contender = Contender("squire", LEVELS["squire"], ONE)
    assert costs(contender) == costs(contender)
