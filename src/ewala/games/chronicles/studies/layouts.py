"""What difference do layouts make?"""

from functools import partial
from typing import Any

import polars as pl

from ewala.core.sentences import Sentence, as_sentence, msg
from ewala.games.chronicles.studies.columns import (
    CHARACTER_WORDS,
    disputed,
    labels,
    layout_runs,
    margin,
    of_first,
    over_sides,
    win_share,
)
from ewala.games.chronicles.studies.runes import rune_worths
from ewala.kit.phrases import apart
from ewala.kit.stats.estimates import Measure, average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row, those
from ewala.kit.study.games import Games
from ewala.kit.study.plots import dot_figure
from ewala.kit.study.words import said

_TITLE = Sentence("What difference do layouts make?")
_USED, _DECLINED = msg("used"), msg("declined")
_OPTIONAL = (2, 3, 10)  # whose effects need a target, and may be declined
_MEASURES = {
    "first": (Sentence("The first to bid wins, draws counted half"), "share"),
    "draws": (Sentence("Draws"), "share"),
    "margin": (Sentence("Margin of power"), "number"),
    "disputed": (Sentence("Disputed zones"), "number"),
}


def _answer(brief: Brief, games: Games) -> Answer:
    rows: dict[str, list[Row]] = {name: [] for name in _MEASURES}
    effects: list[Row] = []
    runes: list[Row] = []
    for run in layout_runs(brief):
        here = {**labels(run), "layout": str(run.game.values["layout"])}
        found = measured(games.of(run), _asked())
        for name, (_, unit) in _MEASURES.items():
            rows[name].append(Row(here, found[name], unit))
        for rune in _OPTIONAL:
            for what in (_USED, _DECLINED):
                if f"{what} {rune}" in found:
                    labelled = {**here, "rune": CHARACTER_WORDS[rune - 1], "effect": what}
                    effects.append(Row(labelled, found[f"{what} {rune}"], "share"))
        for words, estimate in zip(CHARACTER_WORDS, rune_worths(run, games), strict=True):
            runes.append(Row({**here, "rune": words}, estimate, "points of share"))
    return Answer("layouts", _TITLE, _short(brief, rows), _figures(brief, rows, effects, runes))


def _asked() -> dict[str, Measure]:
    def total(column: str, rune: int) -> Any:
        return over_sides(lambda side: pl.col(f"{column}_{side}_{rune}"))

    first = of_first(win_share)
    asked = {
        "first": share(first),
        "draws": share(first == 0.5),
        "margin": average(margin()),
        "disputed": average(disputed()),
    }
    for rune in _OPTIONAL:
        summoned = over_sides(partial(_summoned, rune=rune))
        for what in (_USED, _DECLINED):
            asked[f"{what} {rune}"] = share(total(what, rune), summoned)
    return asked


def _summoned(side: str, rune: int) -> Any:
    return pl.col(f"turn_of_{side}_{rune}") > 0


def _figures(brief: Brief, rows: dict[str, list[Row]], effects: list[Row], runes: list[Row]) -> list[Figure]:
    main = played(brief.main)
    return [
        *(
            dot_figure(
                f"layouts_{name}",
                what,
                _ABOUT if name == "first" else Sentence("For each layout, on average."),
                rows[name],
                by="layout",
                group="play",
                mark=0.5 if name == "first" else None,
            )
            for name, (what, _) in _MEASURES.items()
        ),
        dot_figure(
            "layouts_effects",
            Sentence("Effects that find a target"),
            Sentence(
                "How often the effect of a rune that was played was used. Where it had no target it was neither used "
                "nor declined. The plot shows games played {play}; the table has all, and what was declined.",
                play=main,
            ),
            effects,
            shown=those(effects, effect=_USED, play=main),
            by="layout",
            group="rune",
        ),
        dot_figure(
            "layouts_runes",
            Sentence("Runes in each layout"),
            Sentence(
                "What playing a rune adds to the wins, in percentage points, in the place of an average one. The plot "
                "shows games played {play}.",
                play=main,
            ),
            runes,
            shown=those(runes, play=main),
            by="rune",
            series="layout",
            mark=0,
        ),
    ]


_ABOUT = Sentence(
    "In a block tiles have many neighbours, in a ring and in a line few: Aruh’ka and Broin reach less, and Keera "
    "helps fewer of her own."
)


def _short(brief: Brief, rows: dict[str, list[Row]]) -> Sentence:
    main = played(brief.main)
    each = [
        Sentence(
            "{layout} {wins} with {draws} draws",
            layout=as_sentence(first.labels["layout"]),
            wins=said(first.estimate, "share"),
            draws=said(draws.estimate, "share"),
        )
        for first, draws in zip(those(rows["first"], play=main), those(rows["draws"], play=main), strict=True)
    ]
    return Sentence("Playing {play}, the side that bids first wins, by layout: {told}.", play=main, told=apart(each))


QUESTION = Question("layouts", _TITLE, layout_runs, _answer)
