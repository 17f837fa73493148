"""What stands between the network and the tables: limits and budgets, for the guard and for handlers."""

import math
from typing import Any

from litestar.types import Scope

from ewala.core.sentences import Sentence
from ewala.server.platform.config import Config
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.connection import Connection
from ewala.server.platform.edge.connection_limiter import ConnectionLimiter
from ewala.server.platform.edge.fair_scheduler import Client
from ewala.server.platform.edge.hosts import Names, client_at
from ewala.server.platform.edge.places import HOST, Places
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.tables.problems import TooMany

CONNECTION = "ewala.connection"  # among a scope's extensions


def client_of(scope: Scope) -> str:
    """The name of the client whose request it is."""
    client = scope.get("client")
    return client_at(client[0]) if client else ""


def connection_of(scope: Scope) -> Connection | None:
    """The connection that a request came by; None if another server has made it."""
    extensions: dict[str, Any] = scope.get("extensions") or {}
    connection: Connection | None = extensions.get(CONNECTION)
    return connection


class Edge:
    """Who may ask for how much, and what they have asked for."""

    def __init__(self, config: Config) -> None:
        limits = config.limits
        self.limits = limits
        self.connections = ConnectionLimiter(limits, config.proxies)
        self.turns = self.connections.turns
        self.names = Names((config.host, *config.names), config.origins)
        self.places = Places(limits)
        self._chat = RateLimiters(limits.chat_per_minute / 60, limits.chat_burst)
        self._toggles = RateLimiters(limits.toggles_per_minute / 60, limits.toggles_burst)

    def client(self, scope: Scope) -> Client:
        return self.connections.clients[client_of(scope)]

    # --- Costs

    def pay(self, scope: Scope, cost: float) -> None:
        """Charge what is done now to the client that wants it; raises TooMany if that is more than it has."""
        self.turns.note(self.pay_ahead(scope, cost), cost)

    def pay_ahead(self, scope: Scope, cost: float) -> Client:
        """The same for what is done when it is the client's turn."""
        client = self.client(scope)
        if not client.budget.take(cost):
            wait = client.budget.wait(cost)
            self.turns.charge(client, costs.REFUSAL)
            raise too_many(wait)
        return client

    def pay_as(self, scope: Scope, table_id: str, holder: str, cost: float, devices: int) -> None:
        """Charge a request to the key that was shown, and to both what it costs to tell so many devices."""
        budget = self.connections.key_budgets[f"{table_id} {holder}"]
        if not budget.take(cost):
            raise too_many(budget.wait(cost))
        if told := costs.told_to(devices):
            budget.spend(told)
            self.turns.charge(self.client(scope), told)

    # --- Of one seat, over any connection

    def check_chat(self, table_id: str, seat: str | None) -> None:
        if not self._chat.take(f"{table_id} {seat or HOST}"):
            raise TooMany("chat/too-many", Sentence("too many messages at once"), 3)

    def check_toggle(self, table_id: str, seat: str) -> None:
        if not self._toggles.take(f"{table_id} {seat}"):
            raise TooMany("hints/too-many", Sentence("you have changed your mind too often: wait a moment"), 3)


def too_many(seconds: float) -> TooMany:
    sentence = Sentence("too many requests at once: wait a moment")
    return TooMany("server/too-many", sentence, max(1, min(math.ceil(seconds), 60)))
