"""What OpenSpiel's players get to know: nothing of a bid that lies face down, and everything that they have seen."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from ewala.core.errors import BadSetup
from ewala.envs.openspiel import register

ORDER, CHAOS = 0, 1


@pytest.fixture(scope="module")
def game() -> Any:
    register()
    return pyspiel.load_game("python_chronicles_of_run")


def first_bids(game: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """States in which a first bid is to be made, face down, with a bid."""
    choose, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        action = choose.choice(state.legal_actions())
        text = state.position.text
        if not state.is_chance_node() and "bid:" in text and "(" not in text and "[" not in text and "*" not in text:
            yield state.clone(), action
        state.apply_action(action)


def same_slot(state: Any, action: int) -> list[int]:
    """All bids in a bid's slot."""
    slot = state.action_to_string(action).partition(">")[2]
    return [other for other in state.legal_actions() if state.action_to_string(other).endswith(f">{slot}")]


def all_that_is_known(state: Any, player: int) -> list[object]:
    for_all = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = make_observation(state.get_game(), for_all)
    public.set_from(state, player)
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(player),
        public.string_from(state, player),
        list(public.tensor),
    ]


def test_a_bid_face_down_tells_others_its_slot_alone(game: Any) -> None:
    seen = 0
    for before, bid in first_bids(game, 1):
        owner = before.current_player()
        this, that = (before.child(other) for other in same_slot(before, bid)[:2])
        assert all_that_is_known(this, 1 - owner) == all_that_is_known(that, 1 - owner)
        assert this.information_state_string(owner) != that.information_state_string(owner)
        assert this.information_state_tensor(owner) != that.information_state_tensor(owner)
        assert this.observation_tensor(owner) != that.observation_tensor(owner)
        seen += 1
    assert seen > 5


def test_after_the_second_bid_both_have_seen_everything(game: Any) -> None:
    before, bid = next(first_bids(game, 2))
    state = before.child(bid)
    answer = state.legal_actions()[0]
    state.apply_action(answer)
    expected = [state.action_to_string(action) for action in state.history()]
    for player in (ORDER, CHAOS):
        assert state.information_state_string(player).split() == expected
        assert state.information_state_tensor(player)[-46:][:12] == [action + 1 for action in state.history()]


def test_two_ways_to_one_position_are_told_apart(game: Any) -> None:
    before, _ = next(first_bids(game, 2))
    codes = before.get_game().compiled.game.move_code
    ways = []
    for bids in (("5>1a", "5>2a", "6>3a", "6>4a"), ("6>4a", "6>3a", "5>2a", "5>1a")):
        state = before.clone()
        for bid in bids:
            state.apply_action(codes(bid))
        ways.append(state)
    assert ways[0].observation_string(ORDER) == ways[1].observation_string(ORDER)
    assert ways[0].information_state_string(ORDER) != ways[1].information_state_string(ORDER)
    assert ways[0].information_state_tensor(ORDER) != ways[1].information_state_tensor(ORDER)


def test_resampling_gives_every_rune_that_it_may_be_equally_often(
    game: Any, within_chance: Callable[[list[int], list[float]], bool]
) -> None:
    before, bid = list(first_bids(game, 4))[-1]
    state, possible = before.child(bid), same_slot(before, bid)
    answerer = state.current_player()
    draws = random.Random(5)
    samples = [state.resample_from_infostate(answerer, draws.random) for _ in range(300)]
    assert len(possible) > 2
    assert {sample.information_state_string(answerer) for sample in samples} == {
        state.information_state_string(answerer)
    }
    found = Counter(sample.history()[-1] for sample in samples)
    assert set(found) == set(possible)
    assert within_chance([found[bid] for bid in possible], [300 / len(possible)] * len(possible))


def test_resampling_is_the_same_whatever_the_rune_is(game: Any) -> None:
    """Whoever resamples learns nothing: two states that look alike give the same samples for the same draws."""
    before, bid = next(first_bids(game, 6))
    samples = []
    for other in same_slot(before, bid)[:2]:
        state, draws = before.child(other), random.Random(1)
        samples.append([str(state.resample_from_infostate(state.current_player(), draws.random)) for _ in range(20)])
    assert samples[0] == samples[1]


def test_whoever_knows_everything_resamples_the_state_itself(game: Any) -> None:
    before, bid = next(first_bids(game, 6))
    state, owner = before.child(bid), before.current_player()
    sample = state.resample_from_infostate(owner, random.Random(1).random)
    assert (str(sample), sample.history()) == (str(state), state.history())
    sample.apply_action(sample.legal_actions()[0])
    assert str(sample) != str(state)


def test_nobody_sees_what_all_players_see(game: Any) -> None:
    with pytest.raises(BadSetup):
        game.make_py_observer(pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS))


def test_in_kingdom_run_everybody_observes_the_position() -> None:
    register()
    state = pyspiel.load_game("python_kingdom_run(players=KS)").new_initial_state()
    state.apply_action(state.legal_actions()[5])
    assert state.observation_string(0) == state.observation_string(1) == str(state)
    assert state.information_state_string(1) == state.action_to_string(-1, state.history()[0])
    assert [*state.observation_tensor(0)[:2], *state.observation_tensor(1)[:2]] == [1, 0, 0, 1]
