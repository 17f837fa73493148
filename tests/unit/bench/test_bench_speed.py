"""`ewala bench rules`, `browser` and `study`: rounds, medians, ratios to peers of the same run, refusals, Ctrl-C."""

import argparse
import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from ewala.cli import main
from ewala.core.errors import BadSetup
from ewala.core.extras import NotInstalled
from ewala.games.registry import GAMES
from ewala.lab.bench import abuse, browser, rules, server, study
from ewala.lab.bench import browser as browser_figures
from ewala.lab.bench import contestants as measure
from ewala.lab.bench import rules as rules_figures
from ewala.lab.bench.contestants import (
    Contestant,
    Measurement,
    Played,
    Spread,
    our_contestants,
    peer_contestants,
    take_turns,
)
from ewala.lab.bench.study import _classic, cores_contestants, speeds

Play = Callable[[int], Played]


def arguments(command: ModuleType, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ewala bench")
    command.add_arguments(parser)
    return parser.parse_args(words)


# --- Rounds, on a clock of our own


class Clock:
    """Moves only when somebody plays."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(measure, "perf_counter", clock)
    return clock


def contestant(clock: Clock, games_per_second: float, moves_per_game: int | None = 3) -> Contestant:
    def play(games: int) -> Played:
        clock.now += games / games_per_second
        return Played(games, None if moves_per_game is None else games * moves_per_game)

    return Contestant("Tag", "by hand", True, play)


def test_warming_up_finds_how_many_games_make_a_slice(clock: Clock) -> None:
    for games_per_second, games in ((10_000, 2000), (50, 10), (0.5, 1)):
        measurement = Measurement(contestant(clock, games_per_second))
        measurement.warm_up()
        assert (measurement.slice, measurement.rounds) == (games, []), games_per_second


def test_a_round_lasts_as_long_as_asked_for(clock: Clock) -> None:
    measurement = Measurement(contestant(clock, 1000), slice=200)
    measurement.play_round(0.9)
    assert [(played.games, played.moves) for played in measurement.rounds] == [(1000, 3000)]
    assert measurement.rounds[0].seconds == pytest.approx(1.0)
    uncounted = Measurement(contestant(clock, 1000, None), slice=200)
    uncounted.play_round(0.1)
    assert (uncounted.rounds[0].moves, uncounted.moves_per_game) == (None, None)


def test_rates_are_the_median_of_the_rounds_with_their_spread(clock: Clock) -> None:
    rounds = [Played(10, 30, 1.0), Played(40, 120, 2.0), Played(90, 270, 3.0)]
    measurement = Measurement(contestant(clock, 1), rounds=rounds)
    assert measurement.games_per_second == Spread(median=20.0, low=10.0, high=30.0)
    assert measurement.moves_per_game == 3.0


def test_everyone_plays_once_in_every_round(clock: Clock) -> None:
    first, second = Measurement(contestant(clock, 1)), Measurement(contestant(clock, 2))
    assert list(take_turns([first, second], 2)) == [first, second, first, second]


# --- Who takes part


def test_every_registered_game_is_measured_both_ways_and_counts_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    ours = our_contestants(1)
    ways = [contestant.way for contestant in ours]
    assert ways.count("compiled") >= len(GAMES)
    assert ways.count("interpreted") == len(GAMES)
    assert ours[-1].name == "The Chronicles of Run, 2 players, interpreted"
    games, moves, _ = ours[-1].play(2)
    assert games == 2
    assert moves is not None
    assert moves >= 2 * (10 + 18)  # nine tiles, the initiative, nine turns of two bids


def test_nothing_that_is_not_compiled_is_measured_as_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with pytest.raises(BadSetup, match="NUMBA_DISABLE_JIT") as refused:
        our_contestants(1)
    assert refused.value.code == "bench/not-compiled"


def test_each_peer_plays_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    peers = {peer.name: peer.play(3) for peer in peer_contestants(1)}
    assert peers["OpenSpiel backgammon, C++ rollouts"] == (4, None, 0.0)  # two simulations of two rollouts
    assert peers["OpenSpiel goofspiel, C++ rollouts"] == (4, None, 0.0)
    assert peers["OpenSpiel goofspiel, Python"] == (3, 3 * 12 * 3, 0.0)  # twelve times a card and two bids
    games, moves, _ = peers["OpenSpiel backgammon, Python"]
    assert games == 3
    assert moves is not None
    assert moves > 3 * 30
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert peer_contestants(1) == []


@pytest.mark.filterwarnings("ignore")  # of libraries that are not ours
def test_everyone_in_a_study_counts_moves() -> None:
    """Pgx is left to the benchmark itself: it compiles for a minute."""
    for contestant in cores_contestants(1):
        played = contestant.play(2)
        assert played.moves is not None
        assert played.moves >= played.games, contestant.name
    assert 4 * 5 <= (_classic("tictactoe_v3", 1).play(4).moves or 0) <= 4 * 9


# --- Figures and ratios


def measured(game: str, way: str, ours: bool, games: int, moves: int | None) -> Measurement:
    """So many games and moves in two seconds."""

    def play(games: int) -> Played:
        raise AssertionError("has played already")

    return Measurement(Contestant(game, way, ours, play), rounds=[Played(games, moves, 2.0)])


@pytest.fixture
def everyone() -> list[Measurement]:
    return [
        measured("Tag", "compiled", True, 6000, 60_000),
        measured("Tag", "interpreted", True, 60, 600),
        measured("OpenSpiel go fish", "C++ rollouts", False, 2000, None),
        measured("OpenSpiel go fish", "Python", False, 20, 100),
    ]


def test_ratios_of_rules_are_of_games_per_second(everyone: list[Measurement]) -> None:
    found = rules_figures.figures(everyone)
    assert [(ratio.of, ratio.to, ratio.games_per_second) for ratio in found.to_peers + found.to_interpreted] == [
        ("Tag", "OpenSpiel go fish, C++ rollouts", 3.0),
        ("Tag", "OpenSpiel go fish, Python", 300.0),
        ("Tag", "interpreted", 100.0),
    ]
    assert (
        found.as_text()
        == """\
                                 games/s      (min–max)  moves/s  moves/game
Tag, compiled                      3,000  (3,000–3,000)   30,000        10.0
Tag, interpreted                      30        (30–30)      300        10.0
OpenSpiel go fish, C++ rollouts    1,000  (1,000–1,000)    5,000         5.0
OpenSpiel go fish, Python             10        (10–10)       50         5.0

Ratios of games/s (not of moves/s: what counts as a move differs from game to game)
                                      Tag
to OpenSpiel go fish, C++ rollouts    3 ×
to OpenSpiel go fish, Python        300 ×

Compiled to interpreted
Tag  100 ×
"""
    )
    read = json.loads(json.dumps(found.as_json()))
    assert read["rows"][0]["games_per_second"] == {"median": 3000.0, "low": 3000.0, "high": 3000.0}
    assert read["ratios_to_interpreted"] == [{"of": "Tag", "to": "interpreted", "games_per_second": 100.0}]


def test_moves_that_are_counted_nowhere_stay_unknown(everyone: list[Measurement]) -> None:
    found = rules_figures.figures(everyone[:3])
    assert found.rows[2].moves_per_second is None
    assert "—" in found.as_text()


def test_who_has_not_played_is_left_out(everyone: list[Measurement]) -> None:
    everyone[1].rounds.clear()
    found = rules_figures.figures(everyone)
    assert [row.game for row in found.rows] == ["Tag", "OpenSpiel go fish", "OpenSpiel go fish"]
    assert found.to_interpreted == []


def test_webassembly_is_held_against_the_same_game_compiled_and_against_peers() -> None:
    in_node = browser_figures.IN_NODE
    found = browser_figures.figures(
        [
            measured("Tag", "compiled", True, 6000, 60_000),
            measured("Tag, for two", "compiled", True, 7000, 60_000),
            measured("Tag", in_node, True, 4800, 48_000),
            measured("Tag, the Catcher's search", "compiled", True, 4, 4000),
            measured("Tag, the Catcher's search", in_node, True, 2, 2000),
            measured("OpenSpiel go fish", "C++ rollouts", False, 200, None),
        ]
    )
    assert [(ratio.of, ratio.to, ratio.games_per_second) for ratio in found.to_compiled + found.to_peers] == [
        ("Tag", "compiled", 0.8),
        ("Tag, the Catcher's search", "compiled", 0.5),
        ("Tag", "OpenSpiel go fish, C++ rollouts", 24.0),
    ]
    assert (
        found.as_text()
        == """\
                                 games/s      (min–max)  moves/s  moves/game
Tag, compiled                      3,000  (3,000–3,000)   30,000        10.0
Tag, for two, compiled             3,500  (3,500–3,500)   30,000         8.6
Tag, WebAssembly in Node           2,400  (2,400–2,400)   24,000        10.0
OpenSpiel go fish, C++ rollouts      100      (100–100)        —           —

Ratios of games/s (not of moves/s: what counts as a move differs from game to game)
                                     Tag
to OpenSpiel go fish, C++ rollouts  24 ×

                                                rounds of decisions/s  positions/s
Tag, the Catcher's search, compiled                              2.00        2,000
Tag, the Catcher's search, WebAssembly in Node                   1.00        1,000

WebAssembly to machine code
Tag                        80%
Tag, the Catcher's search  50%
"""
    )
    assert found.as_json().keys() == {"rows", "ratios_to_compiled", "ratios_to_peers"}


def test_the_pace_of_a_study_is_the_median_of_its_rounds_and_ratios_are_of_medians() -> None:
    we, they = measured("We", "somehow", True, 1, 1), measured("They", "somehow", False, 1, 1)
    we.rounds[:] = [Played(1, 100, 1.0), Played(1, 600, 2.0), Played(1, 200, 1.0)]
    they.rounds[:] = [Played(1, 50, 1.0)]
    found = speeds([we, they])
    pace = found.rows[0].moves_per_second
    assert (pace.median, pace.low, pace.high) == (200, 100, 300)
    assert found.ratios() == [("We, somehow", "They, somehow", 4.0)]
    assert "4 ×" in found.as_text()


# --- The commands


def play(games: int) -> Played:
    return Played(games, 10 * games)


def interrupted(games: int) -> Played:
    raise KeyboardInterrupt


def enter(monkeypatch: pytest.MonkeyPatch, ours: Play = play, peer: Play | None = play) -> None:
    """Have these take part instead of the real ones."""
    peers = [Contestant("OpenSpiel go fish", "Python", False, peer)] if peer else []
    monkeypatch.setattr(rules, "our_contestants", lambda seed: [Contestant("Tag", "compiled", True, ours)])
    monkeypatch.setattr(rules, "peer_contestants", lambda seed: peers)
    monkeypatch.setattr("ewala.lab.bench.contestants._SLICE", 1e-6)


SECONDS = "a number of seconds above 0, at most 3600"


@pytest.mark.parametrize(
    ("command", "option", "values", "sentence"),
    [
        (rules, "--seconds", ["0", "nan", "soon", "1e9"], SECONDS),
        (rules, "--rounds", ["0", "1.5", "¹"], "a whole number from 1 to 1000"),
        (rules, "--seed", ["dice"], "a whole number"),
        (server, "--tables", ["0", "many"], "a whole number from 1 to 10000"),
        (server, "--saturated-tables", ["-1", "10001"], "a whole number from 1 to 10000"),
        (server, "--devices", ["20001"], "a whole number from 1 to 20000"),
        (server, "--seconds", ["0", "nan"], SECONDS),
    ],
)
def test_bad_arguments_are_refused(
    command: ModuleType, option: str, values: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for value in values:
        with pytest.raises(SystemExit) as stopped:
            arguments(command, option, value)
        assert stopped.value.code == 2
        assert f"argument {option}: {sentence}, not '{value}'" in capsys.readouterr().err


def test_a_flood_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(abuse, "--flood", "rain")
    assert "'rain'" in capsys.readouterr().err


@pytest.mark.parametrize("command", [browser, rules, server], ids=lambda command: str(command.__name__))
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_measured(
    command: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    enter(monkeypatch, ours=interrupted)
    with pytest.raises(OSError, match="No such file"):
        command.run(arguments(command, "--json", str(tmp_path / "missing" / "figures.json")))


def test_a_run_prints_figures_and_ratios_and_writes_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enter(monkeypatch)
    file = tmp_path / "figures.json"
    assert rules.run(arguments(rules, "--rounds", "2", "--seconds", "0.001", "--seed", "7", "--json", str(file))) == 0
    out, err = capsys.readouterr()
    assert "Median of 2 rounds of 0.001 s" in out
    assert "to OpenSpiel go fish, Python" in out
    assert "not installed" not in out
    assert err == "ewala: warming up; then 2 take turns for about 0 s\n"
    found = json.loads(file.read_text(encoding="utf-8"))
    assert {"date", "machine", "versions"} < set(found)
    assert found["settings"] == {"seconds": 0.001, "rounds": 2, "seed": 7}
    assert found["complete"] is True
    assert [row["game"] for row in found["rows"]] == ["Tag", "OpenSpiel go fish"]


def test_without_the_peers_it_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enter(monkeypatch, peer=None)
    assert rules.run(arguments(rules, "--rounds", "1", "--seconds", "0.001")) == 0
    out = capsys.readouterr().out
    assert "Tag, compiled" in out
    assert "Ratios" not in out
    assert "pip install '.[bench]'" in out


def test_stopped_in_a_round_it_shows_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("ewala.lab.bench.contestants.Measurement.warm_up", lambda measurement: None)
    enter(monkeypatch, peer=interrupted)
    file = tmp_path / "figures.json"
    assert rules.run(arguments(rules, "--seconds", "0.001", "--json", str(file))) == 130
    out, err = capsys.readouterr()
    assert "Tag, compiled" in out
    assert "go fish" not in out
    assert err.endswith("ewala: stopped; above is what was measured\n")
    assert json.loads(file.read_text(encoding="utf-8"))["complete"] is False


def test_stopped_while_warming_up_it_has_nothing_to_show(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enter(monkeypatch, ours=interrupted)
    assert rules.run(arguments(rules)) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("ewala: stopped; nothing was measured yet\n")


def test_without_the_linker_webassembly_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ziglang" else find(name))
    with pytest.raises(NotInstalled, match="`make browser` installs it"):
        browser.run(arguments(browser))


def test_a_study_prints_and_keeps_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With some of the contestants, for the sake of time."""
    monkeypatch.setattr(study, "peers", lambda seed: [])
    monkeypatch.setattr(study, "cores_contestants", lambda seed: cores_contestants(seed)[:2])
    file = tmp_path / "figures.json"
    assert main(["bench", "study", "--seconds", "0.05", "--rounds", "2", "--json", str(file)]) == 0
    figures = json.loads(file.read_text())
    assert figures["complete"]
    assert figures["rows"][0]["way"] == "played out, 1 thread"
    assert "Kingdom Run, played out, 1 thread" in capsys.readouterr().out
