"""Who is neither a seat nor a player: chance, who rolls, and the spectator, who only watches."""

from enum import Enum
from typing import Final, Literal

__all__ = ["CHANCE", "SPECTATOR", "Role"]


class Role(Enum):
    CHANCE = "chance"
    SPECTATOR = "spectator"

    def __repr__(self) -> str:
        return f"ewala.{self.name}"


CHANCE: Final[Literal[Role.CHANCE]] = Role.CHANCE
SPECTATOR: Final[Literal[Role.SPECTATOR]] = Role.SPECTATOR
