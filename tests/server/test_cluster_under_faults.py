"""A site of three servers, a PostgreSQL, a Redis and a proxy, with fifty tables at which everybody is somewhere else,
while one part after another is killed, stopped, cut off or set wrong: what was acknowledged is there once and in one
order for all, nobody is told what they may not know or takes back what they were told, nobody's time runs faster than
time does, and everybody comes back.

`EWALA_FAULTS=1000` for a long run, `EWALA_SEED` for another one.
"""

import asyncio
import json
import os
import random
import re
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from devices import Frame
from examination import Examination
from restless_clients import Client, Player, Program, Spectator
from site_of_servers import Node, Site, site
from stored_at_postgresql import copied
from stored_games import StoredGame, stored_games
from waiting import PATIENCE
from witness import Hearer

from ewala.server.platform.bus import CHANNEL
from ewala.tables.events import ClocksStood, Moved, Replaced
from ewala.tables.table import Table

pytestmark = pytest.mark.long  # three servers under faults

FAULTS = int(os.environ.get("EWALA_FAULTS", "25"))
SEED = int(os.environ.get("EWALA_SEED", "1914"))
TABLES = 50
# At every third table, by its number among six: more time than anybody takes, less than clocks are set wrong by.
CLOCKS = {0: {"kind": "correspondence", "seconds": 600}, 3: {"kind": "real-time", "seconds": 1200, "increment": 30}}
TOLD = re.compile(r"[0-9a-f]{8}( [a-z0-9]{10}(:[0-9]+|@[A-Z]*|\?))+")  # tables, numbers, seats: nothing else


BACK = 1000  # milliseconds by which an event may seem to be earlier than the one before, which another process stored
OFF = 60_000  # and by which the service may be off from us, or what it told may be late: no clock is set by so little


def told_wrong_times(hearers: Sequence[Hearer], games: dict[str, StoredGame], began: float, ended: float) -> list[str]:
    """What does not fit; `began` and `ended` are by our clock, in seconds since 1970."""
    found = [found for table, game in games.items() for found in _lost_on_time(table, game)]
    found += [found for table, game in games.items() for found in _out_of_time(table, game, began, ended)]
    return found + list(_several_times(hearers))


def _lost_on_time(table: str, game: StoredGame) -> Iterator[str]:
    """Who lost a seat to the clock though it had not run out, by the events' own account."""
    folded = Table.fold(game.events[:1], game.secret)
    for seq, event in enumerate(game.events[1:], 2):
        if isinstance(event, Replaced) and event.because == "clock":
            out_at = folded.clocks.runs_out_at()
            if folded.clocks.running != event.seat or out_at is None or event.at < out_at:
                yield f"table {table}: {event.seat} had time until {out_at}, and lost it by event {seq} at {event.at}"
        folded._apply(event)


def _out_of_time(table: str, game: StoredGame, began: float, ended: float) -> Iterator[str]:
    """Events at times at which they cannot have been. That clocks stood is told of a time that may have passed."""
    first = last = int(1000 * began) - OFF
    for seq, event in enumerate(game.events, 1):
        earliest = first if isinstance(event, ClocksStood) else last - BACK
        if not earliest <= event.at <= 1000 * ended + OFF:
            yield f"table {table}: event {seq} is of {event.at}, after one of {last}"
        last = max(last, event.at)


def _several_times(hearers: Sequence[Hearer]) -> Iterator[str]:
    """When a clock runs out is what is left and when that was heard: the same after an event, whoever tells it."""
    ends: dict[tuple[str, int, str], list[float]] = defaultdict(list)
    for hearer in hearers:
        for heard in hearer.heard:
            frame: Frame = json.loads(heard.text)
            position = frame.get("position") or {}
            seat = str(position.get("to_act"))
            if seat in position.get("clocks", {}) and isinstance(frame.get("seq"), int):
                ends[hearer.table, frame["seq"], seat].append(position["clocks"][seat] + 1000 * heard.at)
    for (table, seq, seat), times in ends.items():
        if max(times) - min(times) > OFF:
            yield f"table {table}: after event {seq} the clock of {seat} ends at {sorted(times)}"


