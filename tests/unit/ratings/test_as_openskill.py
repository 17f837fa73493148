"""Weng and Lin's ratings are those of openskill's `BradleyTerryFull`, where seats are alike and nobody is a bot.

Its settings for that: `gamma` 1 in place of its own, `tau` our drift, `beta` our scale, `limit_sigma` off, `mu` our
start. Its sigma is that of pairs which have nothing to do with each other; ours is √((n + 1) / 3) times as large, so
`sigma` and `tau` are smaller by that.
"""

import random
from math import sqrt

import pytest
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from ewala.kit.ratings import DRIFT, START, History, Pool, RatedGame, Result, Terms
from ewala.kit.ratings.rating import SCALE

PEOPLE = [*"abcdefgh"]
GAMES = 300


def theirs(players: int) -> BradleyTerryFull:
    honest = sqrt((players + 1) / 3)
    return BradleyTerryFull(
        mu=START.mean,
        sigma=START.uncertainty / honest,
        beta=SCALE / sqrt(2),
        gamma=lambda *_: 1.0,
        tau=DRIFT / honest,
        limit_sigma=False,
    )


def places_of(scores: list[int]) -> list[int]:
    return [1 + sum(other > score for other in scores) for score in scores]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ties", [False, True])
def test_means_and_uncertainties_are_openskill_s_over_random_histories(players: int, ties: bool) -> None:
    rng = random.Random(players)
    model = theirs(players)
    their: dict[str, BradleyTerryFullRating] = {who: model.rating(name=who) for who in PEOPLE}
    ours = History(lambda _, count: Terms.even(count))
    shared = 0
    for _ in range(GAMES):
        who = rng.sample(PEOPLE, players)
        scores = [rng.randrange(3) for _ in who] if ties else rng.sample(range(players), players)
        places = places_of(scores)
        shared += len(set(places)) < players
        results = (Result(one, seat, places[seat - 1]) for seat, one in enumerate(who, 1))
        ours.add(RatedGame("any", tuple(results)))
        after = model.rate([[their[one]] for one in who], ranks=[float(place) for place in places])
        their |= dict(zip(who, (team[0] for team in after), strict=True))
    assert (shared > GAMES / 4) == ties
    for one, rating in ours.ratings[Pool("any", players)].items():
        assert rating.mean == pytest.approx(their[one].mu, abs=1e-9, rel=0)
        assert rating.uncertainty / sqrt((players + 1) / 3) == pytest.approx(their[one].sigma, abs=1e-9, rel=0)
