"""How a server that goes sends everybody away: table by table, so that not all come back at the same moment."""

import asyncio
import random
import time

from ewala.server.tables.room import Room
from ewala.tables.problems import GOODBYE

A_SECOND = 200  # devices
LONGEST = 3.0  # seconds, however many devices there are


async def send_away(rooms: list[Room]) -> None:
    """Whose turn has not come plays on. A table's devices go together: they meet again wherever that is."""
    random.shuffle(rooms)
    devices = sum(room.audience.devices for room in rooms)
    a_device = min(1 / A_SECOND, LONGEST / max(1, devices))
    began, gone = time.monotonic(), 0
    for room in rooms:
        gone += room.audience.devices
        room.audience.say_goodbye(GOODBYE)
        await asyncio.sleep(max(0.0, began + gone * a_device - time.monotonic()))
