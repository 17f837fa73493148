"""Simulations: the same games everywhere, rows that add up, and nothing lost."""

import argparse
import json
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import ewala
from ewala.cli import main
from ewala.core.engine import Rng
from ewala.core.errors import BadSetup, EwalaError
from ewala.core.rng import begun, draw, seeded
from ewala.core.state import State
from ewala.games.chronicles.rules.state import State as Board
from ewala.kit.report.folder import locked
from ewala.lab.arguments import whole_number
from ewala.lab.simulation import Stopped, simulate
from ewala.lab.simulation.frame import as_frame
from ewala.lab.simulation.players import CompiledPlayer, InterpretedPlayer, player_for
from ewala.lab.simulation.run import _without_gaps
from ewala.lab.simulation.store import Store
from ewala.lab.simulation.workers import in_processes, shared_processes

Playing = Callable[[ewala.Game, int], Iterator[tuple[State, str]]]

GAMES = ["kingdom-run", "chronicles-of-run"]
TWO: dict[str, dict[str, Any]] = {"kingdom-run": {"players": "KS"}}
KINDS = ("disbanded", "caught_up", "bathed", "lulled", "awakened")


def frame(game: str, **settings: Any) -> pl.DataFrame:
    found = simulate(game, **settings)
    assert isinstance(found, pl.DataFrame)
    return found


def added(found: pl.DataFrame, names: list[str]) -> pl.Series:
    return found.select(pl.sum_horizontal(pl.col(names).cast(pl.Int64))).to_series()


@pytest.mark.parametrize("policies", ["uniform", "greedy"])
@pytest.mark.parametrize("name", GAMES)
def test_plain_python_and_machine_code_play_the_same_games(name: str, policies: str) -> None:
    game = ewala.load(name)
    games = 12 if policies == "uniform" else 4
    seats = [policies] * len(game.seats)
    plain = InterpretedPlayer(game, seats, 5).play(100, games)
    compiled = CompiledPlayer(game, seats, 5).play(100, games)
    assert plain.tobytes() == compiled.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_on_one_thread_on_two_and_by_itself(name: str) -> None:
    one, two = (frame(name, games=5000, seed=3, threads=threads) for threads in (1, 2))
    assert one.equals(two)
    player = player_for(ewala.load(name), ["uniform"] * len(ewala.load(name).seats), 3)
    alone = as_frame(ewala.load(name), 4321, player.play(4321, 1))
    assert alone.equals(one.filter(pl.col("game") == 4321))
    assert not frame(name, games=50, seed=4).equals(one.head(50))


@pytest.mark.parametrize("name", GAMES)
def test_a_row_tells_of_the_game_that_its_number_stands_for(name: str) -> None:
    """Replayed through the Python face, with the kernel's own draws."""
    game = ewala.load(name)
    row = frame(name, games=8, seed=9).row(7, named=True)
    rng, state, moves = Rng(0), game.start(), 0
    rng.word = begun(seeded(9), 7)
    while state.to_act is not None:
        if state.to_act is ewala.CHANCE:
            move = state.sample(rng)
        else:
            words = [rng.word]
            legal = state.moves()
            move, rng.word = legal[draw(words, len(legal))], words[0]
        state, moves = state.play(move), moves + 1
    assert row["moves"] == moves
    points = "score" if name == "kingdom-run" else "power"
    assert {seat: row[f"{points}_{seat}"] for seat in game.seats} == state.scores()
    assert {seat for seat in game.seats if row[f"won_{seat}"]} == state.winners()


@pytest.mark.parametrize("players", ["KS", "GFK", "KSFG"])
def test_the_rows_of_kingdom_run_add_up(players: str) -> None:
    game = ewala.load("kingdom-run", players=players)
    found = simulate(game, games=400, seed=2).lazy().collect()
    for seat in players:
        score = found[f"zones_{seat}"] + found[f"podium_{seat}"] + 2 * found[f"tokens_{seat}"]
        assert (found[f"score_{seat}"] == score).all()
        dice = added(found, [f"dice_{seat}_{face}" for face in "DCBVLX"])
        assert (dice == 4 * found[f"turns_{seat}"].cast(pl.Int64)).all()
        assert (added(found, [f"done_{seat}_{action}" for action in "DCBVL"]) <= dice).all()
        for action in "DCBVL":
            assert (found[f"copied_{seat}_{action}"] <= found[f"done_{seat}_{action}"]).all()
    done = added(found, [f"done_{seat}_{action}" for seat in players for action in "DCBL"])
    assert (done == added(found, [f"chosen_{clan}_{kind}" for clan in "KSFG" for kind in KINDS])).all()
    assert (added(found, [f"tokens_{seat}" for seat in players]) == 12).all()
    led, turns = (added(found, [f"{what}_{seat}" for seat in players]) for what in ("led", "turns"))
    assert (led <= turns).all()
    assert found["tied"].is_between(0, 1).all()
    assert found["passed_full"].sum() > 0
    assert found["held_back"].sum() > 0
    assert found["last_awake"].sum() > 0
    assert found["lead_changes"].sum() > 0