class Nemesis:
    """`strike` does one harm and undoes it. Nothing is waited for while it lasts: how long that is, chance says."""

    def __init__(self, site: Site, seed: int) -> None:
        self._site = site
        self._chance = random.Random(seed)
        self._order: list[str] = []
        self._coming: Node | None = None  # a server that was started again
        self.struck: list[str] = []

    def strike(self) -> None:
        if not self._order:  # each kind in turn, in another order each time
            self._order = self._chance.sample(A_ROUND, len(A_ROUND))
        harm = self._order.pop()
        self.struck.append(harm)
        HARMS[harm](self)

    def _last(self, longest: float) -> None:
        time.sleep(self._chance.uniform(0.2, longest))

    def heal(self) -> None:
        """Wait for whoever is still on the way."""
        if self._coming is not None:
            self._coming.until_ready()
            self._coming = None

    def _node(self) -> Node:
        """One that serves."""
        return self._chance.choice([node for node in self._site.nodes if node is not self._coming])

    def _start_again(self, node: Node) -> None:
        node.start()
        self._coming = node

    def kill(self) -> None:
        self.heal()
        node = self._node()
        node.end(signal.SIGKILL)
        self._last(0.5)
        self._start_again(node)

    def deploy(self) -> None:
        self.heal()
        node = self._node()
        assert node.end(signal.SIGTERM) == 0, node.log.read_text()[-3000:]
        self._start_again(node)

    def stand_still(self) -> None:
        node = self._node()
        node.send(signal.SIGSTOP)
        self._last(3.0)
        node.send(signal.SIGCONT)

    def restart_postgresql(self) -> None:
        self._site.postgresql.stop()
        self._last(0.5)
        self._site.postgresql.start()

    def cut_redis(self) -> None:
        self._site.redis.stop()
        self._last(2.0)
        self._site.redis.start()

    def cut_off(self) -> None:
        """One process has no database, and its lines break wherever they are."""
        line = self._site.lines[self._node()]
        line.sever()
        self._last(2.0)
        line.mend()

    def cut_commits(self) -> None:
        """At one process the line breaks when a commit has been sent, before it arrives or before its answer does."""
        line = self._site.lines[self._node()]
        line.cut = self._chance.choice(["before", "after"])
        self._last(1.0)
        line.cut = ""

    def set_clock(self) -> None:
        """A process wakes up in another hour; all other clocks are set while they run."""
        self.heal()
        ahead, late = self._node(), self._chance.choice([-3600, 3600])
        for node in self._site.nodes:
            node.clock.write_text(str(late if node is ahead else -late))
        ahead.end(signal.SIGKILL)
        self._start_again(ahead)


HARMS = {
    "kill": Nemesis.kill,
    "deploy": Nemesis.deploy,
    "stand still": Nemesis.stand_still,
    "restart PostgreSQL": Nemesis.restart_postgresql,
    "cut Redis": Nemesis.cut_redis,
    "cut off the database": Nemesis.cut_off,
    "cut commits": Nemesis.cut_commits,
    "set clocks": Nemesis.set_clock,
}
RESTARTS = {"kill", "deploy", "set clocks"}  # which take seconds, and are tried half as often
A_ROUND = [harm for harm in HARMS for _ in range(1 if harm in RESTARTS else 2)]


class Crowd:
    """Everybody at all tables; when a game is over, the next begins in its place."""

    def __init__(self, site: Site) -> None:
        self.clients: list[Client] = []
        self.enough = asyncio.Event()
        self._site = site

    @property
    def acknowledged(self) -> int:
        return sum(len(client.made) for client in self.clients if isinstance(client, Player | Program))

    async def play(self, number: int) -> None:
        """One game after another at one place, until it is enough."""
        address, game = f"127.0.1.{number + 1}", 0
        while not self.enough.is_set():
            seed = SEED + 1000 * game + number
            try:
                clients = await self._sit_down(number, address, seed)
            except (httpx.HTTPError, KeyError, ValueError):
                await asyncio.sleep(0.3)  # somebody was hurt meanwhile: begin with another table
                continue
            self.clients += clients
            await asyncio.gather(*(client.attend() for client in clients))
            game += 1

    async def _sit_down(self, number: int, address: str, seed: int) -> list[Client]:
        """A new table: a player comes through the proxy, a program and a spectator to two servers; at some, a bot."""
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=self._site.trusting)
        async with httpx.AsyncClient(base_url=self._site.proxy, transport=transport, timeout=4.0) as http:

            async def ask(path: str, body: Any, key: str = "") -> Any:
                headers = {"authorization": f"Bearer {key}"} if key else {}
                answer = await http.post(f"/api/tables{path}", json=body, headers=headers)
                answer.raise_for_status()
                return answer.json()

            chronicles = number % 2 == 0
            game = {"game": "chronicles-of-run"} if chronicles else {"game": "kingdom-run", "options": {"first": "K"}}
            made = await ask("", {**game, "settings": {"clock": CLOCKS.get(number % 6, {"kind": "none"})}})
            table, host = made["table"]["id"], made["host_key"]
            seats = "OC" if chronicles else "KS"
            keys = {seat: (await ask(f"/{table}/seats/{seat}", {"name": seat}))["key"] for seat in seats}
            if not chronicles:
                await ask(f"/{table}/seats/F/close", {}, host)
                await (
                    ask(f"/{table}/seats/G/bot", {"bot": "random"}, host)
                    if number % 4 == 1
                    else ask(f"/{table}/seats/G/close", {}, host)
                )
            await ask(f"/{table}/start", {}, host)
        first, second = keys
        more: Any = {"enough": self.enough}
        return [
            Player(self._site, table, address, 0, seed, seat=first, key=keys[first], **more),
            Program(self._site, table, address, 1 + number, seed + 1, seat=second, key=keys[second], **more),
            Spectator(self._site, table, address, 2 + number, seed + 2, {"watch": made["watch_key"]}),
        ]


