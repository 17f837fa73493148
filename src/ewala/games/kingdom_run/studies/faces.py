"""What is a face of the dice worth?"""

from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.present.names import FACE_NAMES
from ewala.games.kingdom_run.studies.columns import ahead, labels, players_of, win_share
from ewala.kit.stats.estimates import Estimate
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dots
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import said, together

_TITLE = Sentence("What is a die’s face worth?")
_MEANING = Sentence(
    "A die that shows this face when the actions begin, in the place of an average die. Games are compared in which "
    "the seat had as many turns."
)
_BY_CHANCE = Sentence(
    "Nobody here rerolls for a face, so the difference is the face’s doing, however well or badly it is used."
)
_BY_CHOICE = Sentence("Who rerolls for a face wants it for a reason: the difference is not the face’s doing alone.")
_TAGS = {"uniform": "", "greedy": "_greedily", "good": "_well"}


def _answer(brief: Brief, games: Games) -> Answer:
    wins: list[Row] = []
    points: list[Row] = []
    for run in brief.runs():
        for face, won, scored in zip(FACE_NAMES, *_worths(run, games), strict=True):
            here = {**labels(run), "face": FACE_NAMES[face]}
            wins.append(Row(here, won, "points of share"))
            points.append(Row(here, scored, "more"))
    figures = []
    for policy in brief.policies:
        play = played(policy)
        tag = _TAGS.get(policy, f"_as_{policy}")
        luck = _BY_CHANCE if policy in _TAGS else _BY_CHOICE
        by_wins = Sentence("One more of a face, in wins, playing {play}", play=play)
        by_points = Sentence("One more of a face, in points, playing {play}", play=play)
        ours = [row for row in wins if row.labels["play"] == play]
        in_points = [row for row in points if row.labels["play"] == play]
        figures += [
            Figure(
                f"faces_wins{tag}",
                by_wins,
                [
                    together([_MEANING, luck]),
                    Sentence("In percentage points of winning the game, for each such die."),
                ],
                ours,
                dots(ours, label=by_wins, name="face", group="players", mark=0, tones=True),
            ),
            Figure(
                f"faces_points{tag}",
                by_points,
                [Sentence("The same in points that a seat is ahead of the others’ average at the end.")],
                in_points,
                dots(in_points, label=by_points, name="face", group="players", mark=0, tones=True),
            ),
        ]
    return Answer("faces", _TITLE, _short(brief, wins), figures)


def _worths(run: Run, games: Games) -> tuple[list[Estimate], list[Estimate]]:
    import polars as pl

    seats, table = run.game.seats, games.of(run)
    turns = [pl.col(f"turns_{seat}") for seat in seats]
    dice = [[pl.col(f"dice_{seat}_{face}") for face in FACE_NAMES] for seat in seats]
    wins = [win_share(run.game, seat) for seat in seats]
    points = [ahead(run.game, seat) for seat in seats]
    return worth(table, Sightings(wins, turns, dice)), worth(table, Sightings(points, turns, dice))


def _short(brief: Brief, wins: list[Row]) -> Sentence:
    most = players_of(brief.by_players()[-1])
    parts = []
    for policy in brief.policies:
        rows = [row for row in wins if row.labels["play"] == played(policy) and row.labels["players"] == most]
        best, worst = (choose(rows, key=lambda row: row.estimate.value) for choose in (max, min))
        parts.append(
            Sentence(
                "With {players} who play {play}, the best face is {best}, {more} of winning for each die, and the "
                "worst is {worst}, {less}.",
                players=most,
                play=played(policy),
                best=best.labels["face"],
                more=said(best.estimate, "points of share"),
                worst=worst.labels["face"],
                less=said(worst.estimate, "points of share"),
            )
        )
    return together(parts)


QUESTION = Question("faces", _TITLE, lambda brief: brief.runs(), _answer)