def test_the_rows_of_the_chronicles_add_up() -> None:
    found = frame("chronicles-of-run", games=400, seed=2)
    for seat in "OC":
        turns = np.stack([found[f"turn_of_{seat}_{rune}"].to_numpy() for rune in range(1, 12)])
        assert (np.sort(turns, axis=0)[2:] == np.arange(1, 10)[:, None]).all(), "a rune in each of nine turns (CR-3.5)"
    tiles = np.stack([found[f"zone_on_{hex_}"].to_numpy() for hex_ in range(1, 10)])
    assert (np.sort(tiles, axis=0) == np.arange(1, 10)[:, None]).all()
    assert found["initiative"].mean() == pytest.approx(0.5, abs=0.1)
    for seat, other in ("OC", "CO"):
        shown = found.filter(pl.col(f"foreseen_{seat}") > 0)
        assert 0 < len(shown) < 400
        assert shown[f"turn_of_{other}_7"].is_between(1, 8).all(), "only Clairvoyance lays a bid open (CR-5.5)"


def test_bots_of_the_roster_take_seats_and_repeat_their_games() -> None:
    game = ewala.load("kingdom-run", players="KS")
    first, again = (simulate(game, ["dormouse", "uniform"], 3, 7).lazy().collect() for _ in range(2))
    assert first.equals(again)
    assert len(first) == 3


@pytest.mark.parametrize("name", GAMES)
def test_good_play_beats_greed(name: str) -> None:
    first, second = ewala.load(name, **TWO.get(name, {})).seats
    games = 5
    one = frame(name, policies=["good", "greedy"], games=games, seed=3, **TWO.get(name, {}))
    other = frame(name, policies=["greedy", "good"], games=games, seed=3, **TWO.get(name, {}))
    won = [int(one[f"won_{first}"].sum()), int(other[f"won_{second}"].sum())]
    assert sum(won) >= 1.6 * games


def test_good_games_are_the_same_in_processes_and_a_lost_one_is_named(playing: Playing) -> None:
    game = ewala.load("chronicles-of-run")
    late = next(state.data for state, _ in playing(game, 1) if Board.unpack(state.data).turn == 8)
    player = player_for(game, ["good"] * 2, 4, start=late)  # of a whole game, each decision takes its time
    here = player.play(0, 6)
    assert len({row.tobytes() for row in here}) > 1
    there = dict(in_processes(player, 4, [(first, 2) for first in (0, 2, 4)], 2))
    assert (np.concatenate([there[first] for first in (0, 2, 4)]) == here).all()
    assert multiprocessing.active_children() == [], "they end with the simulation"
    going_on = in_processes(player, 4, [(first, 1) for first in range(1000)], 2)
    next(going_on)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(EwalaError, match="a process that played went away") as lost:
        list(going_on)
    assert lost.value.code == "simulate/worker"


def test_simulations_may_share_processes(playing: Playing) -> None:
    game = ewala.load("chronicles-of-run")
    late = next(state.data for state, _ in playing(game, 1) if Board.unpack(state.data).turn == 8)
    player = player_for(game, ["good"] * 2, 4, start=late)
    with shared_processes():
        list(in_processes(player, 4, [(0, 1), (1, 1)], 2))
        first = {process.pid for process in multiprocessing.active_children()}
        list(in_processes(player, 4, [(0, 1), (1, 1)], 2))
        assert {process.pid for process in multiprocessing.active_children()} == first != set()
    assert multiprocessing.active_children() == []


def test_whoever_nobody_plays_well_is_refused(third_game: str) -> None:
    with pytest.raises(BadSetup, match=r"there is no policy 'good'; there are uniform, greedy, random$"):
        simulate(third_game, "good", 1)


@pytest.mark.parametrize("policies", ["uniform", "greedy", "good"])
def test_games_begin_with_the_position_that_is_given(policies: str) -> None:
    position = "-/-/-/-/-/-/-/-/-/-/-/SFGG/FFFG/KSSG KKKS 1,11 KS S roll"
    found = frame("kingdom-run", policies=policies, games=3, players="KS", position=position)
    assert (added(found, ["turns_K", "turns_S"]) < 15).all(), "it goes on from there"
    assert (found["home_K"] >= 3).all()
    assert (found["turns_S"] >= found["turns_K"]).all(), "S is the first to roll"


