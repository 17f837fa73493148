"""The example that learns: a shortened run of it does, and leaves what it promises."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from draw_training import drawn

pytestmark = pytest.mark.long  # JAX compiles and learns

SCRIPT = Path(__file__).parents[3] / "examples" / "train_chronicles.py"
SHORT = ["--games", "256", "--opponent", "random", "--seed", "3"]


@pytest.fixture(scope="module")
def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("train_chronicles", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def script(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, with small batches and two tests: one before it learns, one at the end."""
    for name, value in {"BATCH": 256, "POINTS": 1, "POINT_GAMES": 256, "LAST_GAMES": 256}.items():
        monkeypatch.setattr(loaded, name, value)
    return loaded


def curve(folder: Path) -> list[tuple[int, float]]:
    """Of each point, the update and the share of decided games that were won."""
    rows = np.genfromtxt(folder / "curve.csv", delimiter=",", names=True, ndmin=1)
    return [(int(row["update"]), float(row["won"] / (row["won"] + row["lost"]))) for row in rows]


def test_the_script_is_short() -> None:
    assert len(SCRIPT.read_text().splitlines()) < 150


def test_a_few_updates_beat_random_play_which_none_do_not(
    script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script.main([*SHORT, "--updates", "6", "--out", str(tmp_path)])
    (first, before), (last, after) = curve(tmp_path)
    assert (first, last) == (0, 6)
    assert before < 0.6
    assert after > 0.68
    assert f"{after:.1%}" in capsys.readouterr().out


def test_the_weights_that_were_written_play_as_well(script: Any, tmp_path: Path) -> None:
    script.main([*SHORT, "--updates", "1", "--out", str(tmp_path)])
    weights = dict(np.load(tmp_path / "weights.npz"))
    assert {name: layer.shape for name, layer in weights.items()} == {
        name: (1 + inputs, outputs) for name, (inputs, outputs) in script.LAYERS.items()
    }
    won, drawn_games, lost = script.tested(weights, "random", 256, 4)  # the seed of the last test of seed 3
    assert won + drawn_games + lost == 256
    assert won / (won + lost) == pytest.approx(curve(tmp_path)[-1][1], abs=1e-6)


def test_as_many_updates_from_a_seed_learn_the_same(script: Any, tmp_path: Path) -> None:
    for folder in ("once", "again"):
        script.main([*SHORT, "--updates", "1", "--out", str(tmp_path / folder)])
    once, again = (np.load(tmp_path / folder / "weights.npz") for folder in ("once", "again"))
    assert all((once[name] == again[name]).all() for name in script.LAYERS)


def test_ctrl_c_keeps_what_was_learned(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn = script.learn
    learnt: list[Any] = []

    def interrupted(*given: Any) -> Any:
        if len(learnt) == 3:
            raise KeyboardInterrupt
        learnt.append(learn(*given))
        return learnt[-1]

    monkeypatch.setattr(script, "learn", interrupted)
    script.main([*SHORT, "--updates", "8", "--out", str(tmp_path)])
    kept = np.load(tmp_path / "weights.npz")
    assert all((kept[name] == np.asarray(layer)).all() for name, layer in learnt[-1][0].items())
    assert len(curve(tmp_path)) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--minutes", "0"], "above 0"),
        (["--updates", "-1"], "above 0"),
        (["--games", "3"], "games above 14"),
        (["--seed", "-1"], "seeds from 0 on"),
        (["--opponent", "nobody"], "choose from"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    script: Any, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit):
        script.main(words)
    assert sentence in capsys.readouterr().err


def test_each_output_of_the_network_is_the_action_that_it_means(script: Any) -> None:
    """With weights that see nothing: a liking of its own for each rune in an attacker and a defender slot."""
    actions = script.chronicles(1).actions
    weights = {name: np.zeros((1 + i, o), np.float32) for name, (i, o) in script.LAYERS.items()}
    weights["place"][0] = np.arange(24)
    weights["effect"][0] = 100 + np.arange(34)
    features = script.OF_ZONES + 2 * script.OF_A_SIDE + script.OF_THE_GAME
    logs, _ = script.jax.jit(script.network)(weights, np.zeros((1, features), np.int8), np.ones((1, len(actions))))
    likes = np.asarray(logs[0]) - float(logs[0][actions.number("-")]) + 100
    meant = {"-": 100, "x9": 109, ">1a": 0, ">8d": 12, "<O1": 112, "<C11": 133, "1>1a": 1, "11>9a": 11, "10>3d": 22}
    assert {move: round(float(likes[actions.number(move)])) for move in meant} == meant


def test_a_decision_gains_what_its_side_expects_more_at_the_next(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of three decisions, order, chaos, order, which order wins; a second game is over after the first."""
    monkeypatch.setattr(script, "BATCH", 4)
    monkeypatch.setattr(script, "TRACE", 0.5)
    seats, worths = [(0, 1), (1, 0), (0, 0)], [(0.0, 0.25), (-0.5, 0.0), (0.5, 0.0)]
    lives = [(True, True), (True, False), (True, False)]
    decisions = [
        (np.array(seat), np.array(live), np.zeros((2, 1)), np.ones((2, 1)), np.arange(2), np.zeros(2), np.array(worth))
        for seat, live, worth in zip(seats, lives, worths, strict=True)
    ]
    (batch,) = script.lessons(decisions, np.array([[1.0, -1.0], [-1.0, 1.0]]), np.random.default_rng(1))
    *_, gains, results = batch
    # Order's last decision: 1 - 0.5; its first: 0.5 - 0 and half of that; chaos: -1 + 0.5; the other game: 1 - 0.25
    expected = np.array([0.5, 0.75, -0.5, 0.75])
    assert sorted(results) == pytest.approx(sorted([1.0, 0.75, -1.0, 1.0]))
    assert sorted(gains) == pytest.approx(sorted((expected - expected.mean()) / expected.std()))


def test_the_picture_has_a_point_for_each_row() -> None:
    rows = [{"update": str(update), "won": str(update), "lost": "5"} for update in (0, 10, 20)]
    picture = drawn(rows)
    assert picture.count("<circle") == 3
    assert ">80%<" in picture
