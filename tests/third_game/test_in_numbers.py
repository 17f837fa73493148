"""The third game in the arena and in simulations."""

from pathlib import Path

import polars as pl
import pytest

import ewala
from ewala.cli import main
from ewala.core.errors import BadSetup
from ewala.lab.arena import play_arena
from ewala.lab.arena.results import Folder
from ewala.lab.simulation import simulate
from ewala.lab.simulation.players import player_for


def test_random_and_greedy_meet_in_the_arena_and_records_verify(third_game: str, tmp_path: Path) -> None:
    """With two processes, which hear of the game as this one did."""
    rows = play_arena(third_game, ["random", "greedy"], players=2, games=6, workers=2, folder=tmp_path).rows
    assert len(rows) == 6
    for row in rows:
        record = ewala.load_record(Folder(tmp_path).record_of(row))
        assert record.verify() >= 2
        assert record.state.winners() == set(row.winners)


def test_an_arena_for_three(third_game: str) -> None:
    rows = play_arena(third_game, ["random", "greedy"], players=3, games=6).rows
    assert {len(row.seats) for row in rows} == {3}
    with pytest.raises(BadSetup):
        play_arena(third_game, ["random", "greedy"], players=4, games=6)


@pytest.mark.parametrize("policies", ["uniform", "greedy", "random,greedy"])
def test_plain_python_and_machine_code_fill_the_same_table(third_game: str, policies: str) -> None:
    found = simulate(ewala.load(third_game, players="AB"), policies, 40, seed=5)
    assert isinstance(found, pl.DataFrame)
    assert len(found) == 40
    assert found.select(pl.sum_horizontal("won_A", "won_B").sum()).item() == 40
    assert found.select((pl.max_horizontal("score_A", "score_B") == 12).all()).item()
    assert found["moves"].is_between(6, 69).all()
    assert set(found.columns) >= {"game", "moves", "score_A", "won_B"}
    if policies != "random,greedy":
        seats = policies.split(",") * 2
        plain = player_for(ewala.load(third_game, players="AB", backend="interpreted"), seats, 5).play(0, 40)
        assert plain["moves"].tolist() == found["moves"].to_list()


def test_the_command_says_who_wins_how_often(third_game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", third_game, "--games", "200", "--players", "ABC", "--length", "20"]) == 0
    shown = capsys.readouterr().out
    assert "200 games" in shown
    assert "moves a game" in shown
