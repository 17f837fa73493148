"""Games whose turns go in another order than the rules': as designers try them."""

from pathlib import Path

import polars as pl
import pytest

import ewala
from ewala.core.errors import BadSetup, EwalaError
from ewala.lab.simulation import simulate
from ewala.lab.simulation.players import player_for
from ewala.lab.simulation.processes import in_processes


@pytest.mark.parametrize("policies", ["uniform", "good"])
def test_turns_go_in_the_order_that_is_given(policies: str) -> None:
    usual = simulate("kingdom-run", policies=policies, games=6, players="KS")
    assert isinstance(usual, pl.DataFrame)
    assert (usual["turns_K"] >= usual["turns_S"]).all()
    back = simulate("kingdom-run", policies=policies, games=6, players="KS", order="forth-and-back")
    assert isinstance(back, pl.DataFrame)
    ahead = back["turns_K"].cast(int) - back["turns_S"].cast(int)
    assert set(ahead) <= {-1, 0, 1}
    assert ahead.min() == -1, "S has had two turns in a row"


def test_games_in_another_order_are_the_same_in_processes() -> None:
    player = player_for(ewala.load("kingdom-run", players="KS"), ["good"] * 2, 4, order="forth-and-back")
    [(_, there)] = in_processes(player, 4, [(0, 2)], 1)
    assert (there == player.play(0, 2)).all()


def test_an_order_of_play_belongs_to_what_is_kept(tmp_path: Path) -> None:
    game = ewala.load("kingdom-run", players="KS")
    simulate(game, games=2, out=tmp_path, order="forth-and-back")
    with pytest.raises(EwalaError, match='has order "forth-and-back", not null'):
        simulate(game, games=2, out=tmp_path, resume=True)


def test_an_order_of_play_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"there is no order of play 'back'; there are forth-and-back$") as unknown:
        simulate("kingdom-run", games=1, order="back")
    assert unknown.value.code == "simulate/order"
    with pytest.raises(BadSetup, match=r"there is no order of play 'back' in The Chronicles of Run$"):
        simulate("chronicles-of-run", games=1, order="back")
    with pytest.raises(BadSetup, match="a graphics card plays in the rules' own order"):
        simulate("kingdom-run", games=1, order="forth-and-back", backend="cuda")
