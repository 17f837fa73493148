"""Documented figures of ratings are the measured ones."""

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from ewala.games.chronicles.bots import ladder as chronicles_ladder
from ewala.games.kingdom_run.bots import ladder as kingdom_run_ladder
from ewala.games.registry import kit_of
from ewala.games.roster import levels, roster, stand_in
from ewala.kit.ratings import START, FixedPoint, History, Pool, RatedGame, Result, Rung, Terms, advantages

LINES = (Path(__file__).parents[3] / "docs" / "ratings.md").read_text(encoding="utf-8").splitlines()
SHARES: Mapping[str, Mapping[int, tuple[float, ...]]] = {
    "kingdom-run": kingdom_run_ladder.SEAT_SHARES,
    "chronicles-of-run": chronicles_ladder.SEAT_SHARES,
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


DOCS = Path(__file__).parents[3] / "docs"
BOTS = (DOCS / "bots.md").read_text(encoding="utf-8")

LADDERS = [
    ("kingdom-run", kingdom_run_ladder.MIDDLE, players, kingdom_run_ladder.LADDERS[players]) for players in (2, 3, 4)
] + [("chronicles-of-run", chronicles_ladder.MIDDLE, 2, chronicles_ladder.LADDERS[2])]


def rows_of(study: str, figure: str) -> list[dict[str, str]]:
    with (DOCS / "studies" / study / "figures.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["figure"] == figure]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kingdom_run_s_seats_are_those_of_the_study(players: int) -> None:
    rows = rows_of("kingdom-run-well", "seats_wins")
    measured = [float(row["value"]) for row in rows if row["players"] == f"{players} players"]
    assert list(kingdom_run_ladder.SEAT_SHARES[players]) == measured
    assert sum(measured) == pytest.approx(1)
    assert kit_of("kingdom-run").rating_terms(players).seats == advantages(measured)


def test_the_chronicles_seats_are_those_of_the_study() -> None:
    rows = rows_of("chronicles-of-run-learned", "initiative_wins")
    (first,) = (float(row["value"]) for row in rows if row["of the first to bid"] == "wins, draws counted half")
    assert list(chronicles_ladder.SEAT_SHARES[2]) == pytest.approx([first, 1 - first], abs=1e-9)
    assert kit_of("chronicles-of-run").rating_terms(2).seats == advantages((first, 1 - first))


def test_the_ladder_of_two_is_that_of_the_docs() -> None:
    told = re.findall(r"^\| (\w+)(?: \(.*\))? – (\w+)(?: play)? \| (\d+) \| ([\d.]+) ± .* \|$", BOTS, re.MULTILINE)
    assert [
        Rung(bot.lower(), below.lower(), int(games), round(float(won) / 100, 3)) for bot, below, games, won in told
    ] == [*kingdom_run_ladder.LADDERS[2]]


@pytest.mark.parametrize("players", [3, 4])
def test_the_ladders_of_more_are_those_of_the_docs(players: int) -> None:
    told = re.findall(r"^\| (\w+) against .* \| ([\d.]+) ± .* \| ([\d.]+) ± .* \|$", BOTS, re.MULTILINE)
    rungs = kingdom_run_ladder.LADDERS[players]
    assert [(rung.bot, rung.won) for rung in rungs] == [
        (bot.lower(), round(float(shares[players - 3]) / 100, 3)) for bot, *shares in told
    ]
    (counts,) = re.findall(r"(\d+) games with three, (\d+) with four \(of the\s+Champions, (\d+) from", BOTS)
    *games, champions = map(int, counts)
    assert [rung.games for rung in rungs] == [games[players - 3]] * 4 + [champions]


def test_the_ladder_of_the_chronicles_is_that_of_the_docs() -> None:
    told = re.findall(
        r"^\| (\w+)(?: \(.*\))? – (\w+)(?: play)? \| (\d+) \| (\d+) \| (\d+) \| \d+ % \|$", BOTS, re.MULTILINE
    )
    found = []
    for bot, below, *counted in told:
        won, lost, drawn = map(int, counted)
        games = won + lost + drawn
        found.append(Rung(bot.lower(), below.lower(), games, (won + drawn / 2) / games))
    assert found == [*chronicles_ladder.LADDERS[2]]


@pytest.mark.parametrize(("game", "middle", "players", "rungs"), LADDERS)
def test_a_ladder_has_every_level_and_people_start_where_their_stand_in_is(
    game: str, middle: str, players: int, rungs: tuple[Rung, ...]
) -> None:
    names = [entry.name for entry in levels(game)]
    assert [rung.bot for rung in rungs] == names
    assert [rung.below for rung in rungs] == ["random", *names[:-1]]
    points = kit_of(game).rating_terms(players).bots
    assert middle == stand_in(game)
    assert points[middle].points == START.mean
    heights = [point.points for point in points.values()]
    assert heights == sorted(heights)
