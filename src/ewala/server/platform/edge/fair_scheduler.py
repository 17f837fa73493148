"""Fair turns: whoever sends much waits behind themselves, and nobody else does."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial

from ewala.server.platform.config import Limits
from ewala.server.platform.edge.throttle import RateLimiter

SOONEST = 0.005  # seconds: who is in debt is not looked at more often
AT_LEAST = 0.01  # units that anything takes of a turn

Clock = Callable[[], float]


class Client:
    """An address: what it may still ask for, how much of its turn it has used, what of it waits."""

    __slots__ = ("arrivals", "budget", "connections", "name", "seated", "turn", "used", "waiting")

    def __init__(self, name: str, limits: Limits, clock: Clock) -> None:
        self.name = name
        self.budget = RateLimiter(limits.units_per_second, limits.units_burst, clock)
        self.arrivals = RateLimiter(limits.arrivals_per_second, limits.arrivals_burst, clock)
        self.connections = 0  # how many it has
        self.seated = 0  # how many of them have shown the key of a seat or a host
        self.turn = -1
        self.used = 0.0
        self.waiting: deque[Callable[[], None]] = deque()

    @property
    def forgettable(self) -> bool:
        """Whether nobody could tell it from one who has never been here."""
        return not self.connections and not self.waiting and self.budget.full and self.arrivals.full


class Clients:
    """Present and recent clients; one is forgotten when its budget is full again, or when there are too many."""

    def __init__(self, limits: Limits, most: int = 50_000, clock: Clock = time.monotonic) -> None:
        self._limits, self._most, self._clock = limits, most, clock
        self._clients: OrderedDict[str, Client] = OrderedDict()

    def __getitem__(self, name: str) -> Client:
        client = self._clients.get(name)
        if client is None:
            self._tidy()
            client = self._clients[name] = Client(name, self._limits, self._clock)
        return client

    def __len__(self) -> int:
        return len(self._clients)

    def _tidy(self) -> None:
        """Look at two for each new one, the oldest first: so the forgettable are found sooner than they come."""
        crowded = len(self._clients) >= self._most
        for _ in range(min(2, len(self._clients))):
            name, client = self._clients.popitem(last=False)
            gone = crowded and not client.connections and not client.waiting
            if gone or client.forgettable:
                crowded = False
            else:
                self._clients[name] = client


class FairScheduler:
    """Each client gets a small slice of every round of the event loop, in units of cost; who is in debt waits."""

    def __init__(self, limits: Limits) -> None:
        self._slice = limits.units_per_turn
        self._most = limits.units_per_round
        self._number = 0
        self._spent = 0.0  # in this round
        self._soon = False  # whether the next round is arranged
        self._queue: deque[Client] = deque()  # those who have something waiting and are not in debt

    def may_go(self, client: Client) -> bool:
        """Whether something of this client can be done now; otherwise `ask`."""
        if client.waiting or self._spent >= self._most or client.budget.wait():
            return False
        return client.turn != self._number or client.used < self._slice

    def charge(self, client: Client, cost: float) -> None:
        """Something was done, or will be at once: it is paid for, with a debt if need be."""
        client.budget.spend(cost)
        self.note(client, cost)

    def note(self, client: Client, cost: float) -> None:
        """Something was done that is paid for already."""
        if client.turn != self._number:
            client.turn, client.used = self._number, 0.0
        client.used += cost
        self._spent += cost
        self._arrange()

    def ask(self, client: Client, what: Callable[[], None]) -> None:
        """Do something when it is this client's turn; what it asks for is done in order."""
        client.waiting.append(what)
        if len(client.waiting) == 1:
            self._line_up(client)

    async def turn(self, client: Client, cost: float) -> None:
        """Wait for a turn to do something that is paid for already."""
        if self.may_go(client):
            self.note(client, cost)
        else:
            come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.ask(client, partial(self._come, come, client, cost))
            await come

    def _come(self, come: "asyncio.Future[None]", client: Client, cost: float) -> None:
        if not come.done():
            self.note(client, cost)
            come.set_result(None)

    def _line_up(self, client: Client) -> None:
        if wait := client.budget.wait():
            asyncio.get_running_loop().call_later(max(wait, SOONEST), self._line_up, client)
        else:
            self._queue.append(client)
            self._arrange()

    def _arrange(self) -> None:
        if not self._soon:
            self._soon = True
            asyncio.get_running_loop().call_soon(self.next_round)

    def next_round(self) -> None:
        """Let everybody who waits have a slice, one after another, until the round is long enough."""
        self._soon = False
        self._number += 1
        self._spent = 0.0
        for _ in range(len(self._queue)):
            if self._spent >= self._most:
                break
            self._serve(self._queue.popleft())
        if self._queue:
            self._arrange()

    def _serve(self, client: Client) -> None:
        client.turn, client.used = self._number, 0.0
        while client.waiting and client.used < self._slice and not client.budget.wait():
            self.note(client, AT_LEAST)
            client.waiting.popleft()()
        if client.waiting:
            self._line_up(client)
