"""The numbers of actions: each decision that a player can have is one of them, and nothing else is."""

import random
from typing import Any

import pytest

import ewala
from ewala.envs.actions import Actions

GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("kingdom-run", {}, 500),
    ("kingdom-run", {"players": "SGFK", "circuit": "oooo|~~|oo~ 1:2,7:1,900:2 5"}, 400),
    ("chronicles-of-run", {}, 250),
)


@pytest.mark.parametrize(("name", "options", "count"), GAMES)
def test_every_decision_has_an_action_of_its_own(name: str, options: dict[str, Any], count: int) -> None:
    game = ewala.load(name, **options)
    actions = Actions(game)
    choose, state, met = random.Random(1), game.start(), set()
    while state.to_act is not None:
        moves = state.moves()
        if state.to_act is not ewala.CHANCE:
            numbers = [actions.number(move) for move in moves]
            assert [actions.text(number) for number in numbers] == moves
            assert numbers == sorted(numbers)
            met.update(numbers)
        state = state.play(choose.choice(moves))
    assert len(actions) == count
    assert len(met) > 50
    assert len({actions.text(number) for number in range(count)}) == count


@pytest.mark.parametrize(
    ("name", "move"), [("kingdom-run", "!DDLX"), ("kingdom-run", "D15K"), ("chronicles-of-run", "!1")]
)
def test_what_no_player_decides_is_no_action(name: str, move: str) -> None:
    with pytest.raises(ewala.EwalaError) as caught:
        Actions(ewala.load(name)).number(move)
    assert caught.value.code == "envs/move"


def test_a_number_beyond_the_last_is_refused() -> None:
    actions = Actions(ewala.load("chronicles-of-run"))
    for number in (-1, 250):
        with pytest.raises(ewala.EwalaError, match=f"from 0 to 249, not {number}"):
            actions.text(number)
