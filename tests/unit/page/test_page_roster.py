"""The page knows the roster: every title as the server says it, every level in its place, a portrait for each."""

import re
from pathlib import Path

import pytest

from ewala.bots.roster import levels, roster
from ewala.games.registry import GAMES

SOURCES = Path(__file__).parents[3] / "web/src"
BOTS = (SOURCES / "start/bots.ts").read_text(encoding="utf-8")
PORTRAITS = (SOURCES / "parts/portraits.ts").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_titles_are_those_of_the_roster(game: str) -> None:
    titles = dict(re.findall(r'^  (\w+): msg\("(.+)"\),$', BOTS, re.MULTILINE))
    for name, entry in roster(game).items():
        assert titles[name] == entry.title.template


@pytest.mark.parametrize("game", GAMES)
def test_levels_are_in_the_rosters_order(game: str) -> None:
    listed = re.search(rf'"{game}": \[(.+)\]', BOTS)
    assert listed
    assert re.findall(r'"(\w+)"', listed[1]) == [entry.name for entry in levels(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_has_its_portrait(game: str) -> None:
    assert set(roster(game)) <= set(re.findall(r"^  (\w+): \{$", PORTRAITS, re.MULTILINE))
