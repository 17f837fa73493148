"""What ratings go by: how strong the opponents are, by what the arena measured of each level against the one below
(docs/bots.md), and what seats are worth; by players.

Measured again, the figures change here, and with them the fixed points of ratings. The Champion had fewer iterations
than it takes at its own pace; with three and four players its games are from before values were learned.
"""

from collections.abc import Mapping, Sequence

from ewala.kit.ratings.ladder import Rung

MIDDLE = "ranger"  # stands in for people who are away, and stands where ratings start

LADDERS: Mapping[int, Sequence[Rung]] = {
    2: (
        Rung("dormouse", "random", 400, 0.922),
        Rung("squire", "dormouse", 400, 0.940),
        Rung("ranger", "squire", 400, 0.750),
        Rung("sorceress", "ranger", 200, 0.925),
        Rung("champion", "sorceress", 120, 0.775),
    ),
    3: (
        Rung("dormouse", "random", 180, 0.856),
        Rung("squire", "dormouse", 180, 0.489),
        Rung("ranger", "squire", 180, 0.594),
        Rung("sorceress", "ranger", 180, 0.656),
        Rung("champion", "sorceress", 200, 0.498),
    ),
    4: (
        Rung("dormouse", "random", 240, 0.683),
        Rung("squire", "dormouse", 240, 0.538),
        Rung("ranger", "squire", 240, 0.446),
        Rung("sorceress", "ranger", 240, 0.596),
        Rung("champion", "sorceress", 200, 0.405),
    ),
}

# What each seat wins among equals who play well, in the order of play: 20,000 games for each number of players, on the
# usual circuit, `seats_wins` in docs/studies/kingdom-run-well/figures.csv.
SEAT_SHARES: Mapping[int, tuple[float, ...]] = {
    2: (0.687850, 0.312150),
    3: (0.342750, 0.339600, 0.317650),
    4: (0.265250, 0.253550, 0.251000, 0.230200),
}
