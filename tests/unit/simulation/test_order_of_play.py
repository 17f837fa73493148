from pathlib import Path

import polars as pl
import pytest
from graphics_card import card, needs_card

import ewala
from ewala.core.errors import BadSetup, EwalaError
from ewala.lab.simulation import simulate
from ewala.lab.simulation.players import player_for
from ewala.lab.simulation.workers import in_processes


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


@pytest.mark.skipif(card(), reason="there is a card")
def test_without_a_card_there_is_one_clear_error() -> None:
    with pytest.raises(EwalaError) as refused:
        simulate("kingdom-run", games=10, backend="cuda")
    assert refused.value.code == "simulate/cuda"


@needs_card
@pytest.mark.parametrize("policies", ["uniform", "greedy"])
@pytest.mark.parametrize("name", ["kingdom-run", "chronicles-of-run"])
def test_a_card_plays_the_same_games_record_by_record(name: str, policies: str) -> None:
    games = 20_000 if policies == "uniform" else 500
    here = simulate(name, policies, games, 3).lazy().collect()
    there = simulate(name, policies, games, 3, backend="cuda").lazy().collect()
    assert there.equals(here)


@needs_card
@pytest.mark.parametrize("name", ["kingdom-run", "chronicles-of-run"])
def test_sums_on_the_card_are_the_sums_of_the_rows(name: str) -> None:
    from ewala.lab.simulation.graphics_player import GraphicsPlayer

    game = ewala.load(name)
    rows = simulate(game, "uniform", 5000, 3).lazy().collect()
    totals = GraphicsPlayer(game, ["uniform"] * len(game.seats), 3).totals(0, 5000)
    points = "score" if name == "kingdom-run" else "power"
    assert totals.moves == rows["moves"].sum()
    assert totals.scores == [rows[f"{points}_{seat}"].cast(int).sum() for seat in game.seats]
    assert totals.wins == [rows[f"won_{seat}"].cast(int).sum() for seat in game.seats]
