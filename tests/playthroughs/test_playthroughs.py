"""Golden playthroughs: whole games as stories, one for every game, edition and ending. `make goldens` writes them."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from third import third_game

from ewala.games.registry import GAMES, game_class

HERE = Path(__file__).parent
with third_game():
    EVERY = [
        (name, edition, ending)
        for name in GAMES
        for edition in game_class(name).editions
        for ending in game_class(name).endings
    ]


@pytest.fixture(scope="module")
def goldens() -> Any:
    spec = importlib.util.spec_from_file_location("write_goldens", HERE.parents[1] / "tools" / "write_goldens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("name", "edition", "ending"), EVERY)
def test_the_story_is_told_again_word_for_word(
    goldens: Any, third_game: str, name: str, edition: str, ending: str
) -> None:
    path = HERE / name / f"{edition}-{ending}.txt"
    assert path.exists(), f"{path.name} is missing: make goldens"
    assert goldens.story(name, edition, ending).split("\n") == path.read_text(encoding="utf-8").split("\n")


def test_no_file_is_left_over() -> None:
    found = {path.relative_to(HERE).as_posix() for path in HERE.rglob("*.txt")}
    assert found == {f"{name}/{edition}-{ending}.txt" for name, edition, ending in EVERY}
