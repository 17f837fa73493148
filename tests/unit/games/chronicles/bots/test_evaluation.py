"""The fitted value: its features, and its sum against the same network written with whole matrices."""

from typing import Any

import numpy as np
import pytest

from ewala import load
from ewala.core.compiled import twin
from ewala.core.machines import COMPILED, INTERPRETED
from ewala.games.chronicles.bots import evaluation, features, kinds
from ewala.games.chronicles.bots.fitted import FITTED, Values, fitted_network
from ewala.games.chronicles.bots.kinds import FEATURES, MOST_FEATURES, NO_FEATURE, PLAIN_FEATURES
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.shipped_weights import file_of
from ewala.games.chronicles.bots.workspace import new_workspace
from ewala.games.chronicles.rules.state import Rules
from ewala.games.chronicles.rules.state import State as Record


def features_of(record: Record, rules: Rules) -> list[int]:
    out = [0] * MOST_FEATURES
    return out[: features.features(record, rules, out, [0, 0])]


def by_matrices(record: Record, rules: Rules) -> float:
    network, turn = fitted_network(), record.turn
    marks = np.zeros(FEATURES)
    np.add.at(marks, features_of(record, rules), 1)  # a feature may hold twice
    first = np.maximum(marks @ network.features[turn] + network.first_bias[turn], 0)
    second = np.maximum(first @ network.middle[turn] + network.second_bias[turn], 0)
    return float(np.tanh(second @ network.last[turn, :-1] + network.last[turn, -1]))


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize("seed", range(9))
def test_the_value_is_the_networks(seed: int, backend: str) -> None:
    state = public_position(2 + seed % 7, seed)
    record = Record.unpack(state.data)
    rules: Any = state.game.rules
    compiled = backend == "compiled"
    machine = COMPILED if compiled else INTERPRETED
    module = twin(evaluation.__name__) if compiled else evaluation
    work = new_workspace(machine, rules, "win", fitted_network())
    work.stack[0] = np.frombuffer(state.data, Record.dtype())[0] if compiled else record
    value = module.evaluate(work.stack[0], work.rules, work.network, work.notes)
    assert value == pytest.approx(by_matrices(record, rules), abs=1e-4)


@pytest.mark.parametrize("turn", range(1, 10))
def test_features_are_different_ones_and_fit_their_room(turn: int) -> None:
    for seed in range(10):
        state = public_position(turn, seed, layout="line")
        rules: Any = state.game.rules
        features = features_of(Record.unpack(state.data), rules)
        assert len(features) <= MOST_FEATURES - 3, "with room to fill up to a multiple of four"
        assert all(0 <= feature < NO_FEATURE for feature in features)


def test_both_sides_see_the_same_game() -> None:
    """Order and chaos exchanged, all features are the same."""
    text = "block 123456789 {0}6|./.|{0}7/{1}9|./{1}11|{0}2/.|./.|./.|./.|./.|{1}5 {2} 4{0} bid:{0}"
    hands = {"O": "1,3,4,5,8,9,10,11", "C": "1,2,3,4,6,7,8,10"}
    found = []
    for first, second in ("OC", "CO"):
        own, others = hands["O"], hands["C"]
        both = f"O{own}:C{others}" if first == "O" else f"O{others}:C{own}"
        state = load("chronicles-of-run").parse(text.format(first, second, both))
        rules: Any = state.game.rules
        found.append(features_of(Record.unpack(state.data), rules))
    assert found[0] == found[1]


def test_it_sees_which_zones_touch() -> None:
    """Lisbeth is beaten by 1; Keera in hand could turn that round from a zone that touches hers, and there is room."""
    text = "{} .|./.|./O7|C8/.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,8,9,10,11:C1,2,3,4,5,6,7,9,10,11 2O bid:O"
    found = []
    for layout in ("line 123456789", "line 213456789"):
        state = load("chronicles-of-run", layout="line").parse(text.format(layout))
        rules: Any = state.game.rules
        found.append(set(features_of(Record.unpack(state.data), rules)))
    assert found[0] == found[1], "zones 1 and 2 are empty, and have nothing to do with it"
    assert found[0] >= {kinds.RAISABLE + kinds.LOST, kinds.FLIPS + 2}


def test_plain_values_see_nothing_of_it() -> None:
    assert not fitted_network("plain").features[:, PLAIN_FEATURES:].any()
    assert fitted_network("learned").features[:, PLAIN_FEATURES:].any()


@pytest.mark.parametrize("values", FITTED)
def test_weights_are_small_and_a_feature_that_is_none_weighs_nothing(values: Values) -> None:
    assert file_of(values).stat().st_size < 2_000_000
    assert not fitted_network(values).features[:, NO_FEATURE].any()


@pytest.mark.parametrize("values", ["lead", "hope"])
def test_values_made_by_hand_see_what_they_say(values: Values) -> None:
    """Nobody leads; order has Zhoor alone in a zone, or Aruh'ka, whom nearly everybody beats."""
    text = "block 123456789 C2|./O{}|./.|./.|./.|./.|./.|./.|./.|. O{}:C1,3,4,5,6,7,8,9,10,11 2O bid:O"
    worths = []
    for rune in (11, 2):
        hand = ",".join(str(n) for n in range(1, 12) if n != rune)
        state = load("chronicles-of-run").parse(text.format(rune, hand))
        rules: Any = state.game.rules
        work = new_workspace(INTERPRETED, rules, "win", fitted_network(values))
        worths.append(evaluation.evaluate(Record.unpack(state.data), rules, work.network, work.notes))
    if values == "lead":
        assert worths == [0, 0]
    else:
        assert worths[0] > worths[1]
