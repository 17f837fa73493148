"""A thousand devices that come back at once, as after a restart or when a line to many breaks: each wants a snapshot of
a long game, and others want to go on playing meanwhile.

The peer is the bare echo: as many connect to it at once, and each gets one message back.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from statistics import median
from time import perf_counter

from ewala.kit.stats.latency import Latency, latency_of
from ewala.lab.bench.abuse_bystanders import BYSTANDER
from ewala.lab.bench.light_client import PATIENCE, Socket, first_frame
from ewala.lab.bench.measuring import Bar
from ewala.lab.bench.server_figures import Return, Wave
from ewala.lab.bench.server_load import MOVES, Busy, Device
from ewala.lab.bench.table_load import Measured, Tables
from ewala.server.subprocess_server import Server, ServerLost

ROUNDS = 3  # in which devices come back to the tables, and to the echo
BYSTANDERS = 10  # tables that are played meanwhile
EVERY = 0.1  # seconds between two moves at one of them
FOR_EVER = 600.0  # seconds
AFTERMATH = 0.2, 0.001  # seconds, and for each device, in which the server sees them off
SNAPSHOT, ECHOED = b'{"type":"snapshot"', b"{"


async def measure_return(server: Server, echo: Server, devices: Sequence[Device], in_peace: float, bar: Bar) -> Return:
    """The server has just been started: the first wave finds tables that nobody has in memory. Before it, others play
    for so many seconds in peace."""
    tables = Tables(server.port, address=BYSTANDER)
    try:
        bar.set_description("setting up tables")
        await tables.open(BYSTANDERS, bar.update, spares=BYSTANDERS)
        bar.set_description(f"{len(devices)} devices come back at once")
        playing = asyncio.ensure_future(tables.paced(FOR_EVER, 0.0, EVERY))
        try:
            calm, a_move = await _in_peace(server, tables, in_peace, playing)
            found = await _measured(server, echo, devices, tables, a_move)
            if playing.done():
                playing.result()  # raises what has gone wrong there
            return Return(len(devices), len({device.path for device in devices}), MOVES, *found, calm)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    finally:
        await tables.close()


async def _in_peace(
    server: Server, tables: Tables, seconds: float, playing: "asyncio.Future[Measured]"
) -> tuple[Latency, float]:
    """How long moves take while nobody comes, and how many seconds of the server's processor time each."""
    with Busy(server) as busy:
        await asyncio.wait([playing], timeout=seconds)
        while not playing.done() and not tables.measured.acknowledged:  # on a busy machine
            await asyncio.wait([playing], timeout=seconds)
    if playing.done():
        playing.result()
    calm = latency_of(tables.measured.acknowledged)
    return calm, busy.served / calm.count


async def _measured(
    server: Server, echo: Server, devices: Sequence[Device], tables: Tables, a_move: float
) -> tuple[Wave, Wave, Wave]:
    restarted, cut, echoing = _Waves(server, tables, a_move), _Waves(server, tables, a_move), _Waves(echo)
    await restarted.come(devices, SNAPSHOT)
    echoes = [device._replace(path="/echo") for device in devices]
    for _ in range(ROUNDS):
        await cut.come(devices, SNAPSHOT)
        await echoing.come(echoes, ECHOED)
    return restarted.figures(), cut.figures(), echoing.figures()


class _Waves:
    """Devices that come to a server at once, again and again; at some of its tables others go on playing, whose moves
    take so many seconds of its processor time each."""

    def __init__(self, server: Server, tables: Tables | None = None, a_move: float = 0.0) -> None:
        self._server = server
        self._tables = tables
        self._a_move = a_move
        self._busy = Busy(server)
        self._devices = 0
        self._each: list[float] = []  # seconds from the beginning of a wave
        self._all: list[float] = []
        self._moves: list[float] = []

    async def come(self, devices: Sequence[Device], first: bytes) -> None:
        """All at once; each waits for a first frame that begins like this."""
        moves = self._tables.measured.acknowledged if self._tables else []
        before = len(moves)
        with self._busy:
            begun = perf_counter()
            coming = (_come(self._server.port, device, first, _address(n)) for n, device in enumerate(devices))
            came = await asyncio.gather(*coming)
        self._devices += len(devices)
        self._moves += moves[before:]
        self._each += [at - begun for _, at in came]
        self._all.append(max(at for _, at in came) - begun)
        for socket, _ in came:
            socket.close()
        await asyncio.sleep(AFTERMATH[0] + AFTERMATH[1] * len(devices))

    def figures(self) -> Wave:
        work = self._busy.served - self._a_move * len(self._moves)
        return Wave(
            median(self._all),
            latency_of(self._each),
            1000 * work / self._devices,
            latency_of(self._moves) if self._moves else None,
            self._busy.server,
            self._busy.client,
        )


def _address(number: int) -> str:
    """Each comes from another address, as people do: to the server it is another client."""
    return f"127.1.{number // 250}.{1 + number % 250}"


async def _come(port: int, device: Device, first: bytes, address: str) -> tuple[Socket, float]:
    """The connection, and when the first frame was there. Who is sent away comes again, as devices do."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(ServerLost):
                socket, frame = await first_frame(port, device.path, device.hello, address)
                if frame.startswith(first):
                    return socket, perf_counter()
                socket.close()
