"""How strong bots are, from games: shares of the wins, and one scale for all, both with intervals of 95 %.

Games of a deal have the same dice and are not independent of each other, deals are: so the deal is the unit everywhere.

A share's interval is Wilson's, for as many independent games as would leave the share as uncertain as the deals do. The
scale is that of Elo: a bot's chance of winning is its strength's part of the strengths at the table (Bradley and Terry;
Luce, where more than two play), a tenfold strength is 400 points, and the bots' average is 0. Its intervals are from
deals drawn again and again from those that were played. For every line-up one game is imagined that all seats share:
who has won every game is far ahead, not infinitely.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from ewala.kit.stats.estimates import Z, student, wilson
from ewala.lab.arena.contest import Meeting
from ewala.lab.arena.results import GameRow

_RESAMPLES = 500
_ROUNDS = 1000  # of the fit, at most
_CLOSE = 1e-6  # relative change of a strength at which the fit is done
_IMAGINED = 1.0  # games for each line-up, shared by all seats

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the wins, and the interval in which it is with 95 % confidence."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength on the scale of Elo, the bots' average being 0; one deal alone gives no interval."""

    bot: str
    value: float
    low: float | None
    high: float | None


def by_deal(rows: Iterable[GameRow]) -> dict[int, list[GameRow]]:
    found: dict[int, list[GameRow]] = defaultdict(list)
    for row in rows:
        found[row.deal].append(row)
    return dict(sorted(found.items()))


def edge_of(meeting: Meeting, rows: Sequence[GameRow]) -> float:
    """By how much the first of a pair is ahead of an even share, in all the games of a deal, luck taken off.

    Among more than two players: half the difference between what each wins when it is alone against the other.
    """
    one, other = meeting.bots
    return (_alone(one, rows) - _alone(other, rows)) / 2


def _alone(bot: str, rows: Sequence[GameRow]) -> float:
    won = [row.earned_by(bot) for row in rows if list(row.seats.values()).count(bot) == 1]
    return sum(won) / len(won)


def share_of_deals(shares: Sequence[Sequence[float]]) -> Share:
    """The share of the wins, from what was won in each game of each deal."""
    mean, variance, z = _mean_of_deals(shares)
    effective = float(sum(map(len, shares)))
    if variance > 0 and 0 < mean < 1:
        effective = mean * (1 - mean) / variance
    return Share(mean, *wilson(mean, effective, z))


def earned_in_deals(earned: Sequence[Sequence[float]]) -> Share:
    """The same of results from which luck was taken: they may lie beyond 0 and 1, so the interval is Student's."""
    mean, variance, z = _mean_of_deals(earned)
    return Share(mean, mean - z * sqrt(variance), mean + z * sqrt(variance))


def _mean_of_deals(results: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """The mean, its variance (0 from one deal alone, which tells none), and how many deviations an interval reaches."""
    n, total = sum(map(len, results)), len(results)
    mean = sum(map(sum, results)) / n
    if total == 1:
        return mean, 0.0, Z
    # The variance of a mean of clusters of about the same size.
    residuals = [sum(deal) - mean * len(deal) for deal in results]
    return mean, sum(r * r for r in residuals) / n**2 * total / (total - 1), student(total - 1)


def ratings_of(rows: Sequence[GameRow], bots: Sequence[str], *, seed: int = 1) -> list[Rating]:
    """Every bot's rating, best first."""
    number = {bot: n for n, bot in enumerate(bots)}
    kinds: dict[tuple[int, ...], int] = {}
    deals = by_deal(rows)
    games = [Counter[int]() for _ in deals]
    won = np.zeros((len(deals), len(bots)))
    for d, played in enumerate(deals.values()):
        for row in played:
            present = Counter(row.seats.values())
            kind = tuple(present[bot] for bot in bots)
            games[d][kinds.setdefault(kind, len(kinds))] += 1
            for bot in present:
                won[d, number[bot]] += row.share_of(bot)
    counts = np.array([[counted[kind] for kind in range(len(kinds))] for counted in games], float)
    line_ups = np.array(list(kinds), float)
    found = _scale(_fit(counts.sum(0)[None], won.sum(0)[None], line_ups))[0]
    low = high = [None] * len(bots)
    if len(deals) > 1:
        drawn = np.random.default_rng(seed).multinomial(len(deals), np.full(len(deals), 1 / len(deals)), _RESAMPLES)
        again = _scale(_fit(drawn @ counts, drawn @ won, line_ups))
        low, high = np.quantile(again, (0.025, 0.975), axis=0).tolist()
    ratings = [Rating(bot, float(found[n]), low[n], high[n]) for bot, n in number.items()]
    return sorted(ratings, key=lambda rating: -rating.value)


def _fit(games: Floats, won: Floats, line_ups: Floats) -> Floats:
    """The likeliest strengths, for each sample: games of each line-up, wins of each bot. (Hunter's MM algorithm.)"""
    players = line_ups.sum(1)
    games = games + _IMAGINED
    won = won + _IMAGINED * (line_ups / players[:, None]).sum(0)
    strengths = np.ones_like(won)
    for _ in range(_ROUNDS):
        better = won / ((games / (strengths @ line_ups.T)) @ line_ups)
        better /= np.exp(np.log(better).mean(1, keepdims=True))
        change = np.abs(better / strengths - 1).max()
        strengths = better
        if change < _CLOSE:
            break
    assert isfinite(float(strengths.max()))
    return strengths


def _scale(strengths: Floats) -> Floats:
    points: Floats = 400 * np.log10(strengths)
    centred: Floats = points - points.mean(1, keepdims=True)
    return centred
