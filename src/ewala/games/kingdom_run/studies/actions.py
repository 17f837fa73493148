"""What are faces of the dice worth, and the actions: to those who perform them and to those whose runners they move?"""

from typing import Any

import polars as pl

from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.present.names import FACE_NAMES
from ewala.games.kingdom_run.studies.columns import ahead, labels, players_of, total, win_share
from ewala.kit.stats.estimates import Estimate, average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row, extremes, those
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dot_figure
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import said, together

_TITLE = Sentence("What is an action worth?")
_ACTIONS = "DCBVL"
_KINDS = {
    "disbanded": Sentence("taken first in a disbanding"),
    "caught_up": Sentence("moved by a catch-up"),
    "bathed": Sentence("sent bathing"),
    "lulled": Sentence("lulled"),
    "awakened": Sentence("awakened"),
}
_RUNNER = "own runner is"

_FACE = Sentence("What is a die’s face worth?")
_MEANING = Sentence(
    "A die that shows this face when the actions begin, in the place of an average die. Games are compared in which "
    "the seat had as many turns."
)
_BY_CHANCE = Sentence(
    "Nobody here rerolls for a face, so the difference is the face’s doing, however well or badly it is used."
)
_BY_CHOICE = Sentence("Who rerolls for a face wants it for a reason: the difference is not the face’s doing alone.")
_TAGS = {"uniform": "", "greedy": "_greedily", "good": "_well"}


def _worths(run: Run, games: Games, column: str, kinds: Any, outcomes: list[Any] | None = None) -> list[Estimate]:
    """What one more of each kind is worth to a seat, in wins or another outcome, with as many turns."""
    seats = run.game.seats
    counts = [[pl.col(column.format(seat=seat, kind=kind)) for kind in kinds] for seat in seats]
    outcomes = outcomes or [win_share(run.game, seat) for seat in seats]
    return worth(games.of(run), Sightings(outcomes, [pl.col(f"turns_{seat}") for seat in seats], counts))


# --- Actions


def _answer(brief: Brief, games: Games) -> Answer:
    doing: list[Row] = []
    being: list[Row] = []
    often: list[Row] = []
    copies: list[Row] = []
    for run in brief.runs():
        for action, estimate in zip(_ACTIONS, _worths(run, games, "done_{seat}_{kind}", _ACTIONS), strict=True):
            doing.append(Row({**labels(run), "action": FACE_NAMES[action]}, estimate, "points of share"))
        for kind, estimate in zip(_KINDS.values(), _worths(run, games, "chosen_{seat}_{kind}", _KINDS), strict=True):
            being.append(Row({**labels(run), _RUNNER: kind}, estimate, "points of share"))
        found = measured(games.of(run), _counts(run))
        for action in _ACTIONS:
            here = {**labels(run), "action": FACE_NAMES[action]}
            often.append(Row(here, found[f"often {action}"], "number"))
            copies.append(Row(here, found[f"copied {action}"], "share"))
    return Answer("actions", _TITLE, _short(brief, doing, being), _figures(doing, being, often, copies))


def _counts(run: Run) -> dict[str, Any]:
    asked = {}
    for action in _ACTIONS:
        done = total(f"done_{{}}_{action}", run.game)
        asked[f"often {action}"] = average(done, total("turns_{}", run.game))
        asked[f"copied {action}"] = share(total(f"copied_{{}}_{action}", run.game), done)
    return asked


def _figures(doing: list[Row], being: list[Row], often: list[Row], copies: list[Row]) -> list[Figure]:
    return [
        dot_figure(
            "actions_performed",
            Sentence("Performing an action once more"),
            Sentence(
                "By how many percentage points a seat wins more often that has performed an action once more, with as "
                "many turns and as much of everything else. Which actions are performed depends on the position as "
                "well as on the dice, so this is what goes along with an action, not all of it its doing."
            ),
            doing,
            by="action",
            mark=0,
        ),
        dot_figure(
            "actions_undergone",
            Sentence("What one’s own runners undergo"),
            Sentence(
                "The same for what happens to one of a seat’s own runners, whoever chose it. Runners that follow the "
                "first one in a disbanding are not counted here."
            ),
            being,
            by=_RUNNER,
            mark=0,
        ),
        dot_figure(
            "actions_often",
            Sentence("How often in a turn"),
            Sentence("Actions of each kind in a turn of four dice."),
            often,
            by="action",
        ),
        dot_figure(
            "actions_copied",
            Sentence("How many are copies"),
            Sentence("The share of an action’s performances that a carbon copy paid for."),
            copies,
            by="action",
        ),
    ]


def _short(brief: Brief, doing: list[Row], being: list[Row]) -> Sentence:
    most, play = players_of(brief.by_players()[-1]), played(brief.main)
    best, _ = extremes(those(doing, players=most, play=play))
    up, down = extremes(those(being, players=most, play=play))
    return Sentence(
        "With {players} who play {play}, the action that pays best is {best}, {more} of winning each time. It is worth "
        "most to a runner’s owner that it is {up}, {most}; least that it is {down}, {least}.",
        players=most,
        play=play,
        best=best.labels["action"],
        more=said(best.estimate, "points of share"),
        up=up.labels[_RUNNER],
        most=said(up.estimate, "points of share"),
        down=down.labels[_RUNNER],
        least=said(down.estimate, "points of share"),
    )


# --- Faces


def _answer_faces(brief: Brief, games: Games) -> Answer:
    wins: list[Row] = []
    points: list[Row] = []
    for run in brief.runs():
        dice = "dice_{seat}_{kind}"
        won = _worths(run, games, dice, FACE_NAMES)
        scored = _worths(run, games, dice, FACE_NAMES, [ahead(run.game, seat) for seat in run.game.seats])
        for face, in_wins, in_points in zip(FACE_NAMES.values(), won, scored, strict=True):
            wins.append(Row({**labels(run), "face": face}, in_wins, "points of share"))
            points.append(Row({**labels(run), "face": face}, in_points, "more"))
    figures = []
    for policy in brief.policies:
        play = played(policy)
        tag = _TAGS.get(policy, f"_as_{policy}")
        luck = _BY_CHANCE if policy in _TAGS else _BY_CHOICE
        figures += [
            dot_figure(
                f"faces_wins{tag}",
                Sentence("One more of a face, in wins, playing {play}", play=play),
                [together([_MEANING, luck]), Sentence("In percentage points of winning the game, for each such die.")],
                those(wins, play=play),
                by="face",
                mark=0,
                tones=True,
            ),
            dot_figure(
                f"faces_points{tag}",
                Sentence("One more of a face, in points, playing {play}", play=play),
                Sentence("The same in points that a seat is ahead of the others’ average at the end."),
                those(points, play=play),
                by="face",
                mark=0,
                tones=True,
            ),
        ]
    return Answer("faces", _FACE, _short_of_faces(brief, wins), figures)


def _short_of_faces(brief: Brief, wins: list[Row]) -> Sentence:
    most = players_of(brief.by_players()[-1])
    parts = []
    for play in map(played, brief.policies):
        best, worst = extremes(those(wins, play=play, players=most))
        parts.append(
            Sentence(
                "With {players} who play {play}, the best face is {best}, {more} of winning for each die, and the "
                "worst is {worst}, {less}.",
                players=most,
                play=play,
                best=best.labels["face"],
                more=said(best.estimate, "points of share"),
                worst=worst.labels["face"],
                less=said(worst.estimate, "points of share"),
            )
        )
    return together(parts)


ACTIONS = Question("actions", _TITLE, Brief.runs, _answer)
FACES = Question("faces", _FACE, Brief.runs, _answer_faces)
