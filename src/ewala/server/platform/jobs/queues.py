"""Clients take turns where few can be served at once. A cancelled task gives up its place in line."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ewala.core.sentences import Sentence
from ewala.tables.problems import TooMany


class WaitingLines:
    """`async with turns.of(client)`: at most `at_once` are inside, of one client at most `of_one`.

    A free place goes to the client who has waited longest for a turn. At most `waiting` wait, of one client at most
    `waiting_of_one`; others are refused.
    """

    def __init__(self, at_once: int, *, of_one: int, waiting_of_one: int, waiting: int) -> None:
        self._free = at_once
        self._of_one = of_one
        self._most_waiting_of_one, self._most_waiting = waiting_of_one, waiting
        self._inside: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = (
            OrderedDict()
        )  # clients in the order of their turns

    @property
    def waiting(self) -> int:
        return sum(len(line) for line in self._lines.values())

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        await self._enter(client)
        try:
            yield
        finally:
            self._leave(client)

    async def _enter(self, client: str) -> None:
        line = self._lines.get(client, ())
        if self._may_enter(client) and not line:
            self._let_in(client)
            return
        if len(line) >= self._most_waiting_of_one or self.waiting >= self._most_waiting:
            raise TooMany("server/busy", Sentence("too much is waiting to be worked on: try again in a moment"), 2)
        place = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # let in at the very moment of giving up
                self._leave(client)
            else:
                self._step_out(client, place)
            raise

    def _may_enter(self, client: str) -> bool:
        return self._free > 0 and self._inside[client] < self._of_one

    def _let_in(self, client: str) -> None:
        self._free -= 1
        self._inside[client] += 1

    def _leave(self, client: str) -> None:
        self._free += 1
        self._inside[client] -= 1
        if not self._inside[client]:
            del self._inside[client]
        self._call_next()

    def _call_next(self) -> None:
        """Let in whoever is next; the client goes to the end of the order with what else it waits for."""
        for client in list(self._lines):
            while self._may_enter(client) and client in self._lines:
                place = self._lines[client][0]
                self._lines.move_to_end(client)
                self._step_out(client, place)
                if not place.cancelled():  # who has just given up has not come to say so yet
                    self._let_in(client)
                    place.set_result(None)
                    break

    def _step_out(self, client: str, place: "asyncio.Future[None]") -> None:
        line = self._lines.get(client, deque())
        if place in line:
            line.remove(place)
        if not line:
            self._lines.pop(client, None)
