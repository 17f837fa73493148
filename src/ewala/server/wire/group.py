"""Devices that are told the same."""

import msgspec

from ewala.core.state import Seat

__all__ = ["Group", "Seats"]

Seats = tuple[Seat, ...]


class Group(msgspec.Struct, frozen=True):
    """What devices have in common that are told the same."""

    seats: Seats
    language: str
    muted: bool = False
    explained: bool = False  # positions come with what the game says of them
