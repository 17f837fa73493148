"""What would make it fair to whom the lot is unkind?"""

from collections.abc import Sequence
from typing import Any

from ewala.core.sentences import Sentence, as_sentence, msg
from ewala.games.chronicles.studies.columns import labels, of_first
from ewala.games.chronicles.studies.layouts import layout_runs
from ewala.kit.phrases import Numeral
from ewala.kit.stats.estimates import measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games
from ewala.kit.study.plots import dots
from ewala.kit.study.words import Label, said, together

_TITLE = Sentence("What would make it fair?")
_HALVES = range(-4, 5)  # of a power, for the side that bids second; less than none: for the one that bids first
_NOTHING = msg("nothing")


def won_with(halves: int) -> Any:
    """What the side that bids first in the first turn wins, if the other has so many halves of a power more."""
    import polars as pl

    ahead = of_first(_power) - of_first(_power, other=True)
    return pl.when(2 * ahead > halves).then(1.0).when(2 * ahead == halves).then(0.5).otherwise(0.0)


def _power(side: str) -> Any:
    import polars as pl

    return pl.col(f"power_{side}").cast(pl.Int64)


def _given(halves: int) -> Label:
    """Whole powers leave draws as they are, halves decide them."""
    many = Numeral(f"{abs(halves) / 2:g}")
    if halves > 0:
        return Sentence("{power} power for the second", power=many)
    return Sentence("{power} power for the first", power=many) if halves < 0 else _NOTHING


def _answer(brief: Brief, games: Games) -> Answer:
    rows: list[Row] = []
    for run in layout_runs(brief):
        found = measured(games.of(run), {str(halves): share(won_with(halves)) for halves in _HALVES})
        here = {**labels(run), "layout": str(run.game.values["layout"])}
        rows += [Row({**here, "given": _given(halves)}, found[str(halves)], "share") for halves in _HALVES]
    own = str(brief.game.values["layout"])
    shown = [row for row in rows if row.labels["layout"] == own]
    return Answer(
        "fairness",
        _TITLE,
        together([_sentence(play, own, shown) for play in map(played, brief.policies)]),
        (
            Figure(
                "fairness_power",
                Sentence("The first to bid wins, if somebody is given power"),
                [_LOT, _RECKONED],
                rows,
                dots(shown, label=_TITLE, name="given", series="play", mark=0.5),
            ),
        ),
    )


def _sentence(play: Sentence, layout: str, rows: Sequence[Row]) -> Sentence:
    ours = [row for row in rows if row.labels["play"] == play]
    as_it_is = next(row for row in ours if row.labels["given"] == _NOTHING)
    even = min(ours, key=lambda row: abs(row.estimate.value - 0.5))
    blanks = {
        "play": play,
        "layout": as_sentence(layout),
        "wins": said(as_it_is.estimate, "share"),
        "even": said(even.estimate, "share"),
        "given": even.labels["given"],
    }
    if even is as_it_is:
        return Sentence(
            "Playing {play} in a {layout}, the first to bid wins {wins}, and no gift of power brings it nearer to a "
            "half.",
            **blanks,
        )
    return Sentence(
        "Playing {play} in a {layout}, the first to bid wins {wins}. Nearest to a half is {given}: {even}.", **blanks
    )


_LOT = Sentence(
    "The lot decides who bids first in the first turn (CR-2.3), so that both sides have the same chance before it; "
    "what the lot gives to one of them the game does not take back."
)
_RECKONED = Sentence(
    "Power that is given to one side in advance would. Half a power only decides draws. These are the same games, "
    "counted with so much more: players who know of it might play otherwise."
)

QUESTION = Question("fairness", _TITLE, layout_runs, _answer)
