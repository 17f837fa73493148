"""Which pages may connect, where frames end, limits, fair turns. Time is the test's, rounds are asked for by hand."""

import asyncio
from functools import partial
from typing import cast

import pytest
from litestar.types import Receive, Scope, Send
from websockets.frames import Frame, Opcode

from ewala.server.platform.config import Config, Limits
from ewala.server.platform.edge.connection import frame_size
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.edge.fair_scheduler import Client, Clients, FairScheduler
from ewala.server.platform.edge.guard import Guard
from ewala.server.platform.edge.throttle import Quota, RateLimiter, RateLimiters
from ewala.tables.problems import TooMany

OURS = "http://table.example:8017"


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that does nothing."""


def scope(**headers: str) -> Scope:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return cast("Scope", {"type": "websocket", "headers": raw, "client": ("192.0.2.7", 5000)})


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"host": "table.example:8017"}, True),  # a program, not a browser
        ({"host": "table.example:8017", "origin": OURS}, True),
        ({"host": "table.example:8017", "origin": "https://friend.example"}, True),
        ({"host": "table.example:8017", "origin": "https://evil.example"}, False),
        ({"host": "table.example:8017", "origin": "http://table.example"}, False),
        ({"host": "table.example:8017", "origin": "https://friend.example.evil.example"}, False),
        ({"host": "table.example:8017", "origin": "null"}, False),
        ({"host": "table.example:8017", "origin": "http://[broken"}, False),
        ({"host": "", "origin": "null"}, False),
        ({"origin": ""}, False),
    ],
)
def test_only_our_own_pages_and_those_of_friends_connect(headers: dict[str, str], allowed: bool) -> None:
    config = Config(origins=("https://friend.example",))
    guard = Guard(nothing, config, Edge(config))
    assert guard.origin_is_ours(scope(**headers)) is allowed


SIZES = [0, 1, 125, 126, 127, 8192, 65535, 65536]


@pytest.mark.parametrize("size", SIZES)
def test_frames_are_cut_where_they_end(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    assert frame_size(frame) == len(frame)
    assert frame_size(frame + b"\x89\x80abcd") == len(frame)
    for cut in range(14):
        assert frame_size(frame[:cut]) > cut or cut >= len(frame)


# --- Limits


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_a_steady_rate() -> None:
    time = Time()
    bucket = RateLimiter(2, 3, time)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    time.now = 0.4
    assert not bucket.take()
    time.now = 0.5
    assert bucket.take()
    assert not bucket.take()


def test_it_never_holds_more_than_the_burst() -> None:
    time = Time()
    bucket = RateLimiter(2, 3, time)
    time.now = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_what_is_spent_anyway_leaves_a_debt_that_time_pays_off() -> None:
    time = Time()
    bucket = RateLimiter(2, 1, time)
    bucket.spend(1)
    assert bucket.wait() == 0.0
    bucket.spend(3)
    assert bucket.wait() == 1.5
    assert bucket.wait(1) == 2.0
    time.now = 1.5
    assert bucket.wait() == 0.0
    assert not bucket.take(0.5)


def test_what_costs_more_than_the_burst_takes_a_full_bucket_and_leaves_a_debt() -> None:
    time = Time()
    bucket = RateLimiter(2, 4, time)
    assert bucket.take(10)
    assert bucket.wait() == 3.0
    time.now = 4.9
    assert not bucket.take(10)
    time.now = 5
    assert bucket.take(10)


def test_clients_do_not_spend_each_others_tokens() -> None:
    buckets = RateLimiters(1, 1, clock=Time())
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_only_who_is_full_again_is_forgotten_while_there_is_room() -> None:
    """Names made up to be remembered instead of one's own bring nobody a fresh budget."""
    time = Time()
    buckets = RateLimiters(1, 10, most=1000, clock=time)
    assert buckets.take("a", 10)
    time.now = 5
    assert all(buckets.take(f"name {n}") for n in range(500))
    assert not buckets.take("a", 6)
    time.now = 20
    assert all(buckets.take(f"later {n}") for n in range(600))
    assert len(buckets) == 600
    assert buckets.take("a", 10)


def test_where_too_many_have_debts_who_was_not_seen_for_longest_is_forgotten_first() -> None:
    buckets = RateLimiters(1, 1, most=2, clock=Time())
    assert buckets.take("a")
    assert buckets.take("b")
    assert not buckets.take("a")  # seen again: b is now the oldest
    assert buckets.take("c")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_a_bucket_that_somebody_holds_stays_the_clients_own() -> None:
    """Two devices of one seat spend from one purse, however long it was full."""
    time = Time()
    buckets = RateLimiters(1, 10, clock=time)
    held = buckets["a"]
    for n in range(10):
        buckets.take(f"name {n}")
        time.now += 100
    assert len(buckets) < 10
    assert buckets["a"] is held


def test_a_quota_refuses_who_asks_too_often_and_gives_back_what_was_not_used() -> None:
    quota = Quota(1, 2, TooMany("too/many", "wait a while", 60))
    quota.use("a")
    quota.use("a")
    with pytest.raises(TooMany, match="wait a while"):
        quota.use("a")
    quota.use("b")
    quota.give_back("a")
    quota.use("a")


# --- Fair turns

LIMITS = Limits(units_per_second=10, units_burst=100, units_per_turn=2, units_per_round=5)


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
