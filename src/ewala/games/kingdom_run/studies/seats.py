"""Is it an advantage to begin?"""

from ewala.games.kingdom_run.studies.columns import labels, players_of, seat_words, seats_of, win_share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import dots
from ewala.kit.study.words import said
from ewala.stats.estimates import average, measured, share

__all__ = ["QUESTION"]

_TITLE = "Is it an advantage to begin?"


def _answer(brief: Brief, games: Games) -> Answer:
    import polars as pl

    wins: list[Row] = []
    edges: list[Row] = []
    points: list[Row] = []
    turns: list[Row] = []
    for run in brief.runs():
        seats, names = seats_of(run.game), seat_words(run.game)
        asked = {f"won {seat}": share(win_share(run.game, seat)) for seat in seats}
        asked |= {f"score {seat}": average(pl.col(f"score_{seat}")) for seat in seats}
        asked |= {f"turns {seat}": average(pl.col(f"turns_{seat}")) for seat in seats}
        first, last = (win_share(run.game, seat) for seat in (seats[0], seats[-1]))
        found = measured(games.of(run), {**asked, "edge": average(first - last)})
        for seat, name in zip(seats, names, strict=True):
            here = {**labels(run), "seat": name}
            wins.append(Row(here, found[f"won {seat}"], "share"))
            points.append(Row(here, found[f"score {seat}"], "points"))
            turns.append(Row(here, found[f"turns {seat}"], "number"))
        edges.append(Row({**labels(run)}, found["edge"], "difference"))
    fair = {players_of(game): 1 / len(game.seats) for game in brief.by_players()}
    return Answer(
        "seats",
        _TITLE,
        _short(brief, edges, wins),
        (
            Figure(
                "seats_wins",
                "Wins by seat",
                "What each seat wins, in the order of play; the dashed line is a fair share. Of a win that several "
                "share each has a part. All clans begin alike, so that a seat is nothing but its place in the order.",
                wins,
                dots(wins, label=_TITLE, name="seat", group="players", series="play", mark=fair),
            ),
            Figure(
                "seats_edge",
                "From the first seat to the last",
                " ".join(
                    [
                        "By how many percentage points the first seat wins more often than the last.",
                        *map(_sentence, edges),
                    ]
                ),
                edges,
                dots(edges, label="First against last seat", name="play", group="players", mark=0, tones=True),
            ),
            Figure(
                "seats_points",
                "Points by seat",
                "What a seat scores on average, won or lost.",
                points,
                dots(points, label="Points by seat", name="seat", group="players", series="play"),
            ),
            Figure(
                "seats_turns",
                "Turns by seat",
                "A game ends in the middle of somebody’s turn, so those who come early in the order have had more "
                "turns by then.",
                turns,
                dots(turns, label="Turns by seat", name="seat", group="players", series="play"),
            ),
        ),
    )


def _sentence(edge: Row) -> str:
    at = f"With {edge.labels['players']} who play {edge.labels['play']}, "
    if edge.estimate.sure_sign == 0:
        return at + f"first and last seat show no clear difference: {said(edge.estimate, 'difference')}."
    better = "an advantage" if edge.estimate.value > 0 else "a disadvantage"
    return at + f"the first seat has {better} over the last: {said(edge.estimate, 'difference')} of the wins."


def _short(brief: Brief, edges: list[Row], wins: list[Row]) -> str:
    main = [row for row in wins if row.labels["play"] == played(brief.main)]
    firsts = [row for row in main if row.labels["seat"] == "first seat"]
    told = "; ".join(f"{said(row.estimate, 'share')} with {row.labels['players']}" for row in firsts)
    return f"Playing {played(brief.main)}, the first seat wins {told}."


QUESTION = Question("seats", _TITLE, lambda brief: brief.runs(), _answer)
