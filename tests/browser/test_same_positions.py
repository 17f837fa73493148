"""Python and JavaScript, one definition of the games: in every position the same texts, moves, refusals with their
reasons, explanations and views, line for line.

`EWALA_BROWSER_POSITIONS` asks for more positions of each game, edition and layout than these; other rules share them.
"""

import os
from collections.abc import Callable
from math import ceil

import positions
import pytest
from in_chromium import Script
from rules_to_try import Rules, all_rules, load_rules, rules_id

from ewala.games.registry import GAMES

pytestmark = pytest.mark.long  # hundreds of positions of every game, edition and layout

MANY = int(os.environ.get("EWALA_BROWSER_POSITIONS", "150"))
PORTION = 200  # not too much to be told at once
CASES = [rules for rules in all_rules() if rules[0] in GAMES]


def kind(rules: Rules) -> tuple[str, str, str]:
    name, edition, _ = rules
    return name, edition, load_rules(rules, "interpreted").parameters().get("layout", "")


@pytest.fixture(scope="session")
def kinds() -> list[tuple[str, str, str]]:
    return list(map(kind, CASES))


@pytest.mark.parametrize("rules", CASES, ids=rules_id)
def test_everything_is_the_same_in_every_position(
    rules: Rules, kinds: list[tuple[str, str, str]], script: Callable[..., Script]
) -> None:
    name, _, variant = rules
    parameters = load_rules(rules, "interpreted").parameters()
    many = ceil(MANY / kinds.count(kind(rules)))
    for portion, first in enumerate(range(0, many, PORTION)):
        job = (name, parameters, 10 * portion + variant, min(PORTION, many - first))
        here, there = positions.walked(*job), script().ask("walked", *job)
        for number, (ours, other) in enumerate(zip(here, there, strict=True)):
            if ours != other:
                assert other.split("\n") == ours.split("\n"), f"position {number} of {job}"