@contextmanager
def overheard(site: Site) -> Iterator[list[str]]:
    """All that is said on the bus."""
    told: list[str] = []
    over = threading.Event()

    def listen() -> None:
        while not over.is_set():
            with suppress(redis.ConnectionError), site.redis.client() as client, client.pubsub() as line:
                line.subscribe(CHANNEL)
                while not over.is_set():
                    message = line.get_message(ignore_subscribe_messages=True, timeout=0.2)
                    if message:
                        told.append(message["data"].decode())
            over.wait(0.1)

    listening = threading.Thread(target=listen)
    listening.start()
    try:
        yield told
    finally:
        over.set()
        listening.join(PATIENCE)


async def hurt(crowd: Crowd, nemesis: Nemesis) -> None:
    """One harm after another; after each, people must be able to play again."""
    while crowd.acknowledged < TABLES:
        await asyncio.sleep(0.1)
    for _ in range(FAULTS):
        await asyncio.to_thread(nemesis.strike)
        before, deadline = crowd.acknowledged, time.monotonic() + PATIENCE
        while crowd.acknowledged < before + 10:
            assert time.monotonic() < deadline, f"after {nemesis.struck[-1]} nobody can play any more"
            await asyncio.sleep(0.05)
    await asyncio.to_thread(nemesis.heal)


async def all_come_back(site: Site, crowd: Crowd) -> None:
    """Nobody moves any more: whoever is still there hears all that there is."""
    crowd.enough.set()
    deadline = time.monotonic() + PATIENCE
    while True:
        heads = await asyncio.to_thread(last_events, site)
        behind = [client for client in crowd.clients if not client.over and (client.seq or 0) < heads[client.table]]
        if not behind:
            return
        assert time.monotonic() < deadline, [
            (client.lines[-1].name, client.seq, heads[client.table]) for client in behind
        ]
        await asyncio.sleep(0.2)


def last_events(site: Site) -> dict[str, int]:
    import psycopg

    with psycopg.connect(site.postgresql.url) as connection:
        return dict(connection.execute("select table_id, max(seq) from events group by 1").fetchall())


async def run(site: Site, nemesis: Nemesis) -> Crowd:
    crowd = Crowd(site)
    playing = [asyncio.create_task(crowd.play(number)) for number in range(TABLES)]
    try:
        await hurt(crowd, nemesis)
        await all_come_back(site, crowd)
    finally:
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError | None)] == []
    return crowd


def lost_or_doubled(crowd: Crowd, games: dict[str, StoredGame]) -> list[str]:
    """Each acknowledged move exactly once."""
    found = []
    stored = {
        table: Counter((event.seat, event.client, event.move) for event in game.events if isinstance(event, Moved))
        for table, game in games.items()
    }
    for client in crowd.clients:
        if isinstance(client, Player | Program):
            for name, move in client.made.items():
                times = stored[client.table][move["seat"], name, move["move"]]
                if times != 1:
                    found.append(f"table {client.table}: {move} is there {times} times")
    return found


@pytest.mark.timeout(240 + 10 * FAULTS)
def test_a_site_under_faults_loses_nothing_and_says_one_thing_to_all(tmp_path: Path) -> None:
    with site(tmp_path) as running, overheard(running) as told:
        nemesis = Nemesis(running, SEED)
        began = time.time()
        crowd = asyncio.run(run(running, nemesis))
        ended = time.time()
        copied(running.postgresql.url, tmp_path / "copy.db")
        logs = "".join(node.log.read_text() for node in running.nodes)
    games = stored_games(tmp_path / "copy.db")  # that each table has one log without a gap, and every move is legal
    assert lost_or_doubled(crowd, games) == []
    assert [wrong for client in crowd.clients for wrong in client.wrong] == []
    hearers = [hearer for client in crowd.clients for hearer in client.lines]
    assert [found for hearer in hearers for found in Examination(hearer, games).findings()] == []
    assert told_wrong_times(hearers, games, began, ended) == []
    assert [text for text in told if not TOLD.fullmatch(text)] == []
    assert len(told) > TABLES
    assert set(nemesis.struck) == set(HARMS) or len(A_ROUND) > FAULTS
    assert "Traceback" not in logs, logs[logs.index("Traceback") - 1000 :][:4000]
    assert crowd.acknowledged > 10 * FAULTS
