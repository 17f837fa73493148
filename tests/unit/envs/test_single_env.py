"""The Gymnasium environment for one learner: its steps, actions, pictures."""

import random
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ewala
import ewala.envs.registered
from ewala.envs import against
from ewala.envs.actions import Actions
from ewala.envs.episodes import checked_mode, render
from ewala.envs.single import SingleEnv
from ewala.games.roster import roster
from ewala.kit.bot import Budget

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"


@pytest.mark.parametrize("id_", list(ewala.envs.registered.IDS))
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_gymnasium_s_check_passes(id_: str, bots: str) -> None:
    """It draws actions without the mask, so illegal ones must not be refused."""
    check_env(gymnasium.make(id_, illegal="lose", bots=bots, render_mode="ansi").unwrapped)


def choose_at_random(env: SingleEnv, infos: dict[str, Any], draws: random.Random) -> int:
    return draws.choice(np.flatnonzero(infos["action_mask"]).tolist())


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [("kingdom-run", ["greedy", "random"], {"players": "KSF"}), ("chronicles-of-run", "greedy", {})],
)
def test_a_learner_plays_a_whole_game_in_its_seat(game: str, bots: Any, options: dict[str, str]) -> None:
    env = against(game, bots, seat=1, **options)
    observation, infos = env.reset(seed=2)
    draws, over = random.Random(1), False
    seat = env.game.seats[1]
    while not over:
        state = env.position
        assert infos["seat"] == 1
        assert state.to_act == seat
        assert observation.tolist() == state.view(seat).observation()
        observation, reward, over, _, infos = env.step(choose_at_random(env, infos, draws))
        assert reward == 0 or over
    assert reward == infos["returns"][1]
    assert (reward > 0) == (env.position.winners() == {seat})
    with pytest.raises(ewala.EwalaError, match="reset begins a game"):
        env.step(0)


def test_bots_sit_in_the_order_of_play_from_the_learner_and_know_their_own_seat_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    class Watched:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view: Any, *, budget: Budget, rng: random.Random) -> str:
            assert view.viewer == view.to_act
            assert budget == Budget(iterations=3)
            asked.append((self.name, view.viewer))
            return str(view.moves()[0])

    class Entry:
        def __init__(self, name: str) -> None:
            self.bot = Watched(name)

    for name in ("first", "second", "third"):
        monkeypatch.setitem(roster("kingdom-run"), name, Entry(name))
    env = against("kingdom-run", ["first", "second", "third"], "S", players="KSFG", thinking=Budget(iterations=3))
    _, infos = env.reset(seed=1)
    for _ in range(30):
        _, _, _, _, infos = env.step(int(np.flatnonzero(infos["action_mask"])[0]))
    assert set(asked) == {("first", "F"), ("second", "G"), ("third", "K")}


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        env = against("chronicles-of-run", "greedy", seat="rotating")
        _, infos = env.reset(seed=6)
        draws = random.Random(1)
        for _ in range(8):
            _, _, _, _, infos = env.step(choose_at_random(env, infos, draws))
        games.append(env.position.text)
    assert games[0] == games[1]


def test_an_illegal_action_is_refused_or_loses() -> None:
    env = against("chronicles-of-run", position=LAST_TURN)
    env.reset(seed=1)
    illegal = env.actions.number("7>1a")
    with pytest.raises(ewala.IllegalMove, match="this rune has been used"):
        env.step(illegal)
    assert env.position.text == LAST_TURN
    loses = against("chronicles-of-run", position=LAST_TURN, illegal="lose")
    loses.reset(seed=1)
    _, reward, over, cut, infos = loses.step(illegal)
    assert (reward, over, cut) == (-1, True, False)
    assert infos["illegal"] == "7>1a: this rune has been used: choose one of those in your hand (CR-3.3)"
    with pytest.raises(ewala.EwalaError, match="reset begins a game"):
        loses.step(illegal)
    with pytest.raises(ewala.EwalaError, match="illegal is refuse or lose"):
        against("chronicles-of-run", illegal="forgive")


@pytest.mark.parametrize("action", [3.7, float("nan"), "7", None, 2**70, -1, np.array([3])])
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    env = against("chronicles-of-run", position=LAST_TURN)
    env.reset(seed=1)
    with pytest.raises(ewala.EwalaError, match="an action is a whole number from 0 to 249") as caught:
        env.step(action)
    assert caught.value.code == "envs/action"
    assert env.position.text == LAST_TURN


def test_without_gymnasium_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ewala.EwalaError, match=r"pip install '\.\[envs\]'") as caught:
        against("kingdom-run")
    assert caught.value.code == "envs/missing"


