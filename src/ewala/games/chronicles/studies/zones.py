"""What are zones and slots worth?"""

from functools import partial
from typing import Any

import polars as pl

from ewala.core.sentences import Sentence, msg
from ewala.games.chronicles.rules.state import ZONES
from ewala.games.chronicles.studies.columns import SIDES, ZONE_WORDS, first_bids, labels, over_zones, win_share, won_by
from ewala.kit.stats.estimates import Estimate, Measure, average, measured, share
from ewala.kit.study.brief import Brief, Question
from ewala.kit.study.figures import Answer, Row, extremes, those
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dot_figure
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import said

_TITLE = Sentence("What are zones and slots worth?")
_ATTACK = msg("the attacker wins")
_ENDS = {_ATTACK: 1, msg("disputed"): 0, msg("the defender wins"): 2}


def _answer(brief: Brief, games: Games) -> Answer:
    values: list[Row] = []
    slots: list[Row] = []
    ends: list[Row] = []
    turns: list[Row] = []
    for run in brief.runs():
        for name, estimate in zip(ZONE_WORDS, _worths(run, games), strict=True):
            values.append(Row({**labels(run), "zone": name}, estimate, "difference"))
        found = measured(games.of(run), _asked())
        slots += [Row({**labels(run), "duels": end}, found[end], "share") for end in _ENDS]
        for zone, name in enumerate(ZONE_WORDS, 1):
            here = {**labels(run), "zone": name}
            ends += [Row({**here, "duel": end}, found[f"{end} {zone}"], "share") for end in _ENDS]
            turns.append(Row(here, found[f"turn {zone}"], "number"))
    figures = (
        dot_figure(
            "zones_worth",
            Sentence("Winning a zone"),
            Sentence(
                "By how many percentage points a side wins the game more often that wins this zone rather than nobody "
                "(half of the difference to losing it), everything else being equal. The zone’s power is in "
                "parentheses."
            ),
            values,
            by="zone",
        ),
        dot_figure(
            "slots",
            Sentence("Attacker’s or defender’s slot"),
            Sentence(
                "How duels end, all zones together. Jynz is stronger in attack, Thenidiel in defence, nobody else."
            ),
            slots,
            by="duels",
        ),
        dot_figure(
            "zones_duels",
            Sentence("The attacker’s duels, zone by zone"),
            Sentence(
                "The share of games in which the attacker wins the zone; disputed and defended ones are in the table."
            ),
            ends,
            shown=those(ends, duel=_ATTACK),
            by="zone",
        ),
        dot_figure(
            "zones_turn",
            Sentence("When a zone is bid for"),
            Sentence(
                "The turn in which bids are made on a zone’s slots, on average. At random it is 5 everywhere; a "
                "purpose shows in zones that are bid for early."
            ),
            turns,
            by="zone",
            mark=5,
        ),
    )
    return Answer("zones", _TITLE, _short(values, slots), figures)


def _held(side: str, zone: int) -> Any:
    """1 if a side wins a zone, -1 if the other one does."""
    mine = pl.col(f"character_in_{zone}a") // 16 == SIDES.index(side)
    victor = pl.col(f"victor_of_{zone}")
    won = ((victor == 1) & mine) | ((victor == 2) & ~mine)
    return won.cast(pl.Int64) - ((victor != 0) & ~won).cast(pl.Int64)


def _worths(run: Run, games: Games) -> list[Estimate]:
    held = [[_held(side, zone) for zone in range(1, ZONES + 1)] for side in SIDES]
    seen = Sightings([win_share(side) for side in SIDES], [first_bids(side) for side in SIDES], held)
    return worth(games.of(run), seen)


def _asked() -> dict[str, Measure]:
    asked = {end: share(over_zones(partial(won_by, who=who)), ZONES) for end, who in _ENDS.items()}
    for zone in range(1, ZONES + 1):
        asked |= {f"{end} {zone}": share(won_by(zone, who)) for end, who in _ENDS.items()}
        asked[f"turn {zone}"] = average(_bids(zone, "turns"), _bids(zone, "count"))
    return asked


def _bids(zone: int, what: str) -> Any:
    """The bids that were made on a zone's slots: how many, or the sum of their turns."""
    found = []
    for side in SIDES:
        for rune in range(1, 12):
            slot, turn = pl.col(f"slot_of_{side}_{rune}"), pl.col(f"turn_of_{side}_{rune}").cast(pl.Int64)
            here = (slot == 2 * zone - 1) | (slot == 2 * zone)
            found.append(pl.when(here).then(turn if what == "turns" else 1).otherwise(0))
    return pl.sum_horizontal(found)


def _short(values: list[Row], slots: list[Row]) -> Sentence:
    play = values[0].labels["play"]
    best, worst = extremes(those(values, play=play))
    attack, even, defend = those(slots, play=play)
    return Sentence(
        "Playing {play}, attackers win {attack} of the duels, defenders {defence}; {even} are disputed. The zone most "
        "worth winning is {best}, {more} of the wins; least worth is {worst}, {less}.",
        play=play,
        attack=said(attack.estimate, "share"),
        defence=said(defend.estimate, "share"),
        even=said(even.estimate, "share"),
        best=best.labels["zone"],
        more=said(best.estimate, "difference"),
        worst=worst.labels["zone"],
        less=said(worst.estimate, "difference"),
    )


QUESTION = Question("zones", _TITLE, Brief.runs, _answer)
