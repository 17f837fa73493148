"""`ewala bench bots`: what it measures, with plain bots in the place of the levels; never how fast they were."""

import argparse
import json
from pathlib import Path

import pytest

from ewala.core.errors import BadSetup
from ewala.games.roster import entry_called
from ewala.kit.bot import Entry
from ewala.lab.arena import play_arena
from ewala.lab.bench import bots as bench_bots
from ewala.lab.bench import bots as bot_figures
from ewala.lab.bench.bots import SearchSpeed, decision_times, sampled

GAME = "chronicles-of-run"


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ewala bench bots")
    bench_bots.add_arguments(parser)
    return parser.parse_args(words)


def plain(game: str) -> list[Entry]:
    return [entry_called(game, "random"), entry_called(game, "greedy")]


@pytest.fixture(autouse=True)
def _plain_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_figures, "levels", plain)
    monkeypatch.setattr("ewala.games.roster.levels", plain)
    speed = SearchSpeed("ends of a turn", 200, 3, 3000, 1e6)
    monkeypatch.setattr(bench_bots, "search_speed", lambda positions, seed: [speed])


def test_positions_are_those_wished_for_and_the_same_for_a_seed() -> None:
    def answers(number: int) -> list[str]:
        return [state.text for state in sampled(GAME, 5, number, lambda state: state.to_act == "C")]

    assert len(answers(1)) == 5
    assert answers(1) == answers(1) != answers(2)
    assert all(state.to_act == "C" for state in sampled(GAME, 5, 1, lambda state: state.to_act == "C"))


def test_every_level_decides_as_often() -> None:
    found = list(decision_times(GAME, 4, 1))
    assert [(one.level, one.decisions) for one in found] == [("random", 4), ("greedy", 4)]
    assert all(0 < one.median <= one.p99 <= one.longest for one in found)


def test_a_run_prints_all_three_tables_and_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    words = ["--positions", "2", "--games", "2", "--iterations", "1", "--json", str(file)]
    assert bench_bots.run(arguments(*words)) == 0
    out = capsys.readouterr().out
    assert "ends of a turn, 200 wide    1,000,000             1,000" in out
    assert "chronicles-of-run, greedy" in out
    assert out.count("random against greedy") == 2
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["complete"] is True
    assert {one["level"] for one in found["decisions"]} == {"random", "greedy"}
    assert [one["games"] for one in found["strengths"]] == [2, 2]


def test_strengths_can_come_from_arenas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in (1, 2):
        play_arena(GAME, ["random", "greedy"], games=2 * seed, seed=seed, folder=tmp_path / str(seed))
    folders = ["--arena", str(tmp_path / "1"), "--arena", str(tmp_path / "2")]
    assert bench_bots.run(arguments("--game", GAME, "--positions", "1", *folders)) == 0
    out = capsys.readouterr().out
    assert "2 games; seed 1" in out
    assert "4 games; seed 2" in out
    assert "ends of a turn" not in out  # of the other game


def test_a_folder_without_results_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(BadSetup) as refused:
        bench_bots.run(arguments("--arena", str(tmp_path)))
    assert refused.value.code == "arena/no-results"


def test_stopped_it_shows_what_it_has(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(game: str, positions: int, seed: int) -> object:
        yield next(decision_times(game, positions, seed))
        raise KeyboardInterrupt

    monkeypatch.setattr(bench_bots, "decision_times", interrupted)
    assert bench_bots.run(arguments("--game", GAME, "--positions", "1")) == 130
    out, err = capsys.readouterr()
    assert "chronicles-of-run, random" in out
    assert "Strengths" not in out
    assert err == "\newala: stopped; above is what was measured\n"
