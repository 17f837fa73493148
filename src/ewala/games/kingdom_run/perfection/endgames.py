"""Endgames small enough to be solved: circuits and podiums of KR-2.6, and the position from which all others come.

A circuit has sixteen runners, three lakes and four spaces to start from, whatever else it has: from the start even the
smallest has far too many positions. So most runners are across the line, on a podium as long as may be.
"""

from dataclasses import dataclass

from ewala.core.state import State
from ewala.games.kingdom_run.rules.game import KingdomRun

_LAKES = "oooo|~~~ 1:1,3:1,5:1"  # the shortest circuit that there is
_FALLING = "15,14,13,12,11,10,9,8,7,6,6,6,6,6,6"


@dataclass(frozen=True, slots=True)
class Endgame:
    """A position for two, and what is particular about it."""

    name: str
    about: str
    circuit: str
    position: str
    tabulated: bool = False  # so small that a bot can be asked for every decision in it

    def root(self) -> State:
        return KingdomRun.from_options({"players": "KS", "circuit": self.circuit}).parse(self.position)


ENDGAMES = (
    Endgame(
        "brink",
        "the last runner of each in the middle lake of the shortest circuit",
        f"{_LAKES} {_FALLING}",
        "-/-/-/-/-/KS/- KSSKKSFFFFGGGG 4,8 KS K roll",
        tabulated=True,
    ),
    Endgame(
        "duel",
        "the last runner of each on the shortest circuit; who crosses the line ends the game",
        f"{_LAKES} {_FALLING}",
        "-/-/-/KS/-/-/- KSSKKSFFFFGGGG 4,8 KS K roll",
    ),
    Endgame(
        "purse",
        "two runners each and one place on the podium: whoever takes it must have the fuller purse by then",
        f"{_LAKES} {','.join(['6'] * 13)}",
        "-/-/-/-/KS/KS/- KSSKFFFFGGGG 4,8 KS K roll",
    ),
    Endgame(
        "ladder",
        "the last runner of each, and one of the forest to catch up with, among three lakes",
        f"oooo|o~o~o~ 1:2,2:2,3:2 {_FALLING}",
        "-/-/-/-/-/F/-/KS/-/- KSSKKSFFFGGGG 4,8 KS K roll",
    ),
    Endgame(
        "home stretch",
        "the last runner of each in the middle of the boards that people play on",
        f"oooo|o~o|o~o|o~o|o 2:2,3:2,4:2,5:2,6:2 {_FALLING}",
        "-/-/-/-/-/-/KS/-/-/-/-/-/-/- KSSKKSFFFFGGGG 4,8 KS K roll",
    ),
)