def test_a_position_belongs_to_what_is_kept(tmp_path: Path) -> None:
    game = ewala.load("kingdom-run", players="KS")
    position = str(game.start()).replace("6,6", "5,7")
    simulate(game, games=5, out=tmp_path, position=position)
    with pytest.raises(EwalaError, match=r'has position "KSFG.* 5,7 KS K roll", not null'):
        simulate(game, games=5, out=tmp_path, resume=True)
    assert simulate(game, games=9, out=tmp_path, position=position, resume=True).collect().height == 9
    with pytest.raises(EwalaError, match="the tokens add up to twelve"):
        simulate(game, games=5, position=position.replace("5,7", "7,7"))


def test_a_table_on_disk_is_the_table_in_memory_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ewala.lab.simulation.store.CHUNK", 1000)
    whole = frame("chronicles-of-run", games=3500, seed=6)
    out = tmp_path / "games"

    def stop_in_the_third(games: int, so_far: list[int] = []) -> None:  # noqa: B006  (it remembers)
        so_far.append(games)
        if sum(so_far) > 2000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("chronicles-of-run", games=3500, seed=6, out=out, progress=stop_in_the_third)
    kept = {path: path.stat().st_mtime_ns for path in out.glob("*.parquet")}
    assert len(kept) == 2
    told: list[int] = []
    table = simulate("chronicles-of-run", games=3500, seed=6, out=out, resume=True, progress=told.append)
    assert table.lazy().collect().equals(whole)
    assert told[0] == 2000
    assert sum(told) == 3500
    assert all(path.stat().st_mtime_ns == at for path, at in kept.items()), "what was there is not played again"
    assert (
        simulate("chronicles-of-run", games=1500, seed=6, out=out, resume=True)
        .lazy()
        .collect()
        .equals(whole.head(1500))
    )


def test_ctrl_c_keeps_part_of_a_file_which_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ewala.lab.simulation.store.CHUNK", 7000)
    whole = frame("chronicles-of-run", games=9000, seed=6)

    def stop(games: int, so_far: list[int] = []) -> None:  # noqa: B006  (it remembers)
        so_far.append(games)
        if sum(so_far) > 5000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("chronicles-of-run", games=6000, seed=6, threads=1, out=tmp_path, progress=stop)
    for games, there in ((6000, 4096), (9000, 6000)):  # two pieces of 2048; then more games than before
        told: list[int] = []
        table = simulate("chronicles-of-run", games=games, seed=6, out=tmp_path, resume=True, progress=told.append)
        assert table.lazy().collect().equals(whole.head(games))
        assert told[0] == there
        assert sum(told) == games


def test_pieces_after_a_gap_are_not_kept() -> None:
    one, two, four = (np.full(10, n) for n in (1, 2, 4))
    assert [int(rows[0]) for rows in _without_gaps(100, [(110, two), (130, four), (100, one)])] == [1, 2]
    assert _without_gaps(100, [(110, two)]) == []


def test_a_file_that_cannot_be_read_is_played_again_in_a_folder_of_any_name(tmp_path: Path) -> None:
    out = tmp_path / "run[1] *"
    whole = simulate("chronicles-of-run", games=50, out=out).lazy().collect()
    [file] = out.glob("*.parquet")
    good = file.read_bytes()
    for half in (b"", good[:-100], b"PAR1 nothing of the kind"):
        file.write_bytes(half)
        assert simulate("chronicles-of-run", games=50, out=out, resume=True).lazy().collect().equals(whole)
        assert file.read_bytes() == good


def test_other_rules_are_named_when_a_run_is_to_go_on(tmp_path: Path) -> None:
    simulate("chronicles-of-run", games=10, out=tmp_path)
    with pytest.raises(EwalaError, match='has layout "block", not "ring"'):
        simulate(ewala.load("chronicles-of-run", layout="ring"), games=10, out=tmp_path, resume=True)


def test_what_was_played_before_ctrl_c_comes_with_it() -> None:
    def stop(games: int, so_far: list[int] = []) -> None:  # noqa: B006  (it remembers)
        so_far.append(games)
        if len(so_far) == 3:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        simulate("chronicles-of-run", games=20_000, seed=6, threads=1, progress=stop)
    table = stopped.value.table
    assert 0 < len(table) < 20_000
    whole = frame("chronicles-of-run", games=20_000, seed=6)
    assert table.equals(whole.filter(pl.col("game").is_in(table["game"].implode())))


