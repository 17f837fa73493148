"""`ewala bench study`: everyone counts the moves that they make, and the figures are what was counted."""

import json
from pathlib import Path

import pytest

from ewala.cli import main
from ewala.lab.bench import study as bench_study
from ewala.lab.bench.measure import Contestant, Measurement, Played
from ewala.lab.bench.study_contestants import cores_contestants
from ewala.lab.bench.study_figures import speeds
from ewala.lab.bench.study_peers import _classic


def measured(name: str, ours: bool, *rounds: tuple[int, float]) -> Measurement:
    found = Measurement(Contestant(name, "somehow", ours, lambda games: Played(games, games)))
    found.rounds += [Played(1, moves, seconds) for moves, seconds in rounds]
    return found


def test_a_pace_is_the_median_of_the_rounds_and_ratios_are_of_medians() -> None:
    found = speeds([measured("We", True, (100, 1.0), (600, 2.0), (200, 1.0)), measured("They", False, (50, 1.0))])
    we, they = found.rows
    assert (we.moves_per_second.median, we.moves_per_second.low, we.moves_per_second.high) == (200, 100, 300)
    assert found.ratios() == [(we.name, they.name, 4.0)]
    assert "We, somehow" in found.as_text()
    assert "4 ×" in found.as_text()


def test_every_way_of_ours_counts_moves() -> None:
    for contestant in cores_contestants(1):
        played = contestant.play(2)
        assert played.moves is not None
        assert played.moves >= played.games, contestant.name


@pytest.mark.filterwarnings("ignore")  # of libraries that are not ours
def test_a_classic_game_has_as_many_moves_as_it_can() -> None:
    """Pgx is left to the benchmark itself: it compiles for a minute."""
    played = _classic("tictactoe_v3", 1).play(4)
    assert 4 * 5 <= (played.moves or 0) <= 4 * 9


def test_the_command_prints_and_keeps_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With some of the contestants, for the sake of time."""
    monkeypatch.setattr(bench_study, "peers", lambda seed: [])
    monkeypatch.setattr(bench_study, "cores_contestants", lambda seed: cores_contestants(seed)[:2])
    file = tmp_path / "figures.json"
    assert main(["bench", "study", "--seconds", "0.05", "--rounds", "2", "--json", str(file)]) == 0
    figures = json.loads(file.read_text())
    assert figures["complete"]
    assert figures["rows"][0]["way"] == "played out, 1 thread"
    assert "Kingdom Run, played out, 1 thread" in capsys.readouterr().out
