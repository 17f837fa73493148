"""Every figure in the tables of docs/ratings.md is what the code reckons with."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ewala.games.chronicles.studies import seat_shares as chronicles_seats
from ewala.games.kingdom_run.studies import seat_shares as kingdom_run_seats
from ewala.games.registry import kit_of
from ewala.games.roster import roster
from ewala.kit.ratings import FixedPoint, History, Pool, RatedGame, Result, Terms

LINES = (Path(__file__).parents[3] / "docs" / "ratings.md").read_text(encoding="utf-8").splitlines()
SHARES: Mapping[str, Mapping[int, tuple[float, ...]]] = {
    "kingdom-run": kingdom_run_seats.SEAT_SHARES,
    "chronicles-of-run": {2: chronicles_seats.SEAT_SHARES},
}


def row(*cells: str) -> str:
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def points(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


@pytest.mark.parametrize(("game", "players"), [(game, players) for game in SHARES for players in SHARES[game]])
def test_what_seats_are_worth(game: str, players: int) -> None:
    worth = kit_of(game).rating_terms(players).seats
    cells = [f"{share * 100:.1f} %, {points(seat)}" for share, seat in zip(SHARES[game][players], worth, strict=True)]
    name = f"{kit_of(game).game().title}, {players} players"
    assert row(name, *cells, *[""] * (4 - players)) in LINES


@pytest.mark.parametrize("game", SHARES)
def test_where_bots_stand(game: str) -> None:
    ladders = [kit_of(game).rating_terms(players).bots for players in SHARES[game]]
    rows = [
        row(str(roster(game)[bot].title), *(f"{ladder[bot].points} ± {ladder[bot].error}" for ladder in ladders))
        for bot in ladders[0]
    ]
    head = LINES.index(row(str(kit_of(game).game().title), *(f"{players} players" for players in SHARES[game])))
    assert LINES[head + 2 : head + 2 + len(rows)] == rows


def games_until_certain(players: int, *, bots: bool) -> int:
    """With results that take turns, against equals: bots, or people who begin as well."""
    history = History(lambda *_: Terms((0.0,) * players, {"equal": FixedPoint(1500, 0)}))
    games = 0
    while history.rating(Pool("any", players), "0").provisional:
        games += 1
        results = [Result(str(seat), seat + 1, (games + seat) % players + 1) for seat in range(players)]
        if bots:
            results[1:] = [Result("equal", result.seat, result.place, bot=True) for result in results[1:]]
        history.add(RatedGame("any", tuple(results)))
    return games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_how_long_a_rating_is_provisional(players: int) -> None:
    counts = [games_until_certain(players, bots=bots) for bots in (True, False)]
    assert row(str(players), *map(str, counts)) in LINES
