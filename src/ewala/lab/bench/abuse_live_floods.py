"""Floods over the live channel: commands, devices that come and go, places that are taken from others."""

import asyncio
import json
from collections.abc import Callable
from itertools import count

from ewala.lab.bench.abuse_wire import FLOODER, Attack, Wire, command_of, own_table, played_table
from ewala.lab.bench.light_client import frame_of, request_of
from ewala.lab.bench.table_load import PLAYERS
from ewala.server.subprocess_server import HOST

DEVICES = 100
A_SECOND = 50  # commands of each device
TICK = 0.1  # seconds between two bundles of commands
COMING_AND_GOING = 20  # devices that do nothing else
STRANGERS = 120  # more than there are places at a table
MESSAGES = 6  # that a device may say at once
SAID = b'{"type":"say","id":"%d","seat":"K","text":"%b"}'
WAITS = 0.3  # seconds for the answers to a bundle


async def stale_moves(attack: Attack) -> None:
    """Moves for a position that was long ago: each is answered with a whole snapshot."""
    table = await played_table(attack.port)
    command = command_of({"type": "move", "id": "s", "seat": "K", "move": "r:-", "ply": 0})
    await _devices(attack, table.live, table.hello(0), lambda number: command)


async def hints(attack: Attack) -> None:
    """Agreeing to hints, and not, and again: each is an event that everybody at the table is told of."""
    table = await own_table(attack.port)
    commands = [command_of({"type": "allow-hints", "id": "h", "seat": "K", "allow": allow}) for allow in (True, False)]
    await _devices(attack, table.live, table.hello(0), lambda number: commands[number % 2])


async def _devices(attack: Attack, path: str, hello: dict[str, object], command: Callable[[int], bytes]) -> None:
    """Devices that send commands at a steady pace; one that is dismissed comes again."""
    bundle = round(A_SECOND * TICK)

    async def sending(wire: Wire) -> None:
        for number in count():
            wire.send(b"".join(command(bundle * number + n) for n in range(bundle)), bundle)
            await asyncio.sleep(TICK)
            await wire.room()
            if wire.gone.is_set():
                return

    attack.ready()
    await attack.again_and_again(DEVICES, lambda: attack.live(path, hello), sending)


async def events(attack: Attack) -> None:
    """A seat that moves, takes it back and moves again as fast as it goes: the table's history grows without end."""
    table = await own_table(attack.port)
    back, names = command_of({"type": "take-back", "id": "b", "seat": PLAYERS[0]}), count()

    def bundle() -> bytes:
        moves = [
            frame_of(b'{"type":"move","id":"%d","seat":"%b","move":"r:-","ply":1}' % (next(names), seat.encode()))
            for seat in PLAYERS  # whoever begins: the other one is refused
        ]
        backs = [back, command_of({"type": "take-back", "id": "b", "seat": PLAYERS[1]})]
        return b"".join(moves + backs)

    async def writing(wire: Wire) -> None:
        while not wire.gone.is_set():
            wire.send(b"".join(bundle() for _ in range(10)), 40)
            await wire.room()
            await asyncio.sleep(0.005)

    attack.ready()
    await attack.again_and_again(4, lambda: attack.live(table.live, table.hello(0, 1)), writing)


async def chat(attack: Attack) -> None:
    """Whoever has said all that they may comes again, as if they were somebody else."""
    table = await own_table(attack.port)
    said = b"".join(frame_of(SAID % (n, b"x" * 400)) for n in range(MESSAGES))

    async def saying(wire: Wire) -> None:
        wire.send(said, MESSAGES)
        await wire.answer(WAITS)

    attack.ready()
    await attack.again_and_again(COMING_AND_GOING, lambda: attack.live(table.live, table.hello(0)), saying)


async def returns(attack: Attack) -> None:
    """Devices that come, get their snapshot, and go."""
    table = await played_table(attack.port)

    async def leaving(_: Wire) -> None:
        attack.counts["sent"] += 1

    attack.ready()
    hello = table.hello(0) | {"explained": True}
    await attack.again_and_again(COMING_AND_GOING, lambda: attack.live(table.live, hello), leaving)


async def strangers(attack: Attack) -> None:
    """Strangers who take all the places at a table that anybody may watch: another's, which is listed."""
    path = await _somebody_elses_table(attack)

    async def staying(wire: Wire) -> None:
        attack.counts["sent"] += 1
        await wire.gone.wait()

    attack.ready()
    await attack.again_and_again(STRANGERS, lambda: attack.live(f"{path}/live", {"type": "hello"}), staying)


async def _somebody_elses_table(attack: Attack) -> str:
    reader, writer = await asyncio.open_connection(HOST, attack.port, local_addr=(FLOODER, 0))
    writer.write(request_of("GET", "/api/tables?playing=true", more="Connection: close\r\n"))
    answer = await reader.read()
    writer.close()
    found = json.loads(answer.partition(b"\r\n\r\n")[2])
    return f"/api/tables/{found[0]['id']}"