@pytest.mark.parametrize(
    ("package", "module"),
    [
        ("gymnasium", "ewala.envs.vector"),
        ("gymnasium", "ewala.envs.single"),
        ("gymnasium", "ewala.envs.registered"),
        ("pettingzoo", "ewala.envs.aec"),
    ],
)
def test_importing_what_needs_a_framework_says_how_to_install_it(package: str, module: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"try:\n    import {module}\nexcept ImportError as error:\n    print(error.code, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("envs/missing ")
    assert "pip install '.[envs]'" in done.stdout


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = against("kingdom-run", longest=3)
    _, infos = env.reset(seed=1)
    cut = []
    for _ in range(3):
        _, _, _, truncated, infos = env.step(choose_at_random(env, infos, random.Random(1)))
        cut.append(truncated)
    assert cut == [False, False, True]
    with pytest.raises(ewala.EwalaError, match="reset begins a game"):
        env.step(choose_at_random(env, infos, random.Random(1)))


def test_people_see_every_position_as_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    env = against("chronicles-of-run", position=LAST_TURN, render_mode="human")
    env.reset(seed=1)
    env.step(env.actions.number("8>1a"))
    shown = capsys.readouterr().out
    assert shown.count("block 853927416") == 2
    assert "> O power" in shown


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


KINGDOM_RUN = "Ks/-/-/-/-/SFG/-/-/kGG/SSG/KF/FF/-/- K 4,4,4 KSF S act:DL:DC"
CHRONICLES = (
    "block 123456789 O5|C2/.|./(O10)|./.|./.|./.|./.|./.|./.|. O1,2,3,4,6,7,8,9,11:C1,3,4,5,6,7,8,9,10,11 2O bid:C"
)


def texts(svg: str) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_kingdom_run_as_text() -> None:
    state = ewala.load("kingdom-run", players="KSF").parse(KINGDOM_RUN)
    assert (render(state, "ansi") or "").splitlines() == [
        "space   1    2    3    4    5    6    7    8    9    10   11   12   13   14",
        "runners Ks.. .... .... .... .... SFG~ .... .... kGG~ SSG. KF.. FF~~ .... ....",
        "worth                       2    2    3    3    4    4    5    5    6    6",
        "podium  13K  12   11   10   9    8    7    6",
        "  K     4 tokens, 30 points",
        "> S     4 tokens, 18 points",
        "  F     4 tokens, 25 points",
        "dice    DL",
        KINGDOM_RUN,
    ]


def test_kingdom_run_as_a_picture() -> None:
    state = ewala.load("kingdom-run", players="KSF").parse(KINGDOM_RUN)
    found = texts(render(state, "svg") or "")
    assert [found.count(letter) for letter in "KSFG"] == [5, 5, 5, 4]  # the runners, and a chip for each player
    assert found.count("z") == 2
    assert {"30", "18", "25", "D", "L"} <= set(found)


def test_the_chronicles_as_text_do_not_show_a_rune_that_lies_face_down() -> None:
    state = ewala.load("chronicles-of-run").parse(CHRONICLES)
    shown = (render(state, "ansi") or "").splitlines()
    assert shown[0] == "1 worth 3   attacker O5=5*      defender C2=2       by 2 4"
    assert shown[2] == "3 worth 2   attacker O?, bid    defender .          by 2 5 6"
    assert shown[9] == "  O power 4, hand 1 2 3 4 6 7 8 9 10 11"
    assert shown[10].startswith("> C power 0")
    assert "(O10)" not in "".join(shown)


def test_the_chronicles_as_a_picture_show_zones_stones_and_hands() -> None:
    state = ewala.load("chronicles-of-run").parse(CHRONICLES)
    found = texts(render(state, "svg") or "")
    assert found.count("?") == 1
    assert found.count("a") == 7
    assert found.count("d") == 8
    assert found.count("10") == 2  # in both hands: nobody knows that order has bid it


@pytest.mark.parametrize("layout", ["ring", "line", "0,0;1,0;5,5;5,6;-3,2;-3,3;9,-9;10,-9;10,-10"])
def test_every_layout_has_room_on_the_picture(layout: str) -> None:
    root = ElementTree.fromstring(render(ewala.load("chronicles-of-run", layout=layout).start(), "svg") or "")
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    tiles = [part.attrib["d"] for part in root.iter("{http://www.w3.org/2000/svg}path")]
    corners = [tuple(map(float, corner.split())) for tile in tiles for corner in tile.strip("MZ").split(" L")]
    assert len(tiles) == 9
    assert len({tuple(tile.strip("MZ").split(" L")) for tile in tiles}) == 9
    assert all(0 < x < wide and 0 < y < high for x, y in corners)


def test_the_longest_circuit_has_room_on_the_picture() -> None:
    circuit = f"oooo|~{'o' * 13}~{'o' * 12}~ 1:20,2:8 9,9,8,8,8,8,3,2,1,0,0,0,0,0,0"
    root = ElementTree.fromstring(render(ewala.load("kingdom-run", circuit=circuit).start(), "svg") or "")
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for part in root.iter("{http://www.w3.org/2000/svg}circle"):
        x, y, radius = (float(part.attrib[key]) for key in ("cx", "cy", "r"))
        assert radius <= x <= wide - radius
        assert radius <= y <= high - radius


def test_another_way_to_show_is_refused() -> None:
    assert checked_mode(None) is None
    with pytest.raises(ewala.EwalaError, match="ansi or svg or human, not 'film'"):
        checked_mode("film")
