"""A shortened run: what positions are worth is the search's word, and what is learned is what the kernel reckons."""

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from ewala.cli import main
from ewala.core.machines import INTERPRETED
from ewala.games.chronicles.bots.evaluation import evaluate
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.kinds import FEATURES
from ewala.games.chronicles.bots.network import network_in
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.bots.workspace import new_workspace
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import State
from ewala.games.chronicles.training import fitting, lessons, self_play
from ewala.games.chronicles.training.fitting import Layers, fit, fresh_layers, values
from ewala.games.chronicles.training.lessons import marks_of, worths_of
from ewala.games.chronicles.training.trainer import STEPS
from ewala.lab.training.rounds import PORTION
from ewala.lab.training.run_folder import RunFolder, read_weights
from ewala.lab.training.workers import SelfPlay

pytestmark = pytest.mark.long  # learns from whole runs

SHORT = ["--rounds", "1", "--games", "48", "--contest", "4", "--cores", "1"]
GAME = Chronicles.from_options({})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "kept"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(self_play, "POSITIONS", {7: 1, 8: 2})
        patch.setitem(fitting.RECIPE, "passes", 2)
        assert main(["train", "chronicles-of-run", "--out", str(folder), *SHORT]) == 0
    return folder


def test_a_run_begins_with_plain_values_and_leaves_others(run: Path) -> None:
    first = network_in(read_weights(run / "round-000" / "weights.npz"))
    assert all(np.array_equal(*both) for both in zip(first, fitted_network("plain"), strict=True))
    fitted = network_in(read_weights(run / "round-001" / "fitted.npz"))
    changed = [turn for turn in range(10) if not np.array_equal(fitted.features[turn], first.features[turn])]
    assert changed == [7, 8]
    in_steps = fitted.features[changed] * STEPS
    assert np.array_equal(in_steps, np.rint(in_steps)), "as they are sent to pages"
    (line,) = RunFolder(run).lines()
    assert (line.kind, line.fair) == ("all", 0.5)
    assert line.surprise_after != line.surprise_before
    assert network_in(read_weights(run / "best.npz"))


def test_the_same_seed_gathers_the_same_positions(run: Path) -> None:
    weights = run / "round-000" / "weights.npz"
    tables = [SelfPlay("chronicles-of-run", weights, seed, PORTION).done() for seed in ("1", "1", "2")]
    assert np.array_equal(tables[0]["states"], tables[1]["states"])
    assert tables[0]["states"].tobytes() != tables[2]["states"].tobytes()
    assert set(tables[0]["turns"]) <= set(self_play.POSITIONS)


def positions(turn: int, many: int) -> "np.ndarray[tuple[int], np.dtype[np.void]]":
    return np.frombuffer(b"".join(public_position(turn, seed).data for seed in range(many)), State.dtype())


@pytest.mark.parametrize(("turn", "ahead"), [(8, 2), (6, 1)])
def test_lessons_are_what_a_search_says(turn: int, ahead: int) -> None:
    network = fitted_network()
    search = Search(GAME, "win", network)
    for state, worth in zip(positions(turn, 5), worths_of(positions(turn, 5), turn, network), strict=True):
        record = State.unpack(state.tobytes())
        assert worth == pytest.approx((1 - 2 * record.initiative) * search.worth(record, ahead), abs=1e-6)


@pytest.mark.parametrize("cores", [1, 2])
def test_positions_are_weighed_by_no_more_threads_than_cores(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "_PORTION", 1)
    network, states = fitted_network(), positions(8, 4)
    at_work: set[int] = set()
    threading.setprofile(lambda *_: at_work.add(threading.get_native_id()))
    try:
        worths_of(states, 8, network, cores)
    finally:
        threading.setprofile(None)
    assert 1 <= len(at_work) <= cores


# In a process of its own: how many threads JAX has is settled when it begins.
ON_ONE_CORE = """
import multiprocessing, sys
from pathlib import Path
from ewala.cli import main
from ewala.games.chronicles.training import fitting, self_play

self_play.POSITIONS = {8: 2}
fitting.RECIPE["passes"] = 1
assert main(["train", "chronicles-of-run", "--out", sys.argv[1], *sys.argv[2:]]) == 0
tasks = [task.read_text() for task in Path("/proc/self/task").glob("*/comm")]
print(sum("XLAEigen" in name for name in tasks), len(multiprocessing.active_children()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="threads are looked up in /proc")
def test_a_fit_keeps_to_the_cores_it_is_given(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ON_ONE_CORE, str(tmp_path / "run"), *SHORT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "1 0", "one thread of JAX's, and no other process"


def test_what_is_fitted_is_what_the_kernel_reckons() -> None:
    network = fitted_network()
    states = positions(5, 4)
    told = values(Layers(*(array[5] for array in network)), marks_of(states, network))
    work = new_workspace(INTERPRETED, GAME.rules, "win", network)
    for state, value in zip(states, told, strict=True):
        record = State.unpack(state.tobytes())
        assert evaluate(record, GAME.rules, network, work.notes) == pytest.approx(float(value), abs=1e-4)


def test_a_fit_learns_what_is_plain_to_see() -> None:
    """Positions of two kinds, told apart by one feature, are worth a win and a loss."""
    rng = np.random.default_rng(1)
    counts = np.zeros((256, FEATURES), np.uint8)
    counts[:128, 3] = 1
    worths = np.where(counts[:, 3], 0.9, -0.9)
    learned = fit(fresh_layers(rng), counts, worths, 1)
    assert np.abs(values(learned, counts) - worths).mean() < np.abs(values(fresh_layers(rng), counts) - worths).mean()
