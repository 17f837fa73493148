"""Where only the best board counts, the network looks at those that the plain sum does not think far worse."""

from typing import Any

import pytest

from ewala import load
from ewala.games.kingdom_run.bots import turns
from ewala.games.kingdom_run.bots.network import correct
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import shipped_values
from ewala.games.kingdom_run.rules.game import KingdomRun

BOARD = "KSFG/KSFG/KSFG/KSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K roll"


@pytest.fixture
def search() -> TurnSearch:
    game = load("kingdom-run", players="KS", backend="interpreted")
    assert isinstance(game, KingdomRun)
    return TurnSearch(game, shipped_values(game, "learned"))


def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Gets an entry whenever the network looks at a board that only counts if it is the best."""
    found: list[int] = []

    def noted(*arguments: Any) -> None:
        found.append(1)
        correct(*arguments)

    monkeypatch.setattr(turns, "correct", noted)
    return found


def test_far_boards_are_passed_over_and_hardly_change_the_outlook(
    search: TurnSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, looked = search.game.parse(BOARD).data, looked_at(monkeypatch)
    some = search.look(state, width=1).shares
    few, nodes = len(looked), search.nodes
    monkeypatch.setattr(turns, "FAR", 2.0)
    everything = search.look(state, width=1).shares
    assert search.nodes == 2 * nodes
    assert few < (len(looked) - few) / 2
    assert some == pytest.approx(everything, abs=0.005)
    assert some[0] <= everything[0] + 1e-9, "whoever looks at less finds nothing better"


def test_plain_values_ask_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("kingdom-run", players="KS", backend="interpreted")
    assert isinstance(game, KingdomRun)
    looked = looked_at(monkeypatch)
    TurnSearch(game).look(game.parse(BOARD).data, width=1)
    assert looked == []
