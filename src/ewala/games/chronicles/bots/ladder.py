"""How strong the opponents are: what the arena measured of each level against the one below (docs/bots.md).

Measured again, the figures change here, and with them the fixed points of ratings. The games are few, and the Oracle
had fewer iterations than it takes at its own pace.
"""

from collections.abc import Sequence

from ewala.ratings.ladder import Rung

__all__ = ["LADDER", "MIDDLE"]

MIDDLE = "mercenary"  # stands in for people who are away, and stands where ratings start


def _rung(bot: str, below: str, won: int, lost: int, drawn: int) -> Rung:
    games = won + lost + drawn
    return Rung(bot, below, games, (won + drawn / 2) / games)


LADDER: Sequence[Rung] = (
    _rung("novice", "random", won=37, lost=3, drawn=0),
    _rung("minstrel", "novice", won=43, lost=8, drawn=9),
    _rung("mercenary", "minstrel", won=27, lost=2, drawn=2),
    _rung("warlord", "mercenary", won=29, lost=3, drawn=8),
    _rung("oracle", "warlord", won=24, lost=9, drawn=7),
)
