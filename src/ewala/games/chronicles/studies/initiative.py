"""Is it an advantage to bid first, how close are games, and what would make it fair to whom the lot is unkind?"""

from typing import Any

import polars as pl

from ewala.core.sentences import Sentence, as_sentence, msg
from ewala.games.chronicles.studies.columns import labels, layout_runs, margin, of_first, win_share
from ewala.kit.phrases import Numeral
from ewala.kit.stats.estimates import average, measured, proportion, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row, those
from ewala.kit.study.games import Games
from ewala.kit.study.plots import Columns, columns, dot_figure
from ewala.kit.study.words import Label, said, together

_TITLE = Sentence("Is the first initiative an advantage?")
_CLOSE = Sentence("How close games are")
_SHARE, _DRAWS = msg("wins, draws counted half"), msg("draws")
_WHO = "of the first to bid"

_FAIR = Sentence("What would make it fair?")
_HALVES = range(-4, 5)  # of a power, for the side that bids second; less than none: for the one that bids first
_NOTHING = msg("nothing")


def _power(side: str) -> Any:
    return pl.col(f"power_{side}").cast(pl.Int64)


# --- Who bids first


def _answer(brief: Brief, games: Games) -> Answer:
    wins: list[Row] = []
    control: list[Row] = []
    power: list[Row] = []
    margins: list[Row] = []
    panels: list[Columns] = []
    for run in brief.runs():
        table = games.of(run)
        first = of_first(win_share)
        asked = {
            _SHARE: share(first),
            msg("victories"): share(first == 1),
            _DRAWS: share(first == 0.5),
            msg("defeats"): share(first == 0),
        }
        sides = {msg("order’s wins, draws counted half"): share(win_share("O"))}
        points = {
            msg("of the first to bid"): average(of_first(_power)),
            msg("of the other"): average(of_first(_power, other=True)),
        }
        found = measured(table, {**asked, **sides, **points})
        wins += [Row({**labels(run), _WHO: name}, found[name], "share") for name in asked]
        control += [Row({**labels(run), "measure": name}, found[name], "share") for name in sides]
        power += [Row({**labels(run), "power": name}, found[name], "number") for name in points]
        counts = table.group_by(margin().alias("value")).len().sort("value").collect(engine="streaming")
        spread = {int(value): int(count) for value, count in counts.iter_rows()}
        many = sum(spread.values())
        panels.append(Columns(played(run.policy), {value: count / many for value, count in spread.items()}))
        margins += [
            Row({**labels(run), "margin": str(value)}, proportion(count, many), "share")
            for value, count in spread.items()
        ]
    shares, draws = those(wins, **{_WHO: _SHARE}), those(wins, **{_WHO: _DRAWS})
    parts = [_sentence(row, draw) for row, draw in zip(shares, draws, strict=True)]
    figures = (
        dot_figure(
            "initiative_wins",
            Sentence("The side that bids first in the first turn"),
            Sentence(
                "Nine turns are an odd number: who has the first initiative bids first five times, the other side four "
                "times. To bid first is to commit a slot before the other does, and to have one’s effect first."
            ),
            wins,
            by=_WHO,
            mark=0.5,
        ),
        dot_figure(
            "initiative_power",
            Sentence("Power by initiative"),
            Sentence("Power at the end, on average."),
            power,
            by="power",
        ),
        Figure(
            "initiative_margins",
            _CLOSE,
            [
                Sentence(
                    "By how much power a game is won; 0 is a draw. Every game has nine turns, so there is no other "
                    "length."
                )
            ],
            margins,
            columns(panels, label=_CLOSE, unit=Sentence("power")),
        ),
        dot_figure(
            "initiative_sides",
            Sentence("Order against chaos"),
            Sentence(
                "A check: both sides have the same characters and the lot decides who begins, so this must be a half."
            ),
            control,
            by="play",
            mark=0.5,
        ),
    )
    return Answer("initiative", _TITLE, together(parts), figures)


def _sentence(row: Row, draw: Row) -> Sentence:
    even = row.estimate.low <= 0.5 <= row.estimate.high
    return Sentence(
        "Playing {play}, to bid first in the first turn shows no clear difference from an even share: {wins} of the "
        "wins; {draws} of the games are draws."
        if even
        else "Playing {play}, to bid first in the first turn is an advantage: {wins} of the wins; {draws} of the games "
        "are draws."
        if row.estimate.value > 0.5
        else "Playing {play}, to bid first in the first turn is a disadvantage: {wins} of the wins; {draws} of the "
        "games are draws.",
        play=row.labels["play"],
        wins=said(row.estimate, "share"),
        draws=said(draw.estimate, "share"),
    )


# --- What would make it fair


def _won_with(halves: int) -> Any:
    """What the side that bids first in the first turn wins, if the other has so many halves of a power more."""
    ahead = of_first(_power) - of_first(_power, other=True)
    return pl.when(2 * ahead > halves).then(1.0).when(2 * ahead == halves).then(0.5).otherwise(0.0)


def _given(halves: int) -> Label:
    """Whole powers leave draws as they are, halves decide them."""
    many = Numeral(f"{abs(halves) / 2:g}")
    if halves > 0:
        return Sentence("{power} power for the second", power=many)
    return Sentence("{power} power for the first", power=many) if halves < 0 else _NOTHING


def _answer_fairness(brief: Brief, games: Games) -> Answer:
    rows: list[Row] = []
    for run in layout_runs(brief):
        found = measured(games.of(run), {str(halves): share(_won_with(halves)) for halves in _HALVES})
        here = {**labels(run), "layout": str(run.game.values["layout"])}
        rows += [Row({**here, "given": _given(halves)}, found[str(halves)], "share") for halves in _HALVES]
    own = str(brief.game.values["layout"])
    shown = those(rows, layout=own)
    figure = dot_figure(
        "fairness_power",
        Sentence("The first to bid wins, if somebody is given power"),
        [_LOT, _RECKONED],
        rows,
        shown=shown,
        by="given",
        mark=0.5,
    )
    parts = [_sentence_of_fairness(play, own, those(shown, play=play)) for play in map(played, brief.policies)]
    return Answer("fairness", _FAIR, together(parts), [figure])


def _sentence_of_fairness(play: Sentence, layout: str, rows: list[Row]) -> Sentence:
    [as_it_is] = those(rows, given=_NOTHING)
    even = min(rows, key=lambda row: abs(row.estimate.value - 0.5))
    return Sentence(
        "Playing {play} in a {layout}, the first to bid wins {wins}, and no gift of power brings it nearer to a half."
        if even is as_it_is
        else "Playing {play} in a {layout}, the first to bid wins {wins}. Nearest to a half is {given}: {even}.",
        play=play,
        layout=as_sentence(layout),
        wins=said(as_it_is.estimate, "share"),
        even=said(even.estimate, "share"),
        given=even.labels["given"],
    )


_LOT = Sentence(
    "The lot decides who bids first in the first turn (CR-2.3), so that both sides have the same chance before it; "
    "what the lot gives to one of them the game does not take back."
)
_RECKONED = Sentence(
    "Power that is given to one side in advance would. Half a power only decides draws. These are the same games, "
    "counted with so much more: players who know of it might play otherwise."
)

INITIATIVE = Question("initiative", _TITLE, Brief.runs, _answer)
FAIRNESS = Question("fairness", _FAIR, layout_runs, _answer_fairness)
