"""The roster: five levels a game, found by name; who stands in; nothing is compiled before it is wanted."""

import random
import subprocess
import sys

import pytest

from ewala import load
from ewala.core.errors import BadSetup
from ewala.games.registry import GAMES
from ewala.games.roster import entry_called, levels, roster, stand_in, strongest
from ewala.kit.bot import Budget
from ewala.kit.greedy_bot import GreedyBot
from ewala.kit.roster import Entry

FIRST_BID = (
    "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11 1O bid:O"
)
KEEP = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K keep:DDLX"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_five_levels_gentlest_first(game: str) -> None:
    found = levels(game)
    assert [entry.level for entry in found] == [1, 2, 3, 4, 5]
    assert strongest(game) is found[-1]
    assert {name: entry.name for name, entry in roster(game).items()} == {name: name for name in roster(game)}


@pytest.mark.parametrize("game", GAMES)
def test_no_two_bots_have_the_same_title(game: str) -> None:
    entries = roster(game).values()
    assert len({str(entry.title) for entry in entries}) == len(entries)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_stands_in_is_of_the_middle_level(game: str) -> None:
    assert entry_called(game, stand_in(game)).level == 3


def test_names_that_old_tables_have_are_still_known() -> None:
    for game in GAMES:
        assert isinstance(entry_called(game, "greedy").bot, GreedyBot)
        assert entry_called(game, "random").level == 0


@pytest.mark.parametrize(
    ("game", "name", "right"),
    [
        ("kingdom-run", "kasparov", "champion"),
        ("kingdom-run", "oracle", "ranger"),
        ("chronicles-of-run", "ranger", "oracle"),
    ],
)
def test_an_unknown_bot_or_one_of_the_other_game_is_refused_with_the_names_that_would_be_right(
    game: str, name: str, right: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        entry_called(game, name)
    assert refused.value.code == "setup/bot"
    assert repr(name) in str(refused.value)
    assert right in str(refused.value)


def test_the_roster_loads_no_search_before_one_is_wanted() -> None:
    """Searches need numpy and Numba: a command that plays no game must not wait for them."""
    code = "import sys, ewala.games.roster; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("level", levels("kingdom-run"), ids=lambda entry: entry.name)
def test_each_level_of_kingdom_run_makes_a_legal_move(level: Entry) -> None:
    view = load("kingdom-run").parse(KEEP).view("K")
    assert level.bot.choose(view, budget=Budget(iterations=1), rng=random.Random(1)) in view.moves()


@pytest.mark.parametrize("level", levels("chronicles-of-run"), ids=lambda entry: entry.name)
def test_each_level_of_the_chronicles_makes_a_legal_move(level: Entry) -> None:
    view = load("chronicles-of-run").parse(FIRST_BID).view("O")
    assert level.bot.choose(view, budget=Budget(iterations=1), rng=random.Random(1)) in view.moves()
