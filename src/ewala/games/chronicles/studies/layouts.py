"""What difference do layouts make?"""

from functools import partial
from typing import Any

from ewala.games.chronicles.rules.layout import PRESETS
from ewala.games.chronicles.studies.columns import (
    CHARACTER_WORDS,
    disputed,
    labels,
    margin,
    of_first,
    over_sides,
    win_share,
)
from ewala.games.chronicles.studies.runes import rune_worths
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dots
from ewala.kit.study.words import said
from ewala.stats.estimates import Measure, average, measured, share

__all__ = ["QUESTION"]

_TITLE = "What difference do layouts make?"
_OPTIONAL = (2, 3, 10)  # whose effects need a target, and may be declined
_MEASURES = {
    "first": ("the first to bid wins, draws counted half", "share"),
    "draws": ("draws", "share"),
    "margin": ("margin of power", "number"),
    "disputed": ("disputed zones", "number"),
}


def _layouts(brief: Brief) -> list[str]:
    own = str(brief.game.values["layout"])
    return [own, *(name for name in PRESETS if name != own)]


def _runs(brief: Brief) -> list[Run]:
    return [
        Run(brief.varied(layout=name), policy, brief.games_of(policy))
        for policy in brief.policies
        for name in _layouts(brief)
    ]


def _answer(brief: Brief, games: Games) -> Answer:
    rows: dict[str, list[Row]] = {name: [] for name in _MEASURES}
    effects: list[Row] = []
    runes: list[Row] = []
    for run in _runs(brief):
        here = {**labels(run), "layout": str(run.game.values["layout"])}
        found = measured(games.of(run), _asked())
        for name, (_, unit) in _MEASURES.items():
            rows[name].append(Row(here, found[name], unit))
        for rune in _OPTIONAL:
            for what in ("used", "declined"):
                if f"{what} {rune}" in found:
                    labelled = {**here, "rune": CHARACTER_WORDS[rune - 1], "effect": what}
                    effects.append(Row(labelled, found[f"{what} {rune}"], "share"))
        for name, estimate in zip(CHARACTER_WORDS, rune_worths(run, games), strict=True):
            runes.append(Row({**here, "rune": name}, estimate, "points of share"))
    return Answer("layouts", _TITLE, _short(brief, rows), _figures(brief, rows, effects, runes))


def _asked() -> dict[str, Measure]:
    import polars as pl

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
        for what in ("used", "declined"):
            asked[f"{what} {rune}"] = share(total(what, rune), summoned)
    return asked


def _summoned(side: str, rune: int) -> Any:
    import polars as pl

    return pl.col(f"turn_of_{side}_{rune}") > 0


def _figures(brief: Brief, rows: dict[str, list[Row]], effects: list[Row], runes: list[Row]) -> list[Figure]:
    figures = [
        Figure(
            f"layouts_{name}",
            what[0].upper() + what[1:],
            _ABOUT if name == "first" else "For each layout, on average.",
            rows[name],
            dots(rows[name], label=what, name="layout", group="play", mark=0.5 if name == "first" else None),
        )
        for name, (what, _) in _MEASURES.items()
    ]
    main = played(brief.main)
    used = [row for row in effects if row.labels["effect"] == "used" and row.labels["play"] == main]
    shown = [row for row in runes if row.labels["play"] == main]
    figures += [
        Figure(
            "layouts_effects",
            "Effects that find a target",
            "How often the effect of a rune that was played was used. Where it had no target it was neither used nor "
            f"declined. The plot shows games played {main}; the table has all, and what was declined.",
            effects,
            dots(used, label="Effects used", name="layout", group="rune"),
        ),
        Figure(
            "layouts_runes",
            "Runes in each layout",
            "What playing a rune adds to the wins, in percentage points, in the place of an average one. The plot "
            f"shows games played {main}.",
            runes,
            dots(shown, label="Runes in each layout", name="rune", series="layout", mark=0),
        ),
    ]
    return figures


_ABOUT = (
    "In a block tiles have many neighbours, in a ring and in a line few: Aruh’ka and Broin reach less, and Keera "
    "helps fewer of her own."
)


def _short(brief: Brief, rows: dict[str, list[Row]]) -> str:
    main = played(brief.main)
    each = [
        f"{first.labels['layout']} {said(first.estimate, 'share')} with {said(draws.estimate, 'share')} draws"
        for first, draws in zip(rows["first"], rows["draws"], strict=True)
        if first.labels["play"] == main
    ]
    return f"Playing {main}, the side that bids first wins, by layout: {'; '.join(each)}."


QUESTION = Question("layouts", _TITLE, _runs, _answer)
