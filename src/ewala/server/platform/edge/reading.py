"""Bytes of a connection on their way to its parser: in parts, in turn, and not before they are paid for.

What is not read stays with whoever sent it: the operating system tells them to wait. So a flood costs the one who sends
it, and nothing is lost.
"""

import asyncio
from collections.abc import Callable

from ewala.server.platform.edge import costs
from ewala.server.platform.edge.connection_limiter import Connection


class Reader:
    """The way of one connection's bytes. `cut` says how many of the bytes may go next (0: not yet, more must come);
    `blocked` whether the parser has more than it can hand on."""

    def __init__(
        self, visit: Connection, feed: Callable[[bytes], None], cut: Callable[[bytes], int], blocked: Callable[[], bool]
    ) -> None:
        self._visit = visit
        self._feed = feed
        self._cut = cut
        self._blocked = blocked
        self._rest = b""
        self._waits = False

    def received(self, data: bytes) -> None:
        self._visit.hear()
        self._rest = self._rest + data if self._rest else data
        self.go_on()
        if self._waits or (self._rest and self._blocked()):
            self._visit.transport.pause_reading()

    def go_on(self) -> None:
        """Feed what may be fed, and read on when nothing is left to feed."""
        visit = self._visit
        while not self._waits and not self._blocked():
            size = self._cut(self._rest) if self._rest else 0
            if not size:
                visit.transport.resume_reading()
                return
            if delay := visit.short_of_purse():
                self._waits = True
                asyncio.get_running_loop().call_later(delay, self._my_turn)
            elif visit.may_go():
                self._feed_part(size)
            else:
                self._waits = True
                visit.ask(self._my_turn)

    def stop(self) -> None:
        """Nothing more is read here."""
        self._rest = b""
        self._cut = _nothing

    def part(self) -> None:
        """The connection is gone: hold nobody any more."""
        self._feed, self._blocked = _ignore, _always

    def _my_turn(self) -> None:
        self._waits = False
        if self._visit.transport.is_closing():
            self.stop()
        elif not self._blocked() and (size := self._cut(self._rest)):
            self._feed_part(size)
            self.go_on()
        else:
            self.go_on()

    def _feed_part(self, size: int) -> None:
        rest = self._rest
        if size == len(rest):
            part, self._rest = rest, b""
        else:
            part, self._rest = rest[:size], rest[size:]
        visit = self._visit
        visit.owed += costs.READ + size * costs.READ_BYTE
        self._feed(part)
        if visit.owed:  # nothing else was charged for
            visit.charge(0.0)


def _nothing(_: bytes) -> int:
    return 0


def _ignore(_: bytes) -> None:
    pass


def _always() -> bool:
    return True
