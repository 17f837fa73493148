"""The floods by name, and the process of the flooder: `python -m ewala.lab.bench.abuse_process FLOOD PORT`.

It gives way to others, and says `ready` when it begins. It stops when its input is closed, or after a while in any
case, and says what became of its blows; nothing outlives whoever started it.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple

from ewala.core.errors import EwalaError
from ewala.lab.bench import abuse_http_floods as http
from ewala.lab.bench import abuse_live_floods as live
from ewala.lab.bench.abuse_wire import Attack
from ewala.lab.bench.measuring import loop_factory
from ewala.server.subprocess_server import GRACE, ServerLost, allow_many_connections

GIVES_WAY = 10  # niceness, where there is no better way
LONGEST = 900.0  # seconds


class Flood(NamedTuple):
    """What somebody could send from one address to keep a server from everybody else."""

    about: str
    begin: Callable[[Attack], Awaitable[None]]  # goes on until it is cancelled


FLOODS: Mapping[str, Flood] = {
    "stale-moves": Flood("100 devices, 50 stale moves a second each", live.stale_moves),
    "allow-hints": Flood("100 devices that agree to hints and do not", live.hints),
    "trailers": Flood("trailers without end, a line each", http.trailers),
    "endless-trailer": Flood("one trailer without end", http.endless_trailer),
    "streams": Flood("1,200 streams held open", http.streams),
    "silent": Flood("1,100 silent connections", http.silent),
    "requests": Flood("lists and unknown paths, kept alive", http.requests),
    "new-connections": Flood("lists, each over a new connection", http.new_connections),
    "analyses": Flood("60 long games to be analysed", http.analyses),
    "replays": Flood("120 replays, hung up on", http.replays),
    "studies": Flood("250 studies, hung up on", http.studies),
    "unread": Flood("60 large answers that nobody reads", http.unread),
    "strangers": Flood("120 strangers at a listed table", live.strangers),
    "chat": Flood("chat, coming again for more", live.chat),
    "events": Flood("moves made and taken back", live.events),
    "snapshots": Flood("snapshots over HTTP", http.snapshots),
    "returns": Flood("snapshots for devices that come and go", live.returns),
}


class Flooder:
    """A flood that is on its way."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.counts: Counter[str] = Counter()
        self.problem = ""  # why it could not even begin

    def wait_until_ready(self) -> None:
        said = self._said()
        if said != "ready":
            self.problem = said or "the flood did not begin"

    def stop(self) -> None:
        """Let it stop, and hear what became of it."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        with suppress(ValueError):
            self.counts.update(json.loads(self._said() or "{}"))
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def flooding(name: str, port: int) -> Iterator[Flooder]:
    """A flood from its beginning; if it was not stopped in the block, it is after it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ewala.lab.bench.abuse_process", name, str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for us: we stop it in order
    )
    flooder = Flooder(process)
    try:
        yield flooder
    finally:
        if process.poll() is None:
            flooder.stop()
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()


async def _flood(name: str, port: int, stopped: asyncio.Event) -> Counter[str]:
    attack = Attack(port, lambda: _say("ready"))
    work = asyncio.ensure_future(FLOODS[name].begin(attack))
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            await asyncio.wait([work, asyncio.ensure_future(stopped.wait())], return_when=asyncio.FIRST_COMPLETED)
            if work.done() and not work.exception():
                await stopped.wait()  # a flood that has said all that it had to say
    if work.done() and (error := work.exception()) and isinstance(error, EwalaError):
        raise error
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
    return attack.counts


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _give_way() -> None:
    """Floods come from other machines. This one's shares the cores with the server and with those who are measured: it
    works whenever they do not, and never makes them wait for the rest of its slice of time, as a process that is only
    nice does for three or four milliseconds."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(GIVES_WAY)


def main(name: str, port: str) -> None:
    _give_way()
    allow_many_connections()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        loop, stopped = runner.get_loop(), asyncio.Event()

        def wait_for_the_end() -> None:
            sys.stdin.read()
            with suppress(RuntimeError):  # it is over already
                loop.call_soon_threadsafe(stopped.set)

        threading.Thread(target=wait_for_the_end, daemon=True).start()
        try:
            _say(json.dumps(runner.run(_flood(name, int(port), stopped))))
        except ServerLost as lost:
            _say(str(lost))


if __name__ == "__main__":
    main(*sys.argv[1:])
