"""Tables with long games, laid in a database before any server has it, and the devices that will look at them."""

import random
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ewala.core.state import Seat
from ewala.games.registry import load
from ewala.server.platform.config import Config
from ewala.server.tables.registry import TableRegistry
from ewala.tables.events import Event, Settings
from ewala.tables.keys import digest_of, new_key
from ewala.tables.table import Table

MOVES = 288  # as long as a game at random is, more or less
TABLE_DEVICES = 10  # that look at a table: both players on two devices each, the others watch
PLAYER_DEVICES = 2
SEATS = ("K", "S")
PASSES = ("end", ".", "r:-")  # so that hardly a game is over before its time


class Device(NamedTuple):
    """Somebody who comes to a server: where to, and what they say first."""

    path: str
    hello: bytes


async def lay_long_games(folder: Path, devices: int) -> list[Device]:
    """Enough tables for so many devices, each with a game that goes on after MOVES moves."""
    registry = TableRegistry(Config(data_dir=folder))
    await registry.open()
    try:
        found: list[Device] = []
        while len(found) < devices:
            found += await _laid(registry)
        return found[:devices]
    finally:
        await registry.close()


async def _laid(registry: TableRegistry) -> list[Device]:
    """The devices at a new table; none if its game was over too soon."""
    made = await registry.create(load("kingdom-run", players="".join(SEATS), may_pass=True), Settings())
    keys = {seat: new_key() for seat in SEATS}
    for seat, key in keys.items():
        await made.room.submit(partial(_sit_down, seat), key=digest_of(key))
    await made.room.submit(_whole_game)
    if made.room.kept.status != "playing":
        return []
    path = f"/api/tables/{made.room.id}/live"
    players = [Device(path, _hello("keys", f'["{key}"]')) for key in keys.values() for _ in range(PLAYER_DEVICES)]
    watchers = TABLE_DEVICES - len(players)
    return players + [Device(path, _hello("watch", f'"{made.watch_key}"'))] * watchers


def _hello(name: str, keys: str) -> bytes:
    """As the page says it: with positions explained, and the last events in words."""
    return f'{{"type":"hello","{name}":{keys},"language":"en","explained":true}}'.encode()


def _sit_down(seat: Seat, table: Table, now: int) -> list[Event]:
    return table.sit_down(seat, f"Player {seat}", "", now)


def _whole_game(table: Table, now: int) -> list[Event]:
    """The start and all moves, as one command."""
    events = table.start(now)
    while table.status == "playing" and table.ply < MOVES:
        seat: Seat = str(table.to_act)
        assert table.match is not None
        moves = table.match.view(seat).moves()
        passing = [move for move in PASSES if move in moves]
        events += table.move(seat, random.choice(passing or moves), table.ply, "", now)
    return events
