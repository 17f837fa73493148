"""What ratings go by: how strong the opponents are, by what the arena measured of each level against the one below
(docs/bots.md), and what seats are worth.

Measured again, the figures change here, and with them the fixed points of ratings. The Oracle had fewer iterations than
it takes at its own pace.
"""

from collections.abc import Mapping, Sequence

from ewala.kit.ratings.ladder import Rung

MIDDLE = "mercenary"  # stands in for people who are away, and stands where ratings start


def _rung(bot: str, below: str, won: int, lost: int, drawn: int) -> Rung:
    games = won + lost + drawn
    return Rung(bot, below, games, (won + drawn / 2) / games)


LADDERS: Mapping[int, Sequence[Rung]] = {
    2: (
        _rung("novice", "random", won=360, lost=33, drawn=7),
        _rung("minstrel", "novice", won=291, lost=65, drawn=44),
        _rung("mercenary", "minstrel", won=341, lost=32, drawn=27),
        _rung("warlord", "mercenary", won=284, lost=43, drawn=73),
        _rung("oracle", "warlord", won=206, lost=88, drawn=106),
    )
}

# What each seat wins among equals who play well, draws counted half; the first bids first in the first turn: 20,000
# games in a block, `initiative_wins` in docs/studies/chronicles-of-run-learned/figures.csv. Layouts make no difference.
SEAT_SHARES = {2: (0.467950, 0.532050)}
