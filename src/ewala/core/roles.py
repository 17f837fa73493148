"""Who there is in a game: seats, by their letters; chance, who rolls; and the spectator, who only watches."""

from enum import Enum
from typing import Final, Literal

__all__ = ["CHANCE", "SPECTATOR", "Role", "Seat", "Viewer"]


class Role(Enum):
    """Who is neither a seat nor a player."""

    CHANCE = "chance"
    SPECTATOR = "spectator"

    def __repr__(self) -> str:
        return f"ewala.{self.name}"


CHANCE: Final[Literal[Role.CHANCE]] = Role.CHANCE
SPECTATOR: Final[Literal[Role.SPECTATOR]] = Role.SPECTATOR

Seat = str
Viewer = Seat | Literal[Role.SPECTATOR]
