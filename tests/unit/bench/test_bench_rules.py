"""The command: its arguments, what it prints and writes, and how it stops."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ewala.lab.bench import rules as bench_rules
from ewala.lab.bench.measure import Contestant, Played

Play = Callable[[int], Played]


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ewala bench rules")
    bench_rules.add_arguments(parser)
    return parser.parse_args(words)


def play(games: int) -> Played:
    return Played(games, 10 * games)


def stop_after(calls: int) -> Play:
    """Plays that many times, then somebody presses Ctrl-C."""
    left = [calls]

    def play_on(games: int) -> Played:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return Played(games, 10 * games)

    return play_on


def enter(monkeypatch: pytest.MonkeyPatch, ours: Play = play, peer: Play | None = play) -> None:
    """Have these take part instead of the real ones."""
    peers = [Contestant("OpenSpiel go fish", "Python", False, peer)] if peer else []
    monkeypatch.setattr(bench_rules, "our_contestants", lambda seed: [Contestant("Tag", "compiled", True, ours)])
    monkeypatch.setattr(bench_rules, "peer_contestants", lambda seed: peers)
    monkeypatch.setattr("ewala.lab.bench.measure._SLICE", 1e-6)


def test_defaults() -> None:
    assert vars(arguments()) == {"seconds": 1.0, "rounds": 5, "seed": 1, "json": None}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seconds", "0"], "argument --seconds: a number of seconds above 0, at most 3600, not '0'"),
        (["--seconds", "nan"], "argument --seconds: a number of seconds above 0, at most 3600, not 'nan'"),
        (["--seconds", "soon"], "argument --seconds: a number of seconds above 0, at most 3600, not 'soon'"),
        (["--seconds", "1e9"], "argument --seconds: a number of seconds above 0, at most 3600, not '1e9'"),
        (["--rounds", "0"], "argument --rounds: a whole number from 1 to 1000, not '0'"),
        (["--rounds", "1.5"], "argument --rounds: a whole number from 1 to 1000, not '1.5'"),
        (["--rounds", "¹"], "argument --rounds: a whole number from 1 to 1000, not '¹'"),
        (["--seed", "dice"], "argument --seed: a whole number, not 'dice'"),
    ],
)
def test_bad_arguments_are_refused(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        arguments(*words)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_run_prints_figures_and_ratios(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    enter(monkeypatch)
    assert bench_rules.run(arguments("--rounds", "2", "--seconds", "0.001")) == 0
    out, err = capsys.readouterr()
    assert "Median of 2 rounds of 0.001 s" in out
    assert "Tag, compiled" in out
    assert "to OpenSpiel go fish, Python" in out
    assert "not installed" not in out
    assert err == "ewala: warming up; then 2 take turns for about 0 s\n"


def test_without_the_peers_it_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enter(monkeypatch, peer=None)
    assert bench_rules.run(arguments("--rounds", "1", "--seconds", "0.001")) == 0
    out = capsys.readouterr().out
    assert "Tag, compiled" in out
    assert "Ratios" not in out
    assert "pip install '.[bench]'" in out


def test_what_is_written_for_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    enter(monkeypatch)
    file = tmp_path / "figures.json"
    assert bench_rules.run(arguments("--rounds", "1", "--seconds", "0.001", "--seed", "7", "--json", str(file))) == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert set(found) == {
        "date",
        "machine",
        "versions",
        "settings",
        "complete",
        "rows",
        "ratios_to_peers",
        "ratios_to_interpreted",
    }
    assert found["settings"] == {"seconds": 0.001, "rounds": 1, "seed": 7}
    assert found["complete"] is True
    assert [row["game"] for row in found["rows"]] == ["Tag", "OpenSpiel go fish"]


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    enter(monkeypatch, ours=stop_after(0))
    with pytest.raises(OSError, match="No such file"):
        bench_rules.run(arguments("--json", str(tmp_path / "missing" / "figures.json")))


def test_stopped_in_a_round_it_shows_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("ewala.lab.bench.measure.Measurement.warm_up", lambda measurement: None)
    enter(monkeypatch, peer=stop_after(0))
    file = tmp_path / "figures.json"
    assert bench_rules.run(arguments("--seconds", "0.001", "--json", str(file))) == 130
    out, err = capsys.readouterr()
    assert "Tag, compiled" in out
    assert "go fish" not in out
    assert err.endswith("ewala: stopped in round 1 of 5; above is what was measured\n")
    assert json.loads(file.read_text(encoding="utf-8"))["complete"] is False


def test_stopped_while_warming_up_it_has_nothing_to_show(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enter(monkeypatch, ours=stop_after(0))
    assert bench_rules.run(arguments()) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("ewala: stopped before the first round\n")