def test_the_command_says_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "kingdom-run", "--players", "KS", "--games", "500", "--policies", "greedy,uniform"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("500 games")
    shares = [float(line.split()[1]) for line in said.splitlines()[1:3]]
    assert shares[0] > 75
    assert sum(shares) == pytest.approx(100, abs=0.02)
    assert main(["simulate", "chronicles-of-run", "--games", "1", "--layout", "line"]) == 0
    [head, first, *_] = capsys.readouterr().out.splitlines()
    assert head.startswith("1 game ")
    assert first.count("(") == 1, "a share has an interval, the points of a single game have none"
    assert main(["simulate", "kingdom-run", "--resume"]) == 1
    assert "[simulate/resume]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"games": 0}, "simulate/games"),
        ({"games": True}, "simulate/games"),
        ({"seed": "x"}, "simulate/seed"),
        ({"backend": "tpu"}, "simulate/backend"),
        ({"threads": 0}, "simulate/threads"),
        ({"policies": "wizard"}, "simulate/policies"),
        ({"policies": "uniform,uniform,uniform"}, "simulate/policies"),
        ({"policies": "oracle", "backend": "cuda", "ray": "auto"}, "simulate/backend"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], code: str) -> None:
    with pytest.raises(EwalaError) as refused:
        simulate("chronicles-of-run", **{"games": 10} | settings)
    assert refused.value.code == code


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    simulate("chronicles-of-run", games=10, out=tmp_path / "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "diary.txt").write_text("mine")
    (tmp_path / "c").write_text("a file")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "simulation.json").write_text("[]")
    cases = [("a", False, 1, "simulate/out"), ("a", True, 2, "simulate/resume"), ("b", False, 1, "simulate/out")]
    cases += [("c", False, 1, "simulate/out"), ("e", True, 1, "simulate/resume"), ("d", True, 1, "simulate/resume")]
    for folder, resume, seed, code in cases:
        with pytest.raises(EwalaError) as refused:
            simulate("chronicles-of-run", games=10, seed=seed, out=tmp_path / folder, resume=resume)
        assert refused.value.code == code
    assert json.loads((tmp_path / "a" / "simulation.json").read_text())["seed"] == 1
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("command", ["simulate", "study"])
def test_without_polars_one_line_says_how_to_get_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    assert main([command, "chronicles-of-run", "--games", "20", "--out", str(tmp_path / "out")]) == 1
    assert "pip install polars [simulate/polars]" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("written", ["1200", "1_200", "1.2e3", "12E2"])
def test_numbers_are_read_as_people_write_them(written: str) -> None:
    assert whole_number(5000)(written) == 1200


@pytest.mark.parametrize("written", ["1__2", "_1", "1_", "1.5", "1.23e1", "1e-2", "5e3_", "0", "6000", "1e99", "٣", ""])
def test_numbers_that_are_none_are_refused(written: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a whole number from 1 to 5000"):
        whole_number(5000)(written)


@pytest.mark.parametrize("name", ["table.csv", "table.PARQUET", "x.json"])
def test_a_file_is_no_place_for_a_table(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="is the name of a file") as refused:
        simulate("chronicles-of-run", games=1, out=tmp_path / name)
    assert refused.value.code == "simulate/out"
    assert not (tmp_path / name).exists()


def test_two_processes_do_not_write_into_one_folder(tmp_path: Path) -> None:
    simulate("chronicles-of-run", games=20, out=tmp_path / "out")
    with locked(tmp_path / "out", "other"), pytest.raises(BadSetup, match="another process is writing") as refused:
        simulate("chronicles-of-run", games=40, out=tmp_path / "out", resume=True)
    assert refused.value.code == "simulate/in-use"
    table = simulate("chronicles-of-run", games=40, out=tmp_path / "out", resume=True)
    assert table.collect().height == 40


def test_whoever_comes_second_does_not_take_a_new_folder_over(tmp_path: Path) -> None:
    """Both have looked, and found it empty."""
    game = ewala.load("chronicles-of-run")
    one, other = (Store(tmp_path / "out", game, ("uniform",) * 2, 10, seed, resume=False) for seed in (1, 2))
    with one.begun(), pytest.raises(BadSetup, match="another process"), other.begun():
        pass
    with pytest.raises(BadSetup, match="has a simulation"), other.begun():
        pass


def test_a_game_is_named_with_its_options() -> None:
    named = simulate("kingdom-run", games=5, players=2, edition="fr", seed=3)
    assert named.equals(simulate(ewala.load("kingdom-run", players="KS", edition="fr"), games=5, seed=3))
    with pytest.raises(BadSetup, match="players comes too late"):
        simulate(ewala.load("kingdom-run"), games=5, players=2)
