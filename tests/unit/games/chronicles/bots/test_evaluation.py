"""The fitted value: its facts, and its sum against the same network written with whole matrices."""

from typing import Any

import numpy as np
import pytest

from ewala.core.compiled import twin
from ewala.games.chronicles.bots import evaluation, features
from ewala.games.chronicles.bots.desk import compiled_desk, interpreted_desk
from ewala.games.chronicles.bots.features import FACTS, MOST_FACTS, NO_FACT
from ewala.games.chronicles.bots.fitted import WEIGHTS, fitted_network, save_network
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.rules.state import Rules
from ewala.games.chronicles.rules.state import State as Record


def facts_of(record: Record, rules: Rules) -> list[int]:
    out = [0] * MOST_FACTS
    return out[: features.facts(record, rules, out, [0, 0])]


def by_matrices(record: Record, rules: Rules) -> float:
    network, turn = fitted_network(), record.turn
    marks = np.zeros(FACTS)
    np.add.at(marks, facts_of(record, rules), 1)  # a fact may hold twice
    first = np.maximum(marks @ network.facts[turn] + network.first_bias[turn], 0)
    second = np.maximum(first @ network.middle[turn] + network.second_bias[turn], 0)
    return float(np.tanh(second @ network.last[turn, :-1] + network.last[turn, -1]))


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize("seed", range(9))
def test_the_value_is_the_networks(seed: int, backend: str) -> None:
    state = public_position(2 + seed % 7, seed)
    record = Record.unpack(state.data)
    rules: Any = state.game.rules
    make, module = (
        (compiled_desk, twin(evaluation.__name__)) if backend == "compiled" else (interpreted_desk, evaluation)
    )
    desk = make(rules, "win", fitted_network())
    desk.stack[0] = np.frombuffer(state.data, Record.dtype())[0] if backend == "compiled" else record
    value = module.promise(desk.stack[0], desk.rules, desk.network, desk.notes)
    assert value == pytest.approx(by_matrices(record, rules), abs=1e-4)


@pytest.mark.parametrize("turn", range(1, 10))
def test_facts_are_different_ones_and_fit_their_room(turn: int) -> None:
    for seed in range(10):
        state = public_position(turn, seed, layout="line")
        rules: Any = state.game.rules
        facts = facts_of(Record.unpack(state.data), rules)
        assert len(facts) <= MOST_FACTS - 3, "with room to fill up to a multiple of four"
        assert all(0 <= fact < NO_FACT for fact in facts)


def test_both_sides_see_the_same_game() -> None:
    """Order and chaos exchanged, all facts are the same."""
    text = "block 123456789 {0}6|./.|{0}7/{1}9|./{1}11|{0}2/.|./.|./.|./.|./.|{1}5 {2} 4{0} bid:{0}"
    hands = {"O": "1,3,4,5,8,9,10,11", "C": "1,2,3,4,6,7,8,10"}
    from ewala import load

    found = []
    for first, second in ("OC", "CO"):
        own, others = hands["O"], hands["C"]
        both = f"O{own}:C{others}" if first == "O" else f"O{others}:C{own}"
        state = load("chronicles-of-run").parse(text.format(first, second, both))
        rules: Any = state.game.rules
        found.append(facts_of(Record.unpack(state.data), rules))
    assert found[0] == found[1]


def test_weights_survive_their_file(tmp_path: Any) -> None:
    assert WEIGHTS.exists()
    save_network(fitted_network(), tmp_path / "weights.npz")
    with np.load(tmp_path / "weights.npz") as again:
        assert all(np.allclose(again[name], array) for name, array in fitted_network()._asdict().items())
    assert not fitted_network().facts[:, NO_FACT].any()
