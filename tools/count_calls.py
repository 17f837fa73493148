"""Count the calls and files of a move, from the decoded frame to the outboxes of the devices at its table.

    python tools/count_calls.py

A server without sockets stores one move at a table with a player, a second player and a spectator; every call of a
Python function of the package is counted, on the event loop and in the thread that writes. Its devices ask as a page
does, which explains the positions that follow the first itself; with `--explained` the players ask the server for that.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from unittest import mock

from ewala.core.dice import Dice
from ewala.core.state import Seat
from ewala.games.registry import GAMES, game_class
from ewala.server.platform.config import Config
from ewala.server.platform.wire.outbox import Outbox
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.broadcast import Group
from ewala.tables.commands import change_of
from ewala.tables.events import Event, Settings
from ewala.tables.keys import digest_of, new_key
from ewala.tables.messages import MakeMove
from ewala.tables.table import Table

PACKAGE = str(Path(sys.modules["ewala"].__path__[0])) + "/"
MOVES = 20  # always the same, some of which lead to a roll


class Profiler:
    """Counts calls of the package's functions while it is told to, in this thread and those started after it."""

    def __init__(self) -> None:
        self.calls: Counter[CodeType] | None = None
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if self.calls is not None and event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            self.calls[frame.f_code] += 1


def by_file(calls: Counter[CodeType]) -> Counter[str]:
    files: Counter[str] = Counter()
    for code, times in calls.items():
        files[code.co_filename.removeprefix(PACKAGE)] += times
    return files


async def counted_moves(game: str, folder: Path, profiler: Profiler, explained: bool) -> list[Counter[CodeType]]:
    """What each move took, from the first on."""
    registry = TableRegistry(Config(data_dir=folder))
    await registry.open()
    try:
        made = await registry.create(game_class(game).for_people({}), Settings())
        room, played = made.room, list(made.room.kept.sitters)
        for seat in played[:2]:
            await room.submit(partial(_sit_down, seat), key=digest_of(new_key()))
        for seat in played[2:]:
            await room.submit(partial(_close, seat))
        groups = [Group((seat,), "en", explained=explained) for seat in played[:2]] + [Group((), "en")]
        outboxes = [Outbox(10**6) for _ in groups]
        for group, outbox in zip(groups, outboxes, strict=True):
            room.audience.enter(group, outbox)
        await room.submit(lambda table, now: table.start(now))
        moves = []
        for number in range(MOVES):
            match, mover = room.kept.match, room.kept.to_act
            assert match is not None
            assert mover is not None
            move = MakeMove(str(number), mover, match.view(mover).moves()[0], room.kept.ply)
            moves.append(await _one_move(room, move, outboxes, profiler))
        return moves
    finally:
        await registry.close()


def _sit_down(seat: Seat, table: Table, now: int) -> list[Event]:
    return table.sit_down(seat, seat, "", now)


def _close(seat: Seat, table: Table, now: int) -> list[Event]:
    return table.close(seat, now)


async def _one_move(room: Room, command: MakeMove, outboxes: list[Outbox], profiler: Profiler) -> Counter[CodeType]:
    for outbox in outboxes:
        outbox.taken()
    done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    calls: Counter[CodeType] = Counter()
    profiler.calls = calls
    room.carry_out(change_of((command.seat,), command), done.set_result, by=command.seat)
    outcome = await done
    profiler.calls = None
    assert isinstance(outcome, int), outcome
    assert all(outbox.waiting for outbox in outboxes)
    return calls


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="list the files of the median move, too")
    parser.add_argument("--functions", action="store_true", help="and its functions")
    parser.add_argument("--explained", action="store_true", help="the players ask for explanations")
    asked, profiler, write = parser.parse_args(), Profiler(), sys.stdout.write
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(Dice, "fresh", return_value=Dice(bytes(32))):
            moves = asyncio.run(counted_moves(game, Path(folder), profiler, asked.explained))
        median = sorted(moves, key=Counter.total)[len(moves) // 2]
        mean = sum(calls.total() for calls in moves) / len(moves)
        files = sum(len(by_file(calls)) for calls in moves) / len(moves)
        write(f"{game}: {mean:.0f} calls in {files:.0f} files on average\n")
        if asked.files:
            for file, times in by_file(median).most_common():
                write(f"  {times:5} {file}\n")
        if asked.functions:
            for code, times in median.most_common():
                write(f"  {times:5} {code.co_filename.removeprefix(PACKAGE)}:{code.co_qualname}\n")


if __name__ == "__main__":
    main()
