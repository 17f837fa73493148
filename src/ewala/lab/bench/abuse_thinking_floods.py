"""Floods of things to be computed: the longest record that is taken, over and over, by nobody who reads the answer."""

import asyncio
from typing import Any

from ewala.core.dice import Dice
from ewala.core.roles import CHANCE
from ewala.games.registry import load
from ewala.lab.bench.abuse_wire import Attack, request_of
from ewala.tables.match import Match

MOVES = 3900  # a few less than a record that is replayed may have
ANALYSED = 1990  # and one that is analysed
STUDIED = 400  # moves, the most that a study may have
ANALYSES, ASKING = 60, 4
REPLAYS, STUDIES, UNREAD = 120, 250, 60
HANGS_UP = 0.2  # seconds after asking
NEXT_WAVE = 4.0  # seconds
SMALL = 4096  # bytes that wait for a reader who never comes
PASSING: dict[str, Any] = {"players": "KS", "may_pass": True}
PASSES = ("end", ".", "r:-")


def long_game(moves: int) -> Match:
    """A game of people who pass: no move brings it nearer to its end."""
    match = Match.begin(load("kingdom-run", **PASSING), dice=Dice(bytes(32)))
    while len(match.record.moves) < moves:
        if match.to_act is CHANCE:
            match.roll()
        else:
            assert match.to_act is not None
            legal = match.state.moves()
            match.submit(next((move for move in PASSES if move in legal), legal[0]), match.to_act)
    return match


def long_record(moves: int = MOVES) -> str:
    return long_game(moves).record.text()


async def analyses(attack: Attack) -> None:
    """Long games to be analysed closely; each is another one, by a turn."""
    lines = long_record(ANALYSED).splitlines(keepends=True)
    asks = iter(
        [
            request_of("POST", "/api/analyses", {"text": "".join(lines[: len(lines) - n]), "thorough": True})
            for n in range(ANALYSES)
        ]
    )
    attack.ready()

    async def asking() -> None:
        for ask in asks:
            wire = await attack.connect()
            if wire is not None:
                wire.send(ask)
                await wire.answer(60.0)
                wire.close()

    async with asyncio.TaskGroup() as group:
        for _ in range(ASKING):
            group.create_task(asking())


async def replays(attack: Attack) -> None:
    """Records to be replayed, and nobody there when that is done."""
    await _waves(attack, request_of("POST", "/api/records", {"text": long_record()}), REPLAYS)


async def studies(attack: Attack) -> None:
    """Long studies, and nobody there when they are made."""
    body = {"game": "kingdom-run", "options": PASSING, "moves": long_game(STUDIED).record.moves}
    await _waves(attack, request_of("POST", "/api/positions", body), STUDIES)


async def _waves(attack: Attack, ask: bytes, count: int) -> None:
    """All at once; then those who asked hang up, and the next ones come."""

    async def one() -> None:
        wire = await attack.connect()
        if wire is not None:
            wire.send(ask)
            await asyncio.sleep(HANGS_UP)
            wire.close()

    attack.ready()
    while True:
        await asyncio.gather(*(one() for _ in range(count)), asyncio.sleep(NEXT_WAVE))


async def unread(attack: Attack) -> None:
    """Large answers that nobody reads."""
    ask = request_of("POST", "/api/records", {"text": long_record()})
    attack.ready()

    async def one() -> None:
        while True:
            wire = await attack.connect(window=SMALL)
            if wire is not None:
                wire.transport.pause_reading()
                wire.send(ask)
                await wire.gone.wait()  # which is not seen while nothing is read: until the end, most likely

    async with asyncio.TaskGroup() as group:
        for _ in range(UNREAD):
            group.create_task(one())
