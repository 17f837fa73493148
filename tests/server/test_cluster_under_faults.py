"""A site of three servers, a PostgreSQL, a Redis and a proxy, with fifty tables at which everybody is somewhere else,
while one part after another is killed, stopped, cut off or set wrong: what was acknowledged is there once and in one
order for all, nobody is told what they may not know or takes back what they were told, nobody's time runs faster than
time does, and everybody comes back.

`EWALA_FAULTS=1000` for a long run, `EWALA_SEED` for another one.
"""

import asyncio
import os
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from examination import Examination
from nemesis import A_ROUND, HARMS, Nemesis
from restless_clients import Client, Player, Program, Spectator
from site_of_servers import Site, site
from stored_games import StoredGame, stored_games
from test_postgresql_faults import copied
from times_told import told_wrong_times
from waiting import PATIENCE

from ewala.server.platform.bus import CHANNEL
from ewala.tables.events import Moved

pytestmark = pytest.mark.long  # three servers under faults

FAULTS = int(os.environ.get("EWALA_FAULTS", "25"))
SEED = int(os.environ.get("EWALA_SEED", "1914"))
TABLES = 50
# At every third table, by its number among six: more time than anybody takes, less than clocks are set wrong by.
CLOCKS = {
    0: {"kind": "correspondence", "seconds": 600},
    3: {"kind": "real-time", "seconds": 1200, "increment": 30},
}
TOLD = re.compile(r"[0-9a-f]{8}( [a-z0-9]{10}(:[0-9]+|@[A-Z]*|\?))+")  # tables, numbers, seats: nothing else


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
