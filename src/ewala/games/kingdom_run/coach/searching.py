"""What the coach asks of a search."""

from typing import Protocol

from ewala.games.kingdom_run.bots.search import End, Outlook
from ewala.games.kingdom_run.rules.game import KingdomRun


class Search(Protocol):
    """A search through turns, as far as the coach needs one; `TurnSearch` is one."""

    @property
    def game(self) -> KingdomRun: ...

    def look(self, state: bytes, *, width: int) -> Outlook: ...

    def ends(self, state: bytes, *, width: int, most: int) -> list[End]: ...

    def judge(self, board: bytes) -> list[float]: ...
