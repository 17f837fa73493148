"""OpenSpiel: both games as it sees them, what is hidden stays hidden."""

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import ewala
from ewala.core.errors import BadSetup, IllegalMove
from ewala.envs.openspiel import register

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"
SPECS: tuple[tuple[str, dict[str, str]], ...] = (
    ("kingdom-run", {"players": "KS"}),
    ("kingdom-run", {"players": "FSK", "first": "K", "circuit": "C',A',B'", "edition": "fr"}),
    ("kingdom-run", {"players": "SGFK", "circuit": "oooo|~~|oo~ 1:2,7:1,900:2 5"}),
    ("chronicles-of-run", {}),
    ("chronicles-of-run", {"layout": "0,0;1,0;5,5;5,6;-3,2;-3,3;9,-9;10,-9;10,-10"}),
    ("chronicles-of-run", {"position": LAST_TURN}),
)


@pytest.fixture(scope="module", autouse=True)
def _registered() -> None:
    register()


def load(name: str, parameters: dict[str, Any]) -> Any:
    return pyspiel.load_game(f"python_{name.replace('-', '_')}", parameters)


def play_at_random(game: Any, seed: int) -> Any:
    choose, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(choose.choice(state.legal_actions()))
    return state


def test_registering_twice_changes_nothing() -> None:
    before = pyspiel.registered_names()
    register()
    assert pyspiel.registered_names() == before
    assert {"python_kingdom_run", "python_chronicles_of_run"} <= set(before)


def test_without_openspiel_registering_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(BadSetup, match=r"pip install '\.\[openspiel\]'") as caught:
        register()
    assert caught.value.code == "openspiel/missing"


def test_a_program_that_has_loaded_a_game_ends_in_peace() -> None:
    """OpenSpiel lets go of what makes a game only after Python has ended."""
    program = "import pyspiel; from ewala.envs.openspiel import register; register(); pyspiel.load_game('python_{}')"
    for name in ("kingdom_run", "chronicles_of_run"):
        ended = subprocess.run([sys.executable, "-c", program.format(name)], capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize(("name", "parameters"), SPECS)
def test_openspiel_s_own_checks_pass(name: str, parameters: dict[str, str]) -> None:
    pyspiel.random_sim_test(load(name, parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "parameters"), SPECS)
def test_a_game_goes_as_ours_does(name: str, parameters: dict[str, str]) -> None:
    state = load(name, parameters).new_initial_state()
    options = {key: value for key, value in parameters.items() if key != "position"}
    ours = ewala.load(name, **options)
    position = ours.parse(parameters["position"]) if "position" in parameters else ours.start()
    choose = random.Random(7)
    while not state.is_terminal():
        assert str(state) == position.text
        if state.is_chance_node():
            assert position.to_act is ewala.CHANCE
            found = {state.action_to_string(action): chance for action, chance in state.chance_outcomes()}
            assert found == {move: float(chance) for move, chance in position.chances().items()}
        else:
            assert position.game.seats[state.current_player()] == position.to_act
            assert [state.action_to_string(action) for action in state.legal_actions()] == position.moves()
        action = choose.choice(state.legal_actions())
        position = position.play(state.action_to_string(action))
        state.apply_action(action)
    assert position.to_act is None
    winners = {seat for seat, worth in zip(position.game.seats, state.returns(), strict=True) if worth > 0}
    assert winners == (position.winners() if len(position.winners()) < len(position.game.seats) else set())


def test_only_whoever_has_to_act_has_legal_actions() -> None:
    state = load("chronicles-of-run", {"position": LAST_TURN}).new_initial_state()
    assert state.legal_actions(1) == []
    assert state.legal_actions(0) == state.legal_actions()
    state.legal_actions().clear()
    assert len(state.legal_actions()) == 6  # three runes on two slots


@pytest.mark.parametrize(
    ("bids", "worth"), [(("8>1a", "6>1d"), [1, -1]), (("5>1a", "6>1d"), [-1, 1]), (("6>1a", "6>1d"), [0, 0])]
)
def test_two_players_win_lose_or_draw(bids: tuple[str, str], worth: list[float]) -> None:
    state = load("chronicles-of-run", {"position": LAST_TURN}).new_initial_state()
    assert state.returns() == [0, 0]
    for bid in bids:
        state.apply_action(state.string_to_action(bid))
    assert state.returns() == worth


def test_of_four_players_the_winner_gets_what_the_others_lose() -> None:
    game = load("kingdom-run", {"players": "KSFG"})
    assert sorted(play_at_random(game, 1).returns()) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
    assert game.min_utility() == pytest.approx(-1 / 3)


def test_an_illegal_action_is_refused_with_its_clause_and_changes_nothing() -> None:
    state = load("chronicles-of-run", {"position": LAST_TURN}).new_initial_state()
    before = str(state)
    with pytest.raises(IllegalMove) as caught:
        state.apply_action(ewala.load("chronicles-of-run").move_code("5>2a"))
    assert caught.value.clause == "CR-3.1"
    assert str(state) == before
    with pytest.raises(IllegalMove):
        state.apply_action(100_000)


def test_an_edition_settles_what_is_not_chosen() -> None:
    french = load("kingdom-run", {"edition": "fr"}).compiled.game
    assert french == ewala.load("kingdom-run", edition="fr")
    chosen = load("kingdom-run", {"edition": "fr", "copies_apart": "yes", "may_pass": True}).compiled.game
    assert chosen == ewala.load("kingdom-run", edition="fr", copies_apart=True, may_pass=True)


@pytest.mark.parametrize(("name", "parameters"), SPECS)
def test_games_and_states_can_be_written_down(name: str, parameters: dict[str, str]) -> None:
    game = load(name, parameters)
    again = pyspiel.load_game(str(game))
    assert again.compiled.game == game.compiled.game
    state = game.new_initial_state()
    choose = random.Random(3)
    for _ in range(2):
        state.apply_action(choose.choice(state.legal_actions()))
    copy = pickle.loads(pickle.dumps(state))
    assert str(copy) == str(state)
    for player in range(game.num_players()):
        assert copy.information_state_string(player) == state.information_state_string(player)


def test_a_clone_goes_its_own_way() -> None:
    state = load("kingdom-run", {"players": "KS"}).new_initial_state()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)
    assert (state.history(), len(clone.history())) == ([], 1)


@pytest.mark.parametrize(
    ("name", "parameters", "code"),
    [
        ("kingdom-run", {"first": "lot"}, "openspiel/lot"),
        ("kingdom-run", {"copies_apart": "perhaps"}, "setup/option"),
        ("chronicles-of-run", {"position": "nowhere"}, "text/unreadable"),
        (
            "chronicles-of-run",
            {"position": LAST_TURN.replace(".|.", "(O5)|.").replace("O5,6,8:", "O6,8:").replace("bid:O", "bid:C")},
            "openspiel/hidden",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(name: str, parameters: dict[str, str], code: str) -> None:
    with pytest.raises(ewala.EwalaError) as caught:
        load(name, parameters)
    assert caught.value.code == code


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
