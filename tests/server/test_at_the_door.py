"""The listener: who comes in, in what order, and what happens when the system has nothing left for one more."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest
from table_server import GENEROUS
from waiting import PATIENCE

from ewala.server.platform.config import Limits
from ewala.server.platform.edge.connection_limiter import ConnectionLimiter
from ewala.server.platform.edge.listener import A_ROUND, Listener

STRANGER = "127.0.0.9"


class Welcome(asyncio.Protocol):
    """Says a word to whoever comes in."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(b"welcome")
        transport.close()


@contextmanager
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=500) as waiting:
        yield waiting


def knock(at: socket.socket, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(at.getsockname(), timeout=PATIENCE, source_address=(address, 0))


def what_is_said(connection: socket.socket) -> bytes:
    try:
        return connection.recv(100)
    except ConnectionError:
        return b""


def test_a_round_takes_a_few_and_lets_others_work() -> None:
    asyncio.run(a_round_takes_a_few_and_lets_others_work())


async def a_round_takes_a_few_and_lets_others_work() -> None:
    """Two hundred that came together were all taken before anybody else had a turn."""
    rounds = 0

    def count() -> None:
        nonlocal rounds
        rounds += 1
        asyncio.get_running_loop().call_soon(count)

    with listening() as waiting, ExitStack() as open_:
        crowd = [open_.enter_context(knock(waiting)) for _ in range(20 * A_ROUND)]
        door = Listener(waiting, ConnectionLimiter(GENEROUS, (), 1000), Welcome)
        asyncio.get_running_loop().call_soon(count)
        heard = await asyncio.to_thread(lambda: [what_is_said(one) for one in crowd])
        door.close()
    assert heard == [b"welcome"] * len(crowd)
    assert rounds > 20


def test_who_comes_too_often_is_turned_away_and_others_behind_them_are_not() -> None:
    asyncio.run(who_comes_too_often_is_turned_away_and_others_behind_them_are_not())


async def who_comes_too_often_is_turned_away_and_others_behind_them_are_not() -> None:
    limits = replace(GENEROUS, arrivals_burst=5, arrivals_per_second=1e-6)
    made: list[Welcome] = []

    def protocol() -> Welcome:
        made.append(Welcome())
        return made[-1]

    with listening() as waiting, ExitStack() as open_:
        crowd = [open_.enter_context(knock(waiting, STRANGER)) for _ in range(200)]
        behind = open_.enter_context(knock(waiting))
        door = Listener(waiting, ConnectionLimiter(limits, (), 1000), protocol)
        assert await asyncio.to_thread(what_is_said, behind) == b"welcome"
        heard = await asyncio.to_thread(lambda: [what_is_said(one) for one in crowd])
        door.close()
    assert heard == [b"welcome"] * 5 + [b""] * 195
    assert len(made) == 6  # for those who are turned away nothing is made


@pytest.mark.parametrize("proxies", [("127.0.0.9",), ("127.0.0.0/24",)])
def test_a_proxy_may_come_as_often_as_it_likes(proxies: tuple[str, ...]) -> None:
    door = ConnectionLimiter(Limits(arrivals_burst=1, arrivals_per_second=1e-6), proxies, 1000)
    assert [door.opens_to(STRANGER) for _ in range(5)] == [True] * 5
    assert [door.opens_to("10.0.0.1") for _ in range(3)] == [True, False, False]


def test_after_it_was_closed_nobody_is_taken() -> None:
    asyncio.run(after_it_was_closed_nobody_is_taken())


async def after_it_was_closed_nobody_is_taken() -> None:
    with listening() as waiting:
        door = Listener(waiting, ConnectionLimiter(GENEROUS, (), 1000), Welcome)
        door.close()
        door.close()
        with knock(waiting) as late:
            late.settimeout(0.2)
            with pytest.raises(TimeoutError):
                await asyncio.to_thread(late.recv, 1)


SHORT_OF_DESCRIPTORS = """
import asyncio, os, resource, socket, sys
from ewala.server.platform.config import Limits
from ewala.server.platform.edge import listener
from ewala.server.platform.edge.connection_limiter import Doorkeeper

class Welcome(asyncio.Protocol):
    def connection_made(self, transport):
        transport.write(b"welcome")

async def main():
    waiting = socket.create_server(("127.0.0.1", 0))
    print(waiting.getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.readline)  # somebody waits at the door
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(map(int, os.listdir("/dev/fd"))), most))
    listener.Listener(waiting, Doorkeeper(Limits(), (), 100), Welcome)
    await asyncio.sleep(0.1)
    print("short", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""


def test_when_descriptors_run_out_it_rests_and_takes_those_who_wait_later() -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", SHORT_OF_DESCRIPTORS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdin is not None
    assert program.stdout is not None

    def go_on() -> None:
        program.stdin.write("\n")  # type: ignore[union-attr]
        program.stdin.flush()  # type: ignore[union-attr]

    port = int(program.stdout.readline())
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as patient:
        go_on()
        assert program.stdout.readline() == "short\n"
        go_on()
        assert patient.recv(100) == b"welcome"
        go_on()
    _, complaints = program.communicate(timeout=PATIENCE)
    assert "no more connections can be taken" in complaints
    assert "Traceback" not in complaints
