"""All connections of the server, of whatever kind, from the moment they are made: how many there may be, and whose.

A connection is a descriptor, and a process has only so many: whoever could take them all would shut out everybody. So
each is counted here, and when there is no room a newcomer takes the place of one that is missed least.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Iterable
from ipaddress import ip_address, ip_network
from time import monotonic

from ewala.server.platform.config import Limits
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.addresses import client_at
from ewala.server.platform.edge.fair_scheduler import Client, Clients, FairScheduler
from ewala.server.platform.edge.throttle import RateLimiter, RateLimiters

log = logging.getLogger("ewala.server")

LOOKS_EVERY = 1.0  # seconds
HEARD_WITHIN = 1.0  # seconds that a last word has to leave
COMPLAINS_EVERY = 60.0  # seconds
TRUSTED = Limits(units_per_second=1e9, units_burst=1e9)
PURSE_LOOKED_AT = 0.02  # seconds: not more often, if it is empty


class Connection:
    """A connection: whose it is, how long it may take, what it has been sent."""

    __slots__ = (
        "_door",
        "client",
        "deadline",
        "delivered",
        "heard",
        "home",
        "make_way",
        "owed",
        "patience",
        "purse",
        "seated",
        "sent",
        "stuck_at",
        "transport",
        "unread_at",
        "unread_within",
    )

    def __init__(self, door: "ConnectionLimiter", transport: asyncio.Transport, client: Client, limits: Limits) -> None:
        self._door = door
        self.transport = transport
        self.client = self.home = client  # for whom it speaks now, and whose it is: a proxy's, perhaps
        self.seated = False
        self.make_way: Callable[[], bool] = _without_a_word  # closes with a reason, where there is a way to say one
        self.heard = monotonic()
        self.deadline = self.heard + limits.first_request_seconds
        self.purse: RateLimiter | None = None  # of the key that was shown
        self.owed = 0.0  # what is charged with whatever is charged next
        self.sent = 0  # bytes, about
        self.delivered = 0  # of them, as far as was seen
        self.stuck_at = self.unread_at = math.inf  # since when nothing was read; since when something is unread
        self.patience = limits.unread_seconds
        self.unread_within = limits.answer_seconds

    # --- What it costs

    def may_go(self) -> bool:
        return self._door.turns.may_go(self.client)

    def ask(self, what: Callable[[], None]) -> None:
        self._door.turns.ask(self.client, what)

    def charge(self, cost: float) -> None:
        cost += self.owed
        self.owed = 0.0
        self._door.turns.charge(self.client, cost)
        if self.purse is not None:
            self.purse.spend(cost)

    def short_of_purse(self) -> float:
        """Seconds until the key that was shown has paid off its debts."""
        wait = self.purse.wait() if self.purse is not None else 0.0
        return max(wait, PURSE_LOOKED_AT) if wait else 0.0

    # --- What it is

    def hear(self) -> None:
        self.heard = monotonic()

    def must_finish(self, seconds: float) -> None:
        self.deadline = self.heard + seconds

    def may_stay(self) -> None:
        self.deadline = math.inf

    def pays_from(self, name: str) -> None:
        """From now on a key pays too."""
        self.purse = self._door.purses[name]

    def has_shown_a_key(self) -> None:
        """The key of a seat or of a host: displaced last."""
        if not self.seated:
            self.seated = True
            self.client.seated += 1

    def leave(self) -> None:
        self._door.leave(self)

    def part(self) -> None:
        """The connection is gone: hold nobody any more."""
        self.make_way = _without_a_word

    def let_go(self) -> None:
        """Give its descriptor back now, whatever it has not read."""
        self.leave()
        self.transport.abort()

    def give_way(self) -> None:
        """To a newcomer; who has read everything may be told so, and has a moment to hear it."""
        told = not self.unread and self.make_way()
        if told:
            self.leave()
            asyncio.get_running_loop().call_later(HEARD_WITHIN, self.transport.abort)
        else:
            self.let_go()

    @property
    def unread(self) -> int:
        return self.transport.get_write_buffer_size()


class ConnectionLimiter:
    """Who is here."""

    def __init__(self, limits: Limits, proxies: Iterable[str], most: int) -> None:
        self.limits = limits
        self.clients = Clients(limits)
        self.turns = FairScheduler(limits)
        self.purses = RateLimiters(limits.key_units_per_second, limits.key_units_burst)
        self.visits: dict[Connection, None] = {}
        self._most = most
        self._proxies = tuple(proxies)
        self._trusted: dict[str, Client] = {}  # the proxies themselves, by address: whom they ask for pays
        self._present: dict[Client, dict[Connection, None]] = {}  # those who have connections, and which
        self._looking: asyncio.TimerHandle | None = None
        self._complaints = RateLimiter(1 / COMPLAINS_EVERY, 1)

    @property
    def connections(self) -> int:
        return len(self.visits)

    def opens_to(self, address: str) -> bool:
        """Whether somebody at this address may come in now, or comes too often: known before anything is made."""
        return self._is_proxy(address) or self.clients[client_at(address)].arrivals.take()

    def admit(self, transport: asyncio.Transport) -> Connection | None:
        """A new connection, to which the door was opened; None if there is no place for it."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if self._is_proxy(address):
            client = self._trusted.setdefault(address, Client(f"proxy {address}", TRUSTED, monotonic))
        else:
            client = self.clients[client_at(address)]
            if not self._finds_place(client):
                return None
        if len(self.visits) >= self._most and not self._make_room(client):
            return None
        visit = Connection(self, transport, client, self.limits)
        self.visits[visit] = None
        self._arrive(visit, client)
        visit.charge(costs.ARRIVAL)
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(LOOKS_EVERY, self._look_around)
        return visit

    def speaks_for(self, visit: Connection, client: Client) -> bool:
        """The connection is somebody else's: a proxy has said whose. False if they have too many."""
        if visit.client is not client:
            if not self._finds_place(client):
                return False
            self._depart(visit)
            self._arrive(visit, client)
        return True

    def speaks_for_itself(self, visit: Connection) -> None:
        """The answer is given: the next request may be somebody else's, who is not to wait for this one's debts."""
        if visit.client is not visit.home and visit in self.visits:
            self._depart(visit)
            self._arrive(visit, visit.home)

    def leave(self, visit: Connection) -> None:
        if visit in self.visits:
            del self.visits[visit]
            self._depart(visit)

    def unread(self, client: Client) -> int:
        """Bytes that the client has asked for and does not read."""
        return sum(visit.unread for visit in self._present.get(client, ()))

    def _is_proxy(self, address: str) -> bool:
        return bool(self._proxies) and _is_among(address, self._proxies)

    # --- Room

    def _arrive(self, visit: Connection, client: Client) -> None:
        visit.client = client
        self._present.setdefault(client, {})[visit] = None
        client.connections = len(self._present[client])
        client.seated += visit.seated

    def _depart(self, visit: Connection) -> None:
        client = visit.client
        visits = self._present.get(client, {})
        visits.pop(visit, None)
        client.connections = len(visits)
        client.seated -= visit.seated
        if not visits:
            self._present.pop(client, None)

    def _finds_place(self, client: Client) -> bool:
        """Whether the client may have one more connection, if need be in place of another."""
        return client.connections < self.limits.connections_per_client or self._displace(client)

    def _make_room(self, newcomer: Client) -> bool:
        """Displace somebody of the client who has most without a key; with a key only who has more than the newcomer
        will have."""
        if self._complaints.take():
            log.warning("all %d connections are taken: newcomers displace others", self._most)
        most = max(self._present, key=_without_key)
        if _without_key(most):
            return self._displace(most)
        most = max(self._present, key=lambda client: client.connections)
        if most.connections <= newcomer.connections + 1:
            return False
        self._longest_silent(most, seated=True).give_way()
        return True

    def _displace(self, client: Client) -> bool:
        if not _without_key(client):
            return False
        self._longest_silent(client, seated=False).give_way()
        return True

    def _longest_silent(self, client: Client, *, seated: bool) -> Connection:
        return min((visit for visit in self._present[client] if visit.seated is seated), key=lambda visit: visit.heard)

    # --- Time

    def _look_around(self) -> None:
        """Let those go who take too long over a request, or over reading what they have asked for."""
        now = monotonic()
        for visit in list(self.visits):
            if now > visit.deadline or self._is_stuck(visit, now):
                visit.let_go()
        again = asyncio.get_running_loop().call_later(LOOKS_EVERY, self._look_around) if self.visits else None
        self._looking = again

    def _is_stuck(self, visit: Connection, now: float) -> bool:
        unread = visit.unread
        if not unread:
            visit.stuck_at = visit.unread_at = math.inf
            return False
        if visit.unread_at == math.inf:
            visit.unread_at = now
        delivered = visit.sent - unread
        if delivered > visit.delivered or visit.stuck_at == math.inf:
            visit.delivered, visit.stuck_at = delivered, now
        return now - visit.stuck_at >= visit.patience or now - visit.unread_at >= visit.unread_within


def _without_a_word() -> bool:
    return False


def _without_key(client: Client) -> int:
    return client.connections - client.seated


def _is_among(address: str, proxies: tuple[str, ...]) -> bool:
    return "*" in proxies or address in proxies or any(_is_within(address, proxy) for proxy in proxies)


def _is_within(address: str, network: str) -> bool:
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False
