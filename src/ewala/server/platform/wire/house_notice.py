"""What the host has to say to everybody, as a line for every device."""

from collections.abc import Sequence

import msgspec

from ewala.tables.messages import Announcement, HouseNotice


def house_line(announced: Sequence[Announcement]) -> bytes:
    return msgspec.json.encode(HouseNotice(list(announced)))
