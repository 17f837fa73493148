"""A kit says where a game's parts are: each of them is there, and the page has those that it uses."""

import re

import pytest
from page_generated import PAGE_PARTS, page_order

from ewala.browser.script.program import translated
from ewala.games.registry import GAMES, kit_of
from ewala.kit.game_kit import GameKit

BESIDE = {"seat_shares", "ladders", "middle"}  # of which `rating_terms` is made


@pytest.mark.parametrize("game", GAMES)
def test_every_part_is_where_the_kit_says(game: str) -> None:
    kit = kit_of(game)
    for name in kit.parts:
        assert name in BESIDE or callable(getattr(GameKit, name)), name
        assert kit._part(name) is not None, name


def test_the_page_has_the_parts_that_it_uses_and_no_others() -> None:
    asked = re.findall(r'\$_(?:part|coach)\("(\w+)"\)', translated(page_order()))
    assert set(asked) == set(PAGE_PARTS)
