"""Chances that come true: what a look says is corrected, and stays what chances are."""

import pytest

import ewala
from ewala.games.kingdom_run.bots.search import Outlook
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach.calibration import advancement, calibrated, corrected
from ewala.games.kingdom_run.coach.looks import Looks
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import State
from ewala.kit.effort import Effort
from ewala.kit.ledger import as_chances


def _game(players: str) -> KingdomRun:
    game = ewala.load("kingdom-run", players=players)
    assert isinstance(game, KingdomRun)
    return game


@pytest.mark.parametrize("players", ["KS", "KSF", "KSFG"])
def test_corrected_chances_add_up_to_one(players: str) -> None:
    game = _game(players)
    said = tuple(share / sum(range(1, len(players) + 1)) for share in range(1, len(players) + 1))
    fair = calibrated(game, game.start().data, said)
    assert sum(fair) == pytest.approx(1)
    assert fair != said
    assert sorted(fair) == list(fair)  # who is ahead stays ahead


@pytest.mark.parametrize(
    ("players", "won", "reach"), [("KS", 0.681, 0.017), ("KSF", 0.346, 0.018), ("KSFG", 0.257, 0.016)]
)
def test_the_first_player_is_told_what_comes_of_it(players: str, won: float, reach: float) -> None:
    """3,000 games of good play for each number of players, which nothing was fitted on (docs/findings.md)."""
    game = _game(players)
    with borrowed_search(game) as search:
        said = as_chances(search.look(game.start().data, width=4).shares)
    assert calibrated(game, game.start().data, said)[0] == pytest.approx(won, abs=reach)


def test_what_is_over_is_over() -> None:
    game = _game("KS")
    over = game.parse("-/S/SF/FF/G/GG/-/-/-/-/-/-/-/K KKSKSFG 6,6 KS K act:D:VVL").play("D14K")
    assert calibrated(game, over.data, (1.0, 0.0)) == (1.0, 0.0)


def test_advancement_goes_from_the_start_to_the_line() -> None:
    game = _game("KS")
    start = advancement(game, State.unpack(game.start().data))
    later = advancement(game, State.unpack(game.parse("-/-/-/-/-/-/-/-/-/-/-/SSFF/KGGG/KFF KKSSG 6,6 KS K roll").data))
    assert 0 < start < 0.2 < 0.8 < later < 1


def test_no_correction_changes_nothing() -> None:
    assert corrected((0.2, 0.8), 0, 1.0, 0.0) == pytest.approx((0.2, 0.8))


class _Says:
    """A search that says what it is told to."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.game = outlook, _game("KS")

    def look(self, state: bytes, *, width: int) -> Outlook:
        return self.outlook

    def ends(self, state: bytes, *, width: int, most: int) -> list[object]:
        return []

    def judge(self, board: bytes) -> list[float]:
        return []


def test_within_a_turn_averages_stay_averages_and_chances_chances() -> None:
    kept = [(1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (0.9, 0.1)]
    mean = tuple(sum(row[seat] for row in kept) / len(kept) for seat in range(2))
    search = _Says(Outlook([], kept, list(mean)))
    look = Looks(search, Effort(1), lambda board, chances: (0.4, 0.6)).close(b"")  # type: ignore[arg-type]
    for seat in range(2):
        assert sum(row[seat] for row in look.kept) / len(kept) == pytest.approx(look.shares[seat])
    assert all(-1e-12 <= chance <= 1 + 1e-12 for row in look.kept for chance in row)
    assert look.kept[0][0] > look.kept[3][0] > look.kept[1][0] > look.kept[2][0]
