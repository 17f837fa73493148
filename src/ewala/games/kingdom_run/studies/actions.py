"""What are actions worth, to those who perform them and to those whose runners they move?"""

from typing import Any

from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.present.names import FACE_NAMES
from ewala.games.kingdom_run.studies.columns import labels, players_of, win_share
from ewala.kit.stats.estimates import average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dots
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import said

_TITLE = Sentence("What is an action worth?")
_UNDERGONE = Sentence("What one’s own runners undergo")
_OFTEN = Sentence("How often in a turn")
_COPIES = Sentence("How many are copies")
_ACTIONS = "DCBVL"
_KINDS = {
    "disbanded": Sentence("taken first in a disbanding"),
    "caught_up": Sentence("moved by a catch-up"),
    "bathed": Sentence("sent bathing"),
    "lulled": Sentence("lulled"),
    "awakened": Sentence("awakened"),
}


def _answer(brief: Brief, games: Games) -> Answer:
    doing: list[Row] = []
    being: list[Row] = []
    often: list[Row] = []
    copies: list[Row] = []
    for run in brief.runs():
        for action, estimate in zip(_ACTIONS, _performed(run, games), strict=True):
            doing.append(Row({**labels(run), "action": FACE_NAMES[action]}, estimate, "points of share"))
        for kind, estimate in zip(_KINDS.values(), _suffered(run, games), strict=True):
            being.append(Row({**labels(run), "own runner is": kind}, estimate, "points of share"))
        found = measured(games.of(run), _counts(run))
        for action in _ACTIONS:
            here = {**labels(run), "action": FACE_NAMES[action]}
            often.append(Row(here, found[f"often {action}"], "number"))
            copies.append(Row(here, found[f"copied {action}"], "share"))
    return Answer("actions", _TITLE, _short(brief, doing, being), _figures(doing, being, often, copies))


def _performed(run: Run, games: Games) -> Any:
    import polars as pl

    seats = run.game.seats
    done = [[pl.col(f"done_{seat}_{action}") for action in _ACTIONS] for seat in seats]
    return worth(games.of(run), _seen(run, done))


def _suffered(run: Run, games: Games) -> Any:
    import polars as pl

    chosen = [[pl.col(f"chosen_{seat}_{kind}") for kind in _KINDS] for seat in run.game.seats]
    return worth(games.of(run), _seen(run, chosen))


def _seen(run: Run, counts: list[list[Any]]) -> Sightings:
    import polars as pl

    seats = run.game.seats
    return Sightings([win_share(run.game, seat) for seat in seats], [pl.col(f"turns_{seat}") for seat in seats], counts)


def _counts(run: Run) -> dict[str, Any]:
    import polars as pl

    def total(column: str) -> Any:
        return pl.sum_horizontal([pl.col(column.format(seat)).cast(pl.Int64) for seat in run.game.seats])

    asked = {}
    for action in _ACTIONS:
        done = total(f"done_{{}}_{action}")
        asked[f"often {action}"] = average(done, total("turns_{}"))
        asked[f"copied {action}"] = share(total(f"copied_{{}}_{action}"), done)
    return asked


def _figures(doing: list[Row], being: list[Row], often: list[Row], copies: list[Row]) -> list[Figure]:
    return [
        Figure(
            "actions_performed",
            Sentence("Performing an action once more"),
            [
                Sentence(
                    "By how many percentage points a seat wins more often that has performed an action once more, "
                    "with as many turns and as much of everything else. Which actions are performed depends on the "
                    "position as well as on the dice, so this is what goes along with an action, not all of it its "
                    "doing."
                )
            ],
            doing,
            dots(doing, label=_TITLE, name="action", group="players", series="play", mark=0),
        ),
        Figure(
            "actions_undergone",
            _UNDERGONE,
            [
                Sentence(
                    "The same for what happens to one of a seat’s own runners, whoever chose it. Runners that follow "
                    "the first one in a disbanding are not counted here."
                )
            ],
            being,
            dots(being, label=_UNDERGONE, name="own runner is", group="players", series="play", mark=0),
        ),
        Figure(
            "actions_often",
            _OFTEN,
            [Sentence("Actions of each kind in a turn of four dice.")],
            often,
            dots(often, label=_OFTEN, name="action", group="players", series="play"),
        ),
        Figure(
            "actions_copied",
            _COPIES,
            [Sentence("The share of an action’s performances that a carbon copy paid for.")],
            copies,
            dots(copies, label=_COPIES, name="action", group="players", series="play"),
        ),
    ]


def _short(brief: Brief, doing: list[Row], being: list[Row]) -> Sentence:
    most, play = players_of(brief.by_players()[-1]), played(brief.main)
    ours = [row for row in doing if row.labels["players"] == most and row.labels["play"] == play]
    best = max(ours, key=lambda row: row.estimate.value)
    own = [row for row in being if row.labels["players"] == most and row.labels["play"] == play]
    up, down = (choose(own, key=lambda row: row.estimate.value) for choose in (max, min))
    return Sentence(
        "With {players} who play {play}, the action that pays best is {best}, {more} of winning each time. It is worth "
        "most to a runner’s owner that it is {up}, {most}; least that it is {down}, {least}.",
        players=most,
        play=play,
        best=best.labels["action"],
        more=said(best.estimate, "points of share"),
        up=up.labels["own runner is"],
        most=said(up.estimate, "points of share"),
        down=down.labels["own runner is"],
        least=said(down.estimate, "points of share"),
    )


QUESTION = Question("actions", _TITLE, lambda brief: brief.runs(), _answer)
