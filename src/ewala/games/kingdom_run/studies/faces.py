"""What is a face of the dice worth?"""

from ewala.games.kingdom_run.studies.columns import FACE_WORDS, ahead, labels, players_of, win_share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dots
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import said
from ewala.stats.estimates import Estimate

__all__ = ["QUESTION"]

_TITLE = "What is a die’s face worth?"
_MEANING = (
    "A die that shows this face when the actions begin, in the place of an average die. Games are compared in which "
    "the seat had as many turns. "
)
_BY_CHANCE = "Nobody here rerolls for a face, so the difference is the face’s doing, however well or badly it is used."
_BY_CHOICE = "Who rerolls for a face wants it for a reason: the difference is not the face’s doing alone."


def _answer(brief: Brief, games: Games) -> Answer:
    wins: list[Row] = []
    points: list[Row] = []
    for run in brief.runs():
        for face, won, scored in zip(FACE_WORDS, *_worths(run, games), strict=True):
            here = {**labels(run), "face": FACE_WORDS[face]}
            wins.append(Row(here, won, "points of share"))
            points.append(Row(here, scored, "more"))
    figures = []
    for play in dict.fromkeys(row.labels["play"] for row in wins):
        tag = {"at random": "", "greedily": "_greedily"}.get(play, "_" + play.replace(" ", "_"))
        luck = _BY_CHANCE if play in ("at random", "greedily") else _BY_CHOICE
        ours = [row for row in wins if row.labels["play"] == play]
        in_points = [row for row in points if row.labels["play"] == play]
        figures += [
            Figure(
                f"faces_wins{tag}",
                f"One more of a face, in wins, playing {play}",
                f"{_MEANING}{luck}\nIn percentage points of winning the game, for each such die.",
                ours,
                dots(ours, label=f"Faces, wins, {play}", name="face", group="players", mark=0, tones=True),
            ),
            Figure(
                f"faces_points{tag}",
                f"One more of a face, in points, playing {play}",
                "The same in points that a seat is ahead of the others’ average at the end.",
                in_points,
                dots(in_points, label=f"Faces, points, {play}", name="face", group="players", mark=0, tones=True),
            ),
        ]
    return Answer("faces", _TITLE, _short(brief, wins), figures)


def _worths(run: Run, games: Games) -> tuple[list[Estimate], list[Estimate]]:
    import polars as pl

    seats, table = run.game.seats, games.of(run)
    turns = [pl.col(f"turns_{seat}") for seat in seats]
    dice = [[pl.col(f"dice_{seat}_{face}") for face in FACE_WORDS] for seat in seats]
    wins = [win_share(run.game, seat) for seat in seats]
    points = [ahead(run.game, seat) for seat in seats]
    return worth(table, Sightings(wins, turns, dice)), worth(table, Sightings(points, turns, dice))


def _short(brief: Brief, wins: list[Row]) -> str:
    most = players_of(brief.by_players()[-1])
    parts = []
    for policy in brief.policies:
        rows = [row for row in wins if row.labels["play"] == played(policy) and row.labels["players"] == most]
        best, worst = (choose(rows, key=lambda row: row.estimate.value) for choose in (max, min))
        parts.append(
            f"Among {most} who play {played(policy)}, {best.labels['face']} is the best face, "
            f"{said(best.estimate, 'points of share')} of winning for each die, and {worst.labels['face']} the worst, "
            f"{said(worst.estimate, 'points of share')}."
        )
    return " ".join(parts)


QUESTION = Question("faces", _TITLE, lambda brief: brief.runs(), _answer)
