"""Is it an advantage to begin?"""

from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.studies.columns import SEATS, labels, players_of, seat_words, seats_of, win_share
from ewala.kit.phrases import apart
from ewala.kit.stats.estimates import average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import dots
from ewala.kit.study.words import Label, said, together

_TITLE = Sentence("Is it an advantage to begin?")


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
    fair: dict[Label, float] = {players_of(game): 1 / len(game.seats) for game in brief.by_players()}
    return Answer(
        "seats",
        _TITLE,
        _short(brief, wins),
        (
            Figure(
                "seats_wins",
                Sentence("Wins by seat"),
                [
                    Sentence(
                        "What each seat wins, in the order of play; the dashed line is a fair share. Of a win that "
                        "several share each has a part. All clans begin alike, so that a seat is nothing but its place "
                        "in the order."
                    )
                ],
                wins,
                dots(wins, label=_TITLE, name="seat", group="players", series="play", mark=fair),
            ),
            Figure(
                "seats_edge",
                Sentence("From the first seat to the last"),
                [
                    together(
                        [
                            Sentence("By how many percentage points the first seat wins more often than the last."),
                            *map(_sentence, edges),
                        ]
                    )
                ],
                edges,
                dots(
                    edges,
                    label=Sentence("From the first seat to the last"),
                    name="play",
                    group="players",
                    mark=0,
                    tones=True,
                ),
            ),
            Figure(
                "seats_points",
                Sentence("Points by seat"),
                [Sentence("What a seat scores on average, won or lost.")],
                points,
                dots(points, label=Sentence("Points by seat"), name="seat", group="players", series="play"),
            ),
            Figure(
                "seats_turns",
                Sentence("Turns by seat"),
                [
                    Sentence(
                        "A game ends in the middle of somebody’s turn, so those who come early in the order have had "
                        "more turns by then."
                    )
                ],
                turns,
                dots(turns, label=Sentence("Turns by seat"), name="seat", group="players", series="play"),
            ),
        ),
    )


def _sentence(edge: Row) -> Sentence:
    blanks = {**edge.labels, "difference": said(edge.estimate, "difference")}
    if edge.estimate.sure_sign == 0:
        return Sentence(
            "With {players} who play {play}, first and last seat show no clear difference: {difference}.", **blanks
        )
    return Sentence(
        "With {players} who play {play}, the first seat has an advantage over the last: {difference} of the wins."
        if edge.estimate.value > 0
        else "With {players} who play {play}, the first seat has a disadvantage against the last: {difference} of the "
        "wins.",
        **blanks,
    )


def _short(brief: Brief, wins: list[Row]) -> Sentence:
    main = [row for row in wins if row.labels["play"] == played(brief.main)]
    firsts = [row for row in main if row.labels["seat"] == SEATS[0]]
    told = [
        Sentence("{share} with {players}", share=said(row.estimate, "share"), players=row.labels["players"])
        for row in firsts
    ]
    return Sentence("Playing {play}, the first seat wins {told}.", play=played(brief.main), told=apart(told))


QUESTION = Question("seats", _TITLE, lambda brief: brief.runs(), _answer)
