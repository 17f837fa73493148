"""Counts of paths made by another implementation of the rules (KR-11, CR-8)."""

from collections.abc import Iterator
from typing import Any

import pytest
from rules_to_try import counted_paths

from ewala.core.game import Game
from ewala.games.registry import GAMES, load

COUNTS = counted_paths()


def cases() -> Iterator[Any]:
    for number, count in enumerate(COUNTS):
        for backend in ("interpreted", "compiled"):
            yield pytest.param(count, backend, id=f"{number}-{count['game']}-{backend}")


def game_of(count: dict[str, Any], backend: str) -> Game:
    return load(count["game"], backend=backend, **count["options"])


@pytest.mark.parametrize(("count", "backend"), list(cases()))
def test_perft_counts_the_paths(count: dict[str, Any], backend: str) -> None:
    game = game_of(count, backend)
    assert game.perft(game.parse(count["position"]), count["depth"]) == count["perft"]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count["position"])
def test_a_perft_position_is_written_as_it_was_read(count: dict[str, Any]) -> None:
    assert game_of(count, "auto").parse(count["position"]).text == count["position"]


def test_every_registered_game_is_counted() -> None:
    assert {count["game"] for count in COUNTS} == set(GAMES)


def test_perft_of_depth_0_is_1(game: Game) -> None:
    assert game.perft(game.start(), 0) == 1
