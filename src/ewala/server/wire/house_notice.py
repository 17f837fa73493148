"""What the host has to say to everybody, as a line for every device."""

from collections.abc import Sequence

import msgspec

from ewala.server.wire.messages import Announcement, HouseNotice

__all__ = ["house_line"]


def house_line(announced: Sequence[Announcement]) -> bytes:
    return msgspec.json.encode(HouseNotice(list(announced)))
