"""Things to ask of a game of Kingdom Run, as expressions over its row; and what they are called."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import polars as pl

from ewala.core.game import Game
from ewala.core.sentences import Sentence, msg
from ewala.kit.stats.estimates import Estimate, average, measured
from ewala.kit.study.brief import played
from ewala.kit.study.games import Run
from ewala.kit.study.words import Label, heads

CLOSE = 2  # a margin of one token
CLOSELY, TURNED = msg("won by 2 points or less"), msg("turned after the last lead")
LEAD_CHANGES = msg("changes of the lead")
SEATS = (Sentence("first seat"), Sentence("second seat"), Sentence("third seat"), Sentence("fourth seat"))
# By what rows are labelled, for the catalogues.
HEADS = (
    *heads("players", "play", "seat", "face", "action", "own runner is", "measure", "rounds", "rule", "ending"),
    *heads("points from", "of", "own runners home", "own tokens", "values", "change in", "rules", "circuit", "track"),
    *heads("what helps the last"),
)


def seats_of(game: Game) -> str:
    """The seats in the order of play."""
    seats = "".join(game.seats)
    first = str(game.values["first"])
    start = seats.index(first) if first in seats else 0
    return seats[start:] + seats[:start]


def players_of(game: Game) -> Sentence:
    return Sentence("{count} players", count=len(game.seats))


def labels(run: Run) -> dict[str, Label]:
    """What tells the games of a study apart."""
    return {"players": players_of(run.game), "play": played(run.policy)}


def win_share(game: Game, seat: str) -> Any:
    """1 for a win; of a win that several share, each has a part."""
    return pl.col(f"won_{seat}") / pl.sum_horizontal(_each("won", game))


def margin(game: Game) -> Any:
    """By how many points the best is ahead of the second."""
    seconds = [pl.min_horizontal(pair) for pair in combinations(_each("score", game), 2)]
    return pl.max_horizontal(_each("score", game)) - pl.max_horizontal(seconds)


def ahead(game: Game, seat: str) -> Any:
    """By how many points a seat is ahead of the others' average."""
    others = [pl.col(f"score_{other}").cast(pl.Float64) for other in game.seats if other != seat]
    return pl.col(f"score_{seat}") - pl.sum_horizontal(others) / len(others)


def close(game: Game) -> Any:
    """Whether the game was won by a token's worth or less."""
    return margin(game) <= CLOSE


def turned(game: Game) -> Any:
    """Whether the last one to be alone ahead at the beginning of a turn did not win."""
    return pl.any_horizontal(
        [(pl.col("leader") == n) & (pl.col(f"won_{seat}") == 0) for n, seat in enumerate(game.seats, 1)]
    )


def turns(game: Game) -> Any:
    """Turns of all seats together."""
    return total("turns_{}", game)


def total(column: str, game: Game) -> Any:
    """The sum of a column over all seats."""
    return pl.sum_horizontal([pl.col(column.format(seat)).cast(pl.Int64) for seat in game.seats])


def spread_of(game: Game, table: pl.LazyFrame, wins: Mapping[str, Estimate]) -> Estimate:
    """From the seat that wins least to the one that wins most."""
    best, worst = (choose(wins, key=lambda seat: wins[seat].value) for choose in (max, min))
    gap = win_share(game, best) - win_share(game, worst if worst != best else seats_of(game)[-1])
    found = measured(table, {"gap": average(gap)})["gap"]
    return replace(found, low=max(found.low, 0.0))  # it cannot be less than nothing


def _each(column: str, game: Game) -> list[Any]:
    return [pl.col(f"{column}_{seat}").cast(pl.Int64) for seat in game.seats]
