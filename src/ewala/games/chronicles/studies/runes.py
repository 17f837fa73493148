"""What is a rune worth: played or kept, in attack and in defence, and when; and which one beats which?"""

from functools import partial
from typing import Any

import polars as pl

from ewala.core.sentences import Sentence, msg
from ewala.games.chronicles.rules.state import ZONES
from ewala.games.chronicles.studies.columns import (
    CHARACTER_WORDS,
    SHORT_WORDS,
    SIDES,
    first_bids,
    labels,
    over_sides,
    over_zones,
    powers,
    win_share,
    won_by,
)
from ewala.kit.phrases import per_cent
from ewala.kit.stats.estimates import Estimate, Measure, average, measured, proportion, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row, extremes, those
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dot_figure, heat
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import Label, said, together

_TITLE = Sentence("What is a rune worth?")
_WON, _DISPUTED, _LOST = msg("won"), msg("disputed"), msg("lost")
_TAGS = {"uniform": "", "greedy": "_greedily", "good": "_well"}
_BORT, _ZHOOR = 5, 11
_SLOTS = {"a": Sentence("in attack"), "d": Sentence("in defence")}
_TURNS = range(1, 10)

_WHICH = Sentence("Which rune beats which?")
_ATTACK, _DEFENCE, _EVEN = msg("attacker defeats"), msg("defender defeats"), msg("disputed")
_SETTLED = 0.98


# --- What it is worth


def rune_worths(run: Run, games: Games) -> list[Estimate]:
    """What playing each rune, in the place of an average one, adds to a side's share of wins."""
    summoned = [[pl.col(f"turn_of_{side}_{rune}") > 0 for rune in range(1, 12)] for side in SIDES]
    seen = Sightings([win_share(side) for side in SIDES], [first_bids(side) for side in SIDES], summoned)
    return worth(games.of(run), seen)


def _answer(brief: Brief, games: Games) -> Answer:
    values: list[Row] = []
    duels: list[Row] = []
    gains: list[Row] = []
    times: dict[str, list[Row]] = {}
    for run in brief.runs():
        for name, estimate in zip(CHARACTER_WORDS, rune_worths(run, games), strict=True):
            values.append(Row({**labels(run), "rune": name}, estimate, "points of share"))
        found = measured(games.of(run), {**_duels(), **_times()})
        for rune, name in enumerate(CHARACTER_WORDS, 1):
            for slot, where in _SLOTS.items():
                here = {**labels(run), "rune": name, "slot": where}
                gains += [Row(here, found[key], "power") for key in [f"gain {rune}{slot}"] if key in found]
                duels += [
                    Row({**here, "duel": what}, found[f"{what} {rune}{slot}"], "share")
                    for what in (_WON, _DISPUTED, _LOST)
                    if f"{what} {rune}{slot}" in found
                ]
            for turn in _TURNS:
                key = f"turn {rune} {turn}"
                if key in found:
                    here = {**labels(run), "rune": name, "turn": str(turn)}
                    times.setdefault(run.policy, []).append(Row(here, found[key], "share"))
    return Answer("runes", _TITLE, _short(values), [*_figures(brief, values, gains, duels), *_by_turn(times)])


def _in_slot(zone: int, slot: str, rune: int) -> Any:
    return pl.col(f"character_in_{zone}{slot}") % 16 == rune


def _ended(zone: int, slot: str, rune: int, who: int) -> Any:
    """Whether the rune stands there, and who wins."""
    return _in_slot(zone, slot, rune) & won_by(zone, who)


def _duels() -> dict[str, Measure]:
    """Each rune's duels where it stands at the end."""
    asked: dict[str, Measure] = {}
    for rune in range(1, 12):
        for slot, mine, theirs in (("a", 1, 2), ("d", 2, 1)):
            there = over_zones(partial(_in_slot, slot=slot, rune=rune))
            for what, who in ((_WON, mine), (_DISPUTED, 0), (_LOST, theirs)):
                so = over_zones(partial(_ended, slot=slot, rune=rune, who=who))
                asked[f"{what} {rune}{slot}"] = share(so, there)
            asked[f"gain {rune}{slot}"] = average(_gain(rune, slot, mine, theirs), there)
    return asked


def _gain(rune: int, slot: str, mine: int, theirs: int) -> Any:
    """Power that the rune wins, less what it loses, its own bonus or loss included (CR-6.4)."""

    def gained(zone: int) -> Any:
        won = powers[zone - 1] + (rune == _BORT)
        lost = powers[zone - 1] + (rune == _ZHOOR)
        outcome = won_by(zone, mine).cast(pl.Int64) * won - won_by(zone, theirs).cast(pl.Int64) * lost
        return pl.when(_in_slot(zone, slot, rune)).then(outcome).otherwise(0)

    return over_zones(gained)


def _times() -> dict[str, Measure]:
    asked = {}
    for rune in range(1, 12):
        for turn in _TURNS:
            won = over_sides(partial(_won_when, rune=rune, turn=turn))
            asked[f"turn {rune} {turn}"] = share(won, over_sides(partial(_played_in, rune=rune, turn=turn)))
    return asked


def _played_in(side: str, rune: int, turn: int) -> Any:
    return pl.col(f"turn_of_{side}_{rune}") == turn


def _won_when(side: str, rune: int, turn: int) -> Any:
    return pl.when(_played_in(side, rune, turn)).then(win_share(side)).otherwise(0.0)


