"""On an NVIDIA card the same games are played as on a processor."""

import pytest
from graphics_card import card, needs_card

import ewala
from ewala.core.errors import EwalaError
from ewala.lab.simulation import simulate


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
