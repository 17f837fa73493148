"""Lines on their way to one device, in order, and the frames that they travel in."""

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from ewala.core.sentences import Sentence
from ewala.locale.languages import translator
from ewala.server.platform.storage.health import StorageState
from ewala.tables.audience import EventBatch
from ewala.tables.messages import Announcement, HouseNotice, StorageNotice

LONGEST_FRAME = 64 * 1024  # bytes, unless a line is longer


class Outbox:
    """What is to be sent to a device. When it is full, the device falls behind and has to catch up.

    Its reader waits in `take`, or gives a `courier` that is called soon after something has come, once for all of it.
    """

    def __init__(self, most: int, courier: Callable[[], None] | None = None, most_bytes: int = 1 << 20) -> None:
        self.behind = False  # whether something was dropped
        self.closing = ""  # when the last line has been put in: the code of why
        self._most = most
        self._most_bytes = most_bytes
        self._bytes = 0
        self.courier = courier
        self._waiting: list[EventBatch | bytes] = []
        self._arrival: asyncio.Future[None] | None = None
        self._space: asyncio.Future[None] | None = None

    def tell(self, entry: EventBatch | bytes) -> None:
        """Something for everybody; not kept if too much waits already."""
        if self.full:
            self.behind = True
        else:
            self.answer(entry)

    def answer(self, entry: EventBatch | bytes) -> None:
        """Something that this device must get: never dropped."""
        if self.courier and not self._waiting:
            asyncio.get_running_loop().call_soon(self.courier)
        self._waiting.append(entry)
        self._bytes += len(entry if isinstance(entry, bytes) else entry.lines)
        _wake(self._arrival)

    def close(self, line: bytes, code: str) -> None:
        """The last line: after it the device is let go, and told the code again."""
        self.closing = code
        self.answer(line)

    async def take(self) -> list[EventBatch | bytes]:
        """All that is there; waits until there is something. One reader at a time."""
        if not self._waiting:
            self._arrival = asyncio.get_running_loop().create_future()
            await self._arrival
        return self.taken()

    def taken(self) -> list[EventBatch | bytes]:
        """All that is there, perhaps nothing."""
        taken, self._waiting, self._bytes = self._waiting, [], 0
        _wake(self._space)
        return taken

    @property
    def waiting(self) -> int:
        """Entries that are not taken yet."""
        return len(self._waiting)

    @property
    def full(self) -> bool:
        return len(self._waiting) >= self._most or self._bytes >= self._most_bytes

    async def space(self) -> None:
        """Wait until it is not full: of who does not take the answers, no more is read. One waits at a time."""
        while self.full:
            self._space = asyncio.get_running_loop().create_future()
            await self._space


def _wake(waiter: "asyncio.Future[None] | None") -> None:
    if waiter is not None and not waiter.done():
        waiter.set_result(None)


def frames_of(lines: list[bytes]) -> list[bytes]:
    """Frames, each of as many lines as fit."""
    if sum(map(len, lines)) <= LONGEST_FRAME:
        return [b"\n".join(lines)] if lines else []
    frames: list[list[bytes]] = []
    size = LONGEST_FRAME
    for line in lines:
        if size + len(line) > LONGEST_FRAME:
            frames.append([])
            size = 0
        frames[-1].append(line)
        size += len(line)
    return list(map(b"\n".join, frames))


# --- Lines for every device: what the host announces, and how storage is


SENTENCES: dict[StorageState, Sentence] = {
    "ok": Sentence("the server can store moves again: play on"),
    "slow": Sentence("the server is slow to store moves: nothing is lost, and clocks stand still"),
    "failing": Sentence("the server cannot store moves at the moment: nothing is lost, and clocks stand still"),
}


def house_line(announced: Sequence[Announcement]) -> bytes:
    return msgspec.json.encode(HouseNotice(list(announced)))


def notice_of(state: StorageState, language: str) -> StorageNotice:
    return StorageNotice(state, SENTENCES[state].said(translator(language)))
