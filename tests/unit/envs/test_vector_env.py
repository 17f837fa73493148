"""Many games at once: each goes as ours does, from a seed, and no step is ever half done."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode

import ewala
import ewala.envs.registered
from ewala.envs.seating import ROTATING
from ewala.envs.vector import VectorEnv
from ewala.games.kingdom_run.rules.state import SPACES

Named = tuple[str, dict[str, Any]]
KINGDOM_RUN: Named = ("kingdom-run", {"players": "KSF"})
CHRONICLES: Named = ("chronicles-of-run", {})
GAMES = (KINGDOM_RUN, CHRONICLES)

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"
OVER = LAST_TURN.replace(".|./", "O5|C4/").replace("O5,6", "O6").replace("C4,6", "C6").replace("bid:O", "over")


def make(named: Named, num_envs: int = 3, **more: Any) -> VectorEnv:
    return VectorEnv(named[0], num_envs, threads=1, **named[1], **more)


def last_turn(num_envs: int = 2, **more: Any) -> VectorEnv:
    return VectorEnv("chronicles-of-run", num_envs, position=LAST_TURN, **more)


def chosen(env: VectorEnv, *moves: str) -> Any:
    return np.array([env.actions.number(move) for move in moves])


@pytest.mark.parametrize("named", GAMES)
def test_observations_masks_seats_and_rewards_are_those_of_the_position(named: Named) -> None:
    env = make(named)
    observations, infos = env.reset(seed=4)
    ended = 0
    for _ in range(250):
        for index in range(env.num_envs):
            state = env.position(index)
            if state.to_act is None:
                continue
            seat = env.game.seats[infos["seat"][index]]
            legal = [env.actions.text(action) for action in np.flatnonzero(infos["action_mask"][index]).tolist()]
            assert seat == state.to_act
            assert legal == state.moves()
            assert observations[index].tolist() == state.view(seat).observation()
        before = infos["seat"]
        observations, rewards, terminations, _, infos = env.step(env.random_actions())
        for index in np.flatnonzero(terminations).tolist():
            won = env.position(index).winners()
            worth = [len(env.game.seats) * (seat in won) / len(won) - 1 for seat in env.game.seats]
            worth = [share / (len(env.game.seats) - 1) for share in worth]
            assert infos["returns"][index] == pytest.approx(worth)
            assert rewards[index] == pytest.approx(worth[before[index]])
            ended += 1
    assert ended >= 3


def test_a_face_down_rune_is_not_to_be_seen() -> None:
    env = last_turn(1)
    env.reset(seed=1)
    seen = []
    for bid in ("5>1a", "8>1a"):
        env.reset()
        observations, _, _, _, infos = env.step(chosen(env, bid))
        assert infos["seat"][0] == 1
        seen.append(observations[0].tolist())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("named", GAMES)
def test_dice_depend_on_the_seed_and_the_place_alone(named: Named) -> None:
    few, many = make(named, 2), make(named, 5, copy=False)
    one, _ = few.reset(seed=9)
    other, _ = many.reset(seed=9)
    for _ in range(60):
        assert (one == other[:2]).all()
        actions = many.random_actions()
        assert (actions[:2] == few.random_actions()).all()
        one, other = few.step(actions[:2])[0], many.step(actions)[0]
    assert not (few.reset(seed=9)[0] == few.reset(seed=10)[0]).all()
    assert not (many.reset(seed=9)[0][0] == many.reset(seed=9)[0][1]).all()


def test_without_a_seed_the_dice_go_on() -> None:
    env = make(CHRONICLES, 1)
    first = env.reset(seed=1)[0]
    assert not (env.reset()[0] == first).all()
    assert (env.reset(seed=1)[0] == first).all()


@pytest.mark.parametrize("named", GAMES)
def test_no_observation_of_whole_games_comes_near_the_end_of_its_space(named: Named) -> None:
    """Bytes do: the largest number of a position is that of a space or a rune, not of a count that could grow."""
    env = VectorEnv(named[0], 256, **named[1])
    observations, _ = env.reset(seed=3)
    games = 0
    while games < 512:
        assert env.observation_space.contains(observations)
        assert observations.max() <= SPACES < np.iinfo(observations.dtype).max
        observations, _, terminations, _, _ = env.step(env.random_actions())
        games += terminations.sum()
    env.close()


def test_threads_change_nothing() -> None:
    alone, shared = VectorEnv("chronicles-of-run", 600, threads=1), VectorEnv("chronicles-of-run", 600, threads=2)
    alone.reset(seed=2)
    shared.reset(seed=2)
    for _ in range(30):
        actions = alone.random_actions()
        assert (actions == shared.random_actions()).all()
        for one, other in zip(alone.step(actions)[:4], shared.step(actions)[:4], strict=True):
            assert (one == other).all()
    shared.close()


def test_an_illegal_action_is_refused_with_its_place_and_no_game_goes_on() -> None:
    env = last_turn(3)
    env.reset(seed=1)
    before = [env.position(index).text for index in range(3)]
    with pytest.raises(ewala.IllegalMove) as caught:
        env.step(chosen(env, "5>1a", "7>1a", "5>2a"))
    assert str(caught.value) == "7>1a: in game 1, this rune has been used: choose one of those in your hand (CR-3.3)"
    assert (caught.value.code, caught.value.move) == ("cr/rune-used", "7>1a")
    assert [env.position(index).text for index in range(3)] == before


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([0], "envs/actions"),
        ([0.0, 1.0], "envs/actions"),
        ([[0], [1]], "envs/actions"),
        ([124, 250], "envs/action"),
        ([-1, 0], "envs/action"),
    ],
)
def test_what_is_not_an_action_for_each_game_is_refused(actions: Any, code: str) -> None:
    env = last_turn()
    env.reset(seed=1)
    with pytest.raises(ewala.EwalaError) as caught:
        env.step(np.array(actions))
    assert caught.value.code == code


def test_nothing_is_stepped_before_it_has_begun() -> None:
    with pytest.raises(ewala.EwalaError, match="reset begins the games"):
        last_turn().step(np.zeros(2, np.int64))


def test_a_game_that_is_over_begins_anew_at_the_next_step() -> None:
    env = last_turn()
    env.reset(seed=1)
    env.step(chosen(env, "8>1a", "6>1a"))
    _, rewards, terminations, _, infos = env.step(chosen(env, "6>1d", "6>1d"))
    assert terminations.all()
    assert rewards.tolist() == [-1, 0]  # of chaos, which acted
    assert infos["returns"].tolist() == [[1, -1], [0, 0]]
    assert infos["action_mask"].all()  # whatever is chosen now, it does not count
    _, rewards, terminations, _, infos = env.step(np.zeros(2, np.int64))
    assert not terminations.any()
    assert not rewards.any()
    assert not infos["returns"].any()
    assert [env.position(index).text for index in range(2)] == [LAST_TURN, LAST_TURN]
    assert infos["action_mask"].sum(1).tolist() == [6, 6]


def test_a_game_that_is_over_begins_anew_at_once_if_asked_to() -> None:
    env = last_turn(autoreset_mode=AutoresetMode.SAME_STEP)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    first, _ = env.reset(seed=1)
    between, *_ = env.step(chosen(env, "8>1a", "6>1a"))
    observations, rewards, terminations, _, infos = env.step(chosen(env, "6>1d", "6>1d"))
    assert terminations.all()
    assert rewards.tolist() == [-1, 0]
    assert (observations == first).all()
    assert infos["_final_obs"].all()
    assert not (infos["final_obs"][0] == between[0]).all()
    assert infos["final_info"]["returns"].tolist() == [[1, -1], [0, 0]]
    assert infos["seat"].tolist() == [0, 0]
    env.step(chosen(env, "8>1a", "6>1a"))


def test_a_game_that_is_over_waits_if_asked_to() -> None:
    env = last_turn(autoreset_mode=AutoresetMode.DISABLED)
    first, _ = env.reset(seed=1)
    env.step(chosen(env, "8>1a", "6>1a"))
    over, *_ = env.step(chosen(env, "6>1d", "6>1d"))
    still, rewards, *_ = env.step(np.zeros(2, np.int64))
    assert (still == over).all()
    assert not rewards.any()
    begun, _ = env.reset(options={"reset_mask": np.array([False, True])})
    assert (begun[0] == over[0]).all()
    assert (begun[1] == first[1]).all()
    with pytest.raises(ewala.EwalaError, match="an array of 2 truth values"):
        env.reset(options={"reset_mask": [True, True]})


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = make(KINGDOM_RUN, 2, longest=5)
    env.reset(seed=1)
    cut = [env.step(env.random_actions())[3].tolist() for _ in range(12)]
    assert [step for step, truncations in enumerate(cut, 1) if all(truncations)] == [5, 11]


def test_what_was_given_out_stays_as_it_was_unless_asked_otherwise() -> None:
    for copy in (True, False):
        env = make(CHRONICLES, 2, copy=copy)
        observations, infos = env.reset(seed=1)
        mask, kept = infos["action_mask"], observations.copy()
        env.step(env.random_actions())
        assert (observations == kept).all() == copy
        assert (mask.sum() == 2 * 198) == copy


@pytest.mark.parametrize("named", GAMES)
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_learner_with_a_seat_decides_for_it_alone(named: Named, bots: str) -> None:
    env = make(named, 2, seat=1, bots=bots)
    _, infos = env.reset(seed=3)
    ended = 0
    for _ in range(400):
        assert infos["seat"].tolist() == [1, 1]
        _, rewards, terminations, _, infos = env.step(env.random_actions())
        assert rewards.tolist() == infos["returns"][:, 1].tolist()
        ended += terminations.sum()
        if ended > 1:
            break
    assert ended > 1


def test_a_learner_sees_the_end_from_its_own_seat() -> None:
    for bots in ("random", "greedy"):
        env = last_turn(1, seat="O", bots=bots)
        env.reset(seed=1)
        observations, _, terminations, _, _ = env.step(chosen(env, "8>1a"))
        assert terminations[0]
        assert observations[0].tolist() == env.position(0).view("O").observation()


def test_seats_rotate_from_game_to_game() -> None:
    env = last_turn(4, seat=ROTATING, autoreset_mode=AutoresetMode.SAME_STEP)
    _, infos = env.reset(seed=1)
    assert infos["seat"].tolist() == [0, 1, 0, 1]
    *_, infos = env.step(env.random_actions())
    assert infos["seat"].tolist() == [1, 0, 1, 0]


def test_opponents_play_the_same_for_the_same_seed() -> None:
    ends = []
    for _ in range(2):
        env = make(CHRONICLES, 2, seat=0, bots="greedy")
        env.reset(seed=5)
        for _ in range(9):
            env.step(env.random_actions())
        ends.append([env.position(index).text for index in range(2)])
    assert ends[0] == ends[1]


def test_whoever_begins_is_drawn_for_each_game() -> None:
    env = VectorEnv("kingdom-run", 40, players="KS", first="lot")
    _, infos = env.reset(seed=1)
    assert 8 < infos["seat"].sum() < 32


def test_a_game_that_is_over_before_the_learner_s_turn_is_not_shown() -> None:
    """On this circuit, the first runner that crosses the line ends the game."""
    short: dict[str, Any] = {"players": "SGFK", "circuit": "oooo|~~|oo~ 1:2,7:1,90:2 5"}
    for bots in ("random", ["greedy", "random", "random"]):
        env = VectorEnv("kingdom-run", 8, seat="K", bots=bots, **short)
        _, infos = env.reset(seed=1)
        assert infos["seat"].tolist() == [3] * 8


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_games_in_which_the_learner_never_decides_are_refused(bots: str) -> None:
    """Order has made the last bid, and chaos answers."""
    answer = LAST_TURN.replace(".|.", "(O5)|.").replace("O5,6,8:", "O6,8:").replace("bid:O", "bid:C")
    env = VectorEnv("chronicles-of-run", 2, seat="O", bots=bots, position=answer)
    with pytest.raises(ewala.EwalaError) as caught:
        env.reset(seed=1)
    assert caught.value.code == "envs/no-decision"


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_seeding_some_games_leaves_the_others_as_they_are(bots: str) -> None:
    env, same = (make(CHRONICLES, 3, seat=ROTATING, bots=bots) for _ in range(2))
    for each in (env, same):
        each.reset(seed=4)
        each.step(each.random_actions())
    env.reset(seed=5, options={"reset_mask": np.array([True, False, False])})
    for _ in range(6):
        actions = same.random_actions()
        first = env.random_actions()[:1]
        env.step(np.concatenate([first, actions[1:]]))
        same.step(actions)
    assert [env.position(index).text == same.position(index).text for index in range(3)] == [False, True, True]


def test_a_space_may_be_worth_more_than_a_byte_holds() -> None:
    for worth, type_ in ((127, np.int8), (128, np.int16)):
        space = VectorEnv("kingdom-run", 1, circuit=f"oooo|~~|oo~ 1:2,7:1,{worth}:2 5").single_observation_space
        assert space.dtype == type_


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"num_envs": 0}, "envs/number"),
        ({"threads": 0}, "envs/number"),
        ({"longest": "long"}, "envs/number"),
        ({"seat": "X"}, "envs/seat"),
        ({"seat": 2}, "envs/seat"),
        ({"bots": "greedy"}, "envs/seat"),
        ({"seat": 0, "bots": ["random", "random"]}, "envs/bots"),
        ({"seat": 0, "bots": "nobody"}, "setup/bot"),
        ({"position": OVER}, "envs/over"),
        ({"edition": "xx"}, "setup/option"),
        ({"autoreset_mode": "SameStep"}, "envs/autoreset"),
        ({"game": ewala.load("chronicles-of-run"), "layout": "ring"}, "envs/options"),
    ],
)
def test_what_cannot_be_set_up_is_refused(more: dict[str, Any], code: str) -> None:
    with pytest.raises(ewala.EwalaError) as caught:
        VectorEnv(**{"game": "chronicles-of-run", "num_envs": 1, **more})
    assert caught.value.code == code


class AtRandom(gymnasium.vector.VectorActionWrapper[Any, Any, Any, Any]):
    """Makes legal actions in place of those that a check has drawn without a mask."""

    def actions(self, actions: Any) -> Any:
        env: Any = self.env
        return env.random_actions()


@pytest.mark.parametrize("id_", ["ewala/KingdomRun-v0", "ewala/Chronicles-v0"])
def test_gymnasium_s_checks_pass(id_: str) -> None:
    many: Any = gymnasium.make_vec(id_, num_envs=3)
    env_checker.check_reset_return_type(many)
    env_checker.check_reset_seed_determinism(many)
    env_checker.check_reset_options(many)
    one: Any = AtRandom(gymnasium.make_vec(id_, num_envs=1))  # the check takes an array's truth
    env_checker.check_returned_data_not_reused(one)


@pytest.mark.parametrize("id_", ["ewala/KingdomRun-v0", "ewala/Chronicles-v0"])
def test_gymnasium_makes_it_and_its_wrappers_take_it(id_: str) -> None:
    env: Any = gymnasium.make_vec(id_, num_envs=3)
    assert isinstance(env, VectorEnv)
    assert env.single_observation_space == gymnasium.make(id_).observation_space
    assert env.single_action_space == gymnasium.make(id_).action_space
    statistics: Any = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    listed: Any = gymnasium.wrappers.vector.DictInfoToList(statistics)
    observations, infos = listed.reset(seed=1)
    rewards = np.zeros(3)
    while not statistics.episode_count:
        assert observations in env.observation_space
        assert all(info["action_mask"].any() for info in infos)
        observations, won, _, _, infos = listed.step(env.random_actions())
        rewards += won
    finished = next(info["episode"] for info in infos if "episode" in info)
    assert finished["r"] in rewards
    assert finished["l"] > 5


@pytest.mark.parametrize("id_", ["ewala/KingdomRun-v0", "ewala/Chronicles-v0"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_it_steps_as_gymnasium_s_own_vector_of_single_games_does(id_: str, mode: AutoresetMode) -> None:
    """With one game: the dice of more depend on their places, which Gymnasium's single games do not know."""
    ours: Any = gymnasium.make_vec(id_, num_envs=1, autoreset_mode=mode, seat=ROTATING)
    theirs: Any = gymnasium.make_vec(
        id_, num_envs=1, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, seat=ROTATING
    )
    assert (ours.reset(seed=1)[0] == theirs.reset(seed=1)[0]).all()
    ended = 0
    while ended < 3:
        actions = ours.random_actions()
        *mine, infos = ours.step(actions)
        *own, told = theirs.step(actions)
        for one, other in zip(mine, own, strict=True):
            assert np.array_equal(one, other)
        for key in ("action_mask", "seat", "returns"):
            assert np.array_equal(infos[key], told[key])
        assert np.array_equal(infos.get("_final_obs"), told.get("_final_obs"))
        if "final_obs" in told:
            assert np.array_equal(infos["final_obs"][0], told["final_obs"][0])
            assert np.array_equal(infos["final_info"]["returns"], told["final_info"]["returns"])
        ended += mine[2].sum()
