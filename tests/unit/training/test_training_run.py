"""A shortened run, from blank weights to better ones: kept, gone on with, and the same again from the same settings."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ewala.cli import main
from ewala.core.errors import EwalaError
from ewala.games.registry import kit_of
from ewala.kit.effort import Watch
from ewala.kit.game_kit import GameKit
from ewala.kit.training import Arrays, Fitted, Trainer, Trial
from ewala.lab.training import rounds
from ewala.lab.training.run_folder import Line, RunFolder, Settings, read_weights
from ewala.lab.training.workers import SelfPlay

pytestmark = pytest.mark.long  # learns from whole runs

# Fewer games than there must be: some to fit, others to see what the fit is worth.
SHORT = ["--rounds", "1", "--games", "6", "--contest", "6", "--cores", "1"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "kept"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "CONTEST_PORTION", 6)  # no more games than are asked for
        assert main(["train", "kingdom-run", "--out", str(folder), *SHORT]) == 0
    return folder


def test_a_run_leaves_weights_settings_and_a_curve(run: Path) -> None:
    lines = RunFolder(run).lines()
    assert [(line.round, line.kind) for line in lines] == [(1, "2"), (1, "3"), (1, "4")]
    assert all(line.low <= line.won <= line.high for line in lines)
    settings = RunFolder(run).settings()
    assert (settings.games, settings.recipe) == (6, kit_of("kingdom-run").trainer().recipe())
    assert set(read_weights(run / "best.npz")) == set(read_weights(run / "round-000" / "weights.npz"))


def test_what_was_fitted_is_less_surprised_by_games_it_did_not_see(run: Path) -> None:
    for line in RunFolder(run).lines():
        assert line.surprise_after != line.surprise_before
        assert line.surprise_after < line.surprise_before + 0.1, "few games teach little, but nothing absurd"


def test_going_on_does_not_play_again_what_is_there(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in run.rglob("played-*.npz")}
    assert len(before) == 2
    assert main(["train", "kingdom-run", "--out", str(run), "--resume", *SHORT]) == 0
    assert {path: path.stat().st_mtime_ns for path in run.rglob("played-*.npz")} == before
    assert "best.npz" in capsys.readouterr().out


def test_the_same_settings_give_the_same_games(run: Path) -> None:
    task = SelfPlay("kingdom-run", run / "round-000" / "weights.npz", "1 play 1 1", rounds.PORTION)
    kept, again = read_weights(run / "round-001" / "played-0001.npz"), task.done()
    assert set(kept) == set(again)
    assert {name.partition("_")[0] for name in kept} == set(kit_of("kingdom-run").trainer().kinds)
    assert all(np.array_equal(kept[name], again[name]) for name in kept)


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--seed", "2", "--resume"], "another seed"), ([], "--resume goes on with it")]
)
def test_a_folder_with_a_run_is_not_overwritten(
    run: Path, arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "kingdom-run", "--out", str(run), *SHORT, *arguments]) == 1
    assert code in capsys.readouterr().err


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert main(["train", "kingdom-run", "--out", str(tmp_path), *SHORT]) == 1
    assert "has other things in it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_game_that_nobody_trains_is_refused() -> None:
    kit = kit_of("chronicles-of-run")
    with pytest.raises(EwalaError) as refused:
        GameKit(kit.package, "untrained", kit.learning, {"game": kit.parts["game"]}).trainer()
    assert refused.value.code == "train/none"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut", b"no weights"])
def test_weights_that_cannot_be_read_are_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "weights.npz").write_bytes(content)
    with pytest.raises(EwalaError) as refused:
        read_weights(tmp_path / "weights.npz")
    assert refused.value.code == "train/weights"


class _Coin(Trainer):
    """A game of one number, of which more is better: a contest is won for sure, or lost."""

    kinds = ("up", "down")

    def recipe(self) -> dict[str, float]:
        return {}

    def blank(self) -> Arrays:
        return {"up_n": np.zeros(1), "down_n": np.zeros(1)}

    def play(self, weights: Arrays, seed: str, games: int) -> Arrays:
        return {"seen": np.array([games])}

    def fit(
        self, weights: Arrays, played: Sequence[Arrays], unseen: Sequence[Arrays], seed: int, cores: int, watch: Watch
    ) -> Fitted:
        watch(1.0)
        new = {"up_n": weights["up_n"] + 1, "down_n": weights["down_n"] - 1}
        return Fitted(new, dict.fromkeys(self.kinds, 1.0), dict.fromkeys(self.kinds, 0.5))

    def contest(self, new: Arrays, old: Arrays, seed: str, games: int) -> list[Trial]:
        return [
            Trial(kind, float(new[f"{kind}_n"][0] > old[f"{kind}_n"][0]) + n % 2 * 0.01, 0.5)
            for kind in self.kinds
            for n in range(games)
        ]

    def chosen(self, new: Arrays, old: Arrays, kinds: Sequence[str]) -> Arrays:
        return {name: (new if name.partition("_")[0] in kinds else old)[name] for name in old}


def test_new_weights_stay_only_where_they_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "trainer_of", lambda game: _Coin())
    monkeypatch.setattr("ewala.lab.training.workers.trainer_of", lambda game: _Coin())
    settings = Settings("coin", seed=1, rounds=3, games=50, window=2, contest=24, recipe={})
    told: list[Line] = []
    rounds.train(tmp_path / "run", settings, cores=1, resume=False, told=told.append)
    assert [(line.round, line.kind, line.taken) for line in told] == [
        (n, kind, kind == "up") for n in (1, 2, 3) for kind in ("up", "down")
    ]
    best = read_weights(tmp_path / "run" / "best.npz")
    assert (best["up_n"][0], best["down_n"][0]) == (3, 0)
    assert RunFolder(tmp_path / "run").lines() == told