def _figures(brief: Brief, values: list[Row], gains: list[Row], duels: list[Row]) -> list[Figure]:
    figures = [
        dot_figure(
            "runes_played",
            Sentence("Played rather than kept"),
            Sentence(
                "Two of eleven runes are never played. By how many percentage points a side wins more often that plays "
                "this rune instead of an average one. Where runes are chosen with a purpose, the choice is part of it."
            ),
            values,
            by="rune",
            mark=0,
        )
    ]
    for policy in brief.policies:
        play = played(policy)
        figures.append(
            dot_figure(
                f"runes_power{_TAGS.get(policy, f'_as_{policy}')}",
                Sentence("Attack or defence, playing {play}", play=play),
                Sentence(
                    "Power that a rune wins in its duel, less what the other side wins there, by the slot in which it "
                    "stands at the end; with Bort’s bonus and Zhoor’s loss. An average duel gives neither side "
                    "anything."
                ),
                those(gains, play=play),
                by="rune",
                series="slot",
                mark=0,
            )
        )
    won = those(duels, duel=_WON)
    first = won[0].labels["play"]
    shown = those(won, play=first)
    about = Sentence(
        "The share of a rune’s duels in which it defeats its opponent. The plot shows duels played {play}; disputed "
        "and lost ones are in the table."
        if len(shown) < len(won)
        else "The share of a rune’s duels in which it defeats its opponent. Disputed and lost ones are in the table.",
        play=first,
    )
    duels_won = Sentence("Duels won")
    return [*figures, dot_figure("runes_duels", duels_won, about, duels, shown=shown, by="rune", series="slot")]


def _by_turn(times: dict[str, list[Row]]) -> list[Figure]:
    figures = []
    for policy, rows in times.items():
        title = Sentence("When to play it, playing {play}", play=rows[0].labels["play"])
        short = [Row({**row.labels, "rune": SHORT_WORDS[row.labels["rune"]]}, row.estimate, row.unit) for row in rows]
        figures.append(
            Figure(
                f"runes_turns{_TAGS.get(policy, f'_{policy}')}",
                title,
                [Sentence("How often a side wins, in per cent with draws counted half, that played a rune in a turn.")],
                rows,
                heat(short, label=title, down="rune", across="turn", middle=0.5, corner=Sentence("rune, turn")),
            )
        )
    return figures


def _short(values: list[Row]) -> Sentence:
    parts = []
    for play in dict.fromkeys(row.labels["play"] for row in values):
        best, worst = extremes(those(values, play=play))
        parts.append(
            Sentence(
                "Playing {play}, the rune most worth playing is {best}, {more} of the wins in the place of an average "
                "rune; least worth is {worst}, {less}.",
                play=play,
                best=best.labels["rune"],
                more=said(best.estimate, "points of share"),
                worst=worst.labels["rune"],
                less=said(worst.estimate, "points of share"),
            )
        )
    return together(parts)


# --- Which beats which


def _answer_matches(brief: Brief, games: Games) -> Answer:
    counts = _counts(games.of(brief.main_run()))
    rows = []
    for attack, attacker in enumerate(CHARACTER_WORDS, 1):
        for defend, defender in enumerate(CHARACTER_WORDS, 1):
            won, lost, even = (counts.get((attack, defend, who), 0) for who in (1, 2, 0))
            if won + lost + even:
                here: dict[str, Label] = {"attacker": attacker, "defender": defender}
                for what, count in ((_ATTACK, won), (_DEFENCE, lost), (_EVEN, even)):
                    rows.append(Row({**here, "duel": what}, proportion(count, won + lost + even), "share"))
    wins = those(rows, duel=_ATTACK)
    shown = [
        Row({who: SHORT_WORDS[row.labels[who]] for who in ("attacker", "defender")}, row.estimate, row.unit)
        for row in wins
    ]
    pairs = len(wins)
    settled = sum(row.estimate.value >= _SETTLED for row in rows)
    short = Sentence(
        "Of {pairs} pairs of an attacker and a defender, {settled} end the same way in at least {share} of their "
        "duels; in the other {open} Keera’s neighbourhood decides more often.",
        pairs=pairs,
        settled=settled,
        share=per_cent(f"{100 * _SETTLED:.0f}"),
        open=pairs - settled,
    )
    about = Sentence(
        "In how many per cent of the duels the attacker, at the left, defeats the defender, above; played {play}. "
        "Duels that are disputed or won by the defender are in the table.",
        play=played(brief.main),
    )
    plot = heat(shown, label=_WHICH, down="attacker", across="defender", middle=0.5, corner=Sentence("attacker"))
    return Answer(
        "matches", _WHICH, short, [Figure("matches", Sentence("Attacker against defender"), [about], rows, plot)]
    )


def _counts(table: pl.LazyFrame) -> dict[tuple[int, int, int], int]:
    """How many duels of each attacker and defender ended how, over all zones."""
    found: dict[tuple[int, int, int], int] = {}
    for zone in range(1, ZONES + 1):
        attack, defend = (pl.col(f"character_in_{zone}{slot}") % 16 for slot in "ad")
        counts = (
            table.group_by(attack.alias("attack"), defend.alias("defend"), pl.col(f"victor_of_{zone}").alias("victor"))
            .len()
            .collect(engine="streaming")
        )
        for one, two, victor, count in counts.iter_rows():
            found[one, two, victor] = found.get((one, two, victor), 0) + count
    return found


RUNES = Question("runes", _TITLE, Brief.runs, _answer)
MATCHES = Question("matches", _WHICH, lambda brief: [brief.main_run()], _answer_matches)
