"""How many connections there may be, and whose. When there is no room, a newcomer displaces the one missed least."""

import asyncio
import logging
import math
import sys
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from time import monotonic

from ewala.server.platform.config import Limits
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.connection import Connection
from ewala.server.platform.edge.fair_scheduler import Client, Clients, FairScheduler
from ewala.server.platform.edge.hosts import client_at
from ewala.server.platform.edge.throttle import RateLimiter, RateLimiters

log = logging.getLogger("ewala.server")

CHECK_EVERY = 1.0  # seconds
WARN_EVERY = 60.0  # seconds
TRUSTED = Limits(units_per_second=1e9, units_burst=1e9)
RESERVED = 128  # for the database, files, pipes, the library's own
FEWEST, MOST_DESCRIPTORS = 16, 65_536


class ConnectionLimiter:
    """Admits connections, closes slow ones, and shares time between their clients."""

    def __init__(self, limits: Limits, proxies: Iterable[str], most: int | None = None) -> None:
        self.limits = limits
        self.clients = Clients(limits)
        self.turns = FairScheduler(limits)
        self.key_budgets = RateLimiters(limits.key_units_per_second, limits.key_units_burst)
        self._most = connections_possible(limits) if most is None else most
        self._proxies = tuple(proxies)
        self._trusted: dict[str, Client] = {}  # the proxies themselves, by address: whom they ask for pays
        self._connections: dict[Connection, None] = {}
        self._present: dict[Client, dict[Connection, None]] = {}
        self._checking: asyncio.TimerHandle | None = None
        self._warnings = RateLimiter(1 / WARN_EVERY, 1)

    def __len__(self) -> int:
        return len(self._connections)

    def admit(self, connection: Connection) -> bool:
        """Whether a new connection may stay."""
        peer = connection.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if self._proxies and _is_among(address, self._proxies):
            client = self._trusted.setdefault(address, Client(f"proxy {address}", TRUSTED, monotonic))
        else:
            client = self.clients[client_at(address)]
            if not client.arrivals.take() or not self._has_place(client):
                return False
        if len(self) >= self._most and not self._make_room(client):
            return False
        self._connections[connection] = None
        connection.peer = client
        self._arrive(connection, client)
        connection.charge(costs.ARRIVAL)
        if self._checking is None:
            self._checking = asyncio.get_running_loop().call_later(CHECK_EVERY, self._check)
        return True

    def assign_client(self, connection: Connection, client: Client) -> bool:
        """The connection is somebody else's, a proxy says. False if they have too many."""
        if connection.client is not client:
            if not self._has_place(client):
                return False
            self._depart(connection)
            self._arrive(connection, client)
        return True

    def reset_client(self, connection: Connection) -> None:
        """The next request may be somebody else's, who need not wait for this one's debts."""
        if connection.client is not connection.peer and connection in self._connections:
            self._depart(connection)
            self._arrive(connection, connection.peer)

    def leave(self, connection: Connection) -> None:
        if connection in self._connections:
            del self._connections[connection]
            self._depart(connection)

    def unread(self, client: Client) -> int:
        """Bytes that the client has asked for and does not read."""
        return sum(connection.unread for connection in self._present.get(client, ()))

    # --- Room

    def _arrive(self, connection: Connection, client: Client) -> None:
        connection.client = client
        self._present.setdefault(client, {})[connection] = None
        client.connections = len(self._present[client])
        client.seated += connection.seated

    def _depart(self, connection: Connection) -> None:
        client = connection.client
        present = self._present.get(client, {})
        present.pop(connection, None)
        client.connections = len(present)
        client.seated -= connection.seated
        if not present:
            self._present.pop(client, None)

    def _has_place(self, client: Client) -> bool:
        """Whether the client may have one more connection, if need be in place of another."""
        return client.connections < self.limits.connections_per_client or self._displace(client)

    def _make_room(self, newcomer: Client) -> bool:
        """Displace a connection without a key of the client with most; with a key, only of one with more than this."""
        if self._warnings.take():
            log.warning("all %d connections are taken: newcomers displace others", self._most)
        most = max(self._present, key=_without_key)
        if self._displace(most):
            return True
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
        return min((one for one in self._present[client] if one.seated is seated), key=lambda one: one.heard)

    # --- Time

    def _check(self) -> None:
        """Drop connections that take too long over a request, or over reading the answer."""
        now = monotonic()
        for connection in list(self._connections):
            if _is_stuck(connection, now) or (now > connection.deadline and not connection.unread):
                connection.drop()
        loop = asyncio.get_running_loop()
        self._checking = loop.call_later(CHECK_EVERY, self._check) if self._connections else None


def _is_stuck(connection: Connection, now: float) -> bool:
    unread = connection.unread
    if not unread:
        connection.stuck_at = connection.unread_at = math.inf
        return False
    connection.unread_at = min(connection.unread_at, now)
    delivered = connection.sent - unread
    if delivered > connection.delivered or connection.stuck_at == math.inf:
        connection.delivered, connection.stuck_at = delivered, now
    return now - connection.stuck_at >= connection.patience or now - connection.unread_at >= connection.unread_within


def _without_key(client: Client) -> int:
    return client.connections - client.seated


def _is_among(address: str, proxies: tuple[str, ...]) -> bool:
    return "*" in proxies or address in proxies or any(_is_within(address, proxy) for proxy in proxies)


def _is_within(address: str, network: str) -> bool:
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False


def connections_possible(limits: Limits) -> int:
    """Ask the system for as many descriptors as it gives, and keep some for ourselves; the rest is for connections."""
    if sys.platform == "win32":
        return limits.connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    descriptors = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MOST_DESCRIPTORS)
    return min(limits.connections, max(FEWEST, descriptors - RESERVED))
