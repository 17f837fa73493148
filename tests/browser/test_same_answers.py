"""Processor and WebAssembly, one definition of the rules: the same games, answers, texts and counts.

`EWALA_BROWSER_POSITIONS` asks for more positions and games of each game, edition and set of rules than these.
"""

import base64
import os
from collections.abc import Callable
from typing import Any

import pytest
from native import Native
from rules_to_try import counted_paths

from ewala.browser.build import Module
from ewala.browser.node import Machine
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.games.registry import GAMES, load

pytestmark = pytest.mark.long  # hundreds of positions of every game, edition and layout

MANY = int(os.environ.get("EWALA_BROWSER_POSITIONS", "500"))
COUNTS = counted_paths()

Both = tuple[Native, Machine]
Modules = Callable[[str], Machine]


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.fixture
def both(twins: tuple[Game, Game], machine: Modules) -> Both:
    """A game with an edition and rules of its own, on the processor and in a browser."""
    _, fast = twins
    return Native(fast), machine(fast.name)


def test_every_answer_is_the_same_in_every_position(both: Both) -> None:
    """Moves, outcomes with weights, refusals, scores, winners, views, features, what is filled in, random draws."""
    game = both[0].game
    job: dict[str, Any] = {"rules": packed(game.rules.pack()), "rng": str(Rng(11).word), "seats": len(game.seats)}
    here, there = (one.ask("walk", **job, positions=MANY) for one in both)
    for number, (ours, other) in enumerate(zip(here["digests"], there["digests"], strict=True)):
        if ours != other:
            looks = [one.ask("look", **job, position=number) for one in both]
            assert looks[0] == looks[1], f"position {number}"
    assert here == there


def test_the_same_games_are_played_to_the_same_ends(both: Both) -> None:
    """Each at random: as many moves, the same last position, the same draws."""
    native, module = both
    job: dict[str, Any] = {"rules": packed(native.game.rules.pack()), "rng": str(Rng(5).word), "games": MANY}
    here, there = native.ask("ends", **job), module.ask("ends", **job)
    assert [game for game in range(MANY) if here[game] != there[game]] == []
    assert len(set(here)) > MANY * 0.9


@pytest.mark.parametrize("name", GAMES)
def test_paths_are_counted_as_another_implementation_counts_them(name: str, machine: Modules) -> None:
    """All counts of KR-11 and CR-8."""
    counts = [count for count in COUNTS if count["game"] == name]
    found = []
    for count in counts:
        state = load(name, **count["options"]).parse(count["position"])
        job: dict[str, Any] = {
            "rules": packed(state.game.rules.pack()),
            "state": packed(state.data),
            "depth": count["depth"],
        }
        found.append(machine(name).ask("perft", **job))
    assert found == [count["perft"] for count in counts]
    assert len(found) > 20


@pytest.mark.parametrize("name", GAMES)
def test_moves_have_the_same_texts(name: str, machine: Modules, module: Callable[[str], Module]) -> None:
    game = load(name)
    codes = range(module(name).about["codes"]["CODES"])
    texts = machine(name).ask("spell", rules=packed(game.rules.pack()), codes=list(codes))
    spelled = {code: text for code, text in zip(codes, texts, strict=True) if text}
    assert spelled == {code: game.move_text(code) for code in spelled}
    assert {text: game.read_move(text).code for text in spelled.values()} == {
        text: code for code, text in spelled.items()
    }
    assert len(spelled) > 200
