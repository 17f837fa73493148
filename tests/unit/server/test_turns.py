"""Fair turns: a burst waits behind itself; time is the test's, and rounds are asked for by hand."""

import asyncio
from functools import partial

from ewala.server.platform.config import Limits
from ewala.server.platform.edge.fair_scheduler import Client, Clients, FairScheduler

LIMITS = Limits(units_per_second=10, units_burst=100, units_per_turn=2, units_per_round=5)


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Tables:
    """Does what it is asked, and remembers the order."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.time = Time()
        self.turns = FairScheduler(limits)
        self.clients = Clients(limits, clock=self.time)
        self.done: list[str] = []

    def send(self, name: str, cost: float = 1) -> None:
        client = self.clients[name]
        if self.turns.may_go(client):
            self._do(client, cost)
        else:
            self.turns.ask(client, partial(self._do, client, cost))

    def _do(self, client: Client, cost: float) -> None:
        self.turns.charge(client, cost)
        self.done.append(client.name)


async def test_a_bystander_does_not_wait_for_a_burst() -> None:
    tables = Tables()
    for _ in range(20):
        tables.send("flood")
    tables.send("bystander")
    assert tables.done == ["flood", "flood", "bystander"]


async def test_those_who_wait_have_a_slice_each_in_turn() -> None:
    tables = Tables()
    for name in ("a", "b"):
        for _ in range(6):
            tables.send(name)
    tables.done.clear()
    tables.turns.next_round()
    assert tables.done == ["a", "a", "b", "b"]
    tables.turns.next_round()
    assert tables.done == ["a", "a", "b", "b"] * 2


async def test_a_round_ends_when_it_is_long_enough_and_the_next_begins_with_the_others() -> None:
    tables = Tables()
    for name in ("a", "b", "c", "d"):
        for _ in range(4):
            tables.turns.ask(tables.clients[name], partial(tables._do, tables.clients[name], 1))
    tables.turns.next_round()
    assert tables.done == ["a", "a", "b", "b", "c", "c"]
    tables.done.clear()
    tables.turns.next_round()
    assert tables.done[:2] == ["d", "d"]


async def test_who_is_in_debt_waits_until_it_is_paid_off() -> None:
    tables = Tables()
    tables.send("a", 105)
    tables.turns.next_round()
    assert not tables.turns.may_go(tables.clients["a"])
    tables.time.now = 0.4
    assert not tables.turns.may_go(tables.clients["a"])
    tables.time.now = 0.6
    assert tables.turns.may_go(tables.clients["a"])


async def test_what_waited_for_a_debt_is_done_by_itself() -> None:
    tables = Tables(Limits(units_per_second=1000, units_burst=1, units_per_turn=2))
    for _ in range(10):
        tables.send("a", 2)
    for _ in range(2000):
        tables.time.now += 0.001
        await asyncio.sleep(0.001)
        if len(tables.done) == 10:
            break
    assert tables.done == ["a"] * 10


def test_a_client_is_remembered_until_its_budget_is_full_again() -> None:
    time = Time()
    clients = Clients(LIMITS, clock=time)
    clients["poor"].budget.spend(100)
    for n in range(50):
        clients[f"passing {n}"].budget.take()
    assert not clients["poor"].budget.take(1)
    time.now = 100
    for n in range(100):
        assert clients[f"later {n}"].budget.take()
    assert len(clients) <= 101
