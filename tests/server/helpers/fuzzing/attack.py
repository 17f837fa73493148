"""Hostile clients that share a server: outsiders, seat holders and hosts, with a number of inputs to send."""

import asyncio
import random
import sys
from collections.abc import Callable
from typing import Any

from tqdm import tqdm

from ewala.games.registry import GAMES
from fuzzing.asking import Asking, Seated
from fuzzing.connecting import Connecting
from fuzzing.exchanges import any_exchange
from fuzzing.http_requests import any_request
from fuzzing.knowledge import Knowledge, sample_record
from fuzzing.report import Report
from fuzzing.talking import Talking

ADDRESSES = 40  # of loopback that clients come from, where there are so many
HEALTH_EVERY = 0.5  # seconds
LONG = 300.0  # seconds: what a first hint takes where nothing is loaded yet


class Attack:
    """Outsiders attack a table at which two people play; the others misbehave at tables of their own."""

    def __init__(
        self, port: int, seed: int, inputs: int, bar: "tqdm[Any]", at_rest: Callable[[], None] = lambda: None
    ) -> None:
        self.at_rest = at_rest  # called when everything is loaded, and nothing hostile was sent yet
        self.seed = seed
        self.left = inputs
        self.bar = bar
        self.report = Report()
        self.asking = Asking(port, self.report)
        self.talking = Talking(port, self.report, self._count)
        self.connecting = Connecting(port, self.report, self._count)
        self.records = [sample_record(name, seed + n) for name in GAMES for n in range(2)]
        self.analyses: list[str] = []
        self.outside: Seated
        self.before = ""

    async def run(self, workers: int) -> None:
        self.outside = await self.asking.seated("kingdom-run", "KS")
        for _ in range(3):
            await self.asking.legal_move(self.outside)
        self.before = await self.asking.record_of(self.outside)
        await self._wake_the_coach()
        self.at_rest()
        health = asyncio.ensure_future(self._ask_for_health())
        try:
            await asyncio.gather(*(self._work(random.Random(f"{self.seed} {n}"), n) for n in range(workers)))
            await self.connecting.finish()
        finally:
            health.cancel()
            await asyncio.gather(health, return_exceptions=True)
            self.talking.hang_up()
        after = await self.asking.record_of(self.outside)
        if after != self.before:
            self.report.found(f"outsiders changed the game: {self.before!r} became {after!r}")

    async def _wake_the_coach(self) -> None:
        """One hint and one analysis of each game, so that later ones only have to be thought about."""
        for name, record in zip(GAMES, self.records[::2], strict=True):
            table = await self.asking.seated(name, "KS")
            path = f"/api/tables/{table.id}/hint"
            await self.asking.call("POST", path, ",".join(table.keys), {}, patience=LONG)
            wanted = await self.asking.call("POST", "/api/analyses", body={"text": record})
            self.analyses.append(wanted["id"])

    async def _ask_for_health(self) -> None:
        """All the time: somebody else's bytes must not keep it from answering."""
        while True:
            await self.asking.call("GET", "/api/health")
            self.report.answers["health"] += 1
            await asyncio.sleep(HEALTH_EVERY)

    async def _work(self, rng: random.Random, number: int) -> None:
        outsider, address = number % 2 == 0, address_of(number)
        table = self.outside if outsider else await self.asking.seated(rng.choice(list(GAMES)), "KS")
        token, proof = await self.asking.somebody()
        evening, guests, led = await self.asking.evening()
        while self.left > 0:
            if not outsider and rng.random() < 0.02:
                table = await self.asking.seated(rng.choice(list(GAMES)), "KS")
                token, proof = await self.asking.somebody()  # who may have had themselves forgotten
                evening, guests, led = await self.asking.evening()  # which may have been ended
            keys = [table.watch] if outsider else [*table.keys, *led]
            known = Knowledge([table.id], keys, self.records, self.analyses, tokens=[token], proofs=[proof])
            known.evenings, known.guests = [evening], guests
            if rng.random() < 0.55:
                await self.talking.talk(rng, table, known, outsider=outsider, client=address)
            elif rng.random() < 0.1:
                await self.talking.break_in(rng, table)
            elif rng.random() < 0.5:
                for _ in range(rng.randrange(1, 12)):
                    await self.connecting.attack(rng, any_exchange(rng, known), address)
            else:
                if not outsider:
                    known = await self.asking.look(table, known)
                for _ in range(rng.randrange(1, 12)):
                    self._count("request")
                    await self.asking.ask(any_request(rng, known), barred=table.id if outsider else "", address=address)

    def _count(self, kind: str) -> None:
        self.left -= 1
        self.report.sent[kind] += 1
        self.bar.update()


def address_of(number: int) -> str:
    """Where a client comes from: to a server that counts by addresses, each is another one."""
    return f"127.0.0.{10 + number % ADDRESSES}" if sys.platform == "linux" else "127.0.0.1"
