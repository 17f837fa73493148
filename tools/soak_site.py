"""Let people play for an hour at a whole site, change all of its servers one by one and restore a backup of it
meanwhile, and see that nobody lost anything and that it is as well afterwards as before.

`python tools/soak_site.py --minutes 60` starts a PostgreSQL, a Redis, three servers and HAProxy with the configuration
that ships (`site_of_servers` of the tests). Circles of players (`soaking_site` there) come through the proxy,
over TLS, each from an address of its own. After a third of the time every server is told to stop, waited for, and
started again, one after another. After half of it `ewala backup` and `ewala restore` bring everything into a second
database. The verdict, in the end:

- no device heard of an event twice, too late or not at all; whoever was sent away while servers were changed came back
  by itself, and nobody was at any other time;
- every move that was acknowledged is in the database once, and no table has heard of more than is there;
- the restored database has all that was stored when the backup began, to the byte, and nothing that was not;
- memory, and descriptors and tasks besides those of connections, of each server: the medians of the last quarter are
  at most 5 %, 10 and 10 above those of the third, when all that was started anew is loaded again and tables that nobody
  uses leave memory as new ones come;
- each server stopped when asked, with 0, and wrote of no error.

Exit codes: 0 all well, 1 not, 130 stopped by Ctrl-C (the verdict is on what there is).
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server" / "helpers"))

from site_of_servers import Node, Site, site
from soak_server import Sample, is_level, say, tell
from soaking import Door
from soaking_site import SteadyCircle, SteadyLog
from stored_at_postgresql import compare_restored, heads, missing_or_doubled, restored_copy
from tqdm import tqdm

from ewala.lab.bench.processes import descriptors_of, memory_of

SAMPLE_EVERY = 10.0  # seconds
SETTLE = 10.0  # seconds after a change in which the last ones come back


def main() -> int:
    parser = argparse.ArgumentParser(description="Let people play at a whole site for an hour.")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--circles", type=int, default=40, help="how many games go on at a time (40)")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two moves of a game (0.5)")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ewala-soak-") as folder, site(Path(folder), straight=True) as running:
        return Soak(running, Path(folder), parsed).run()


class Soak:
    """One run: what everybody saw, and what each server had every ten seconds."""

    def __init__(self, running: Site, folder: Path, parsed: argparse.Namespace) -> None:
        self.site, self.folder, self.parsed = running, folder, parsed
        self.log = SteadyLog()
        self.samples: dict[Node, list[Sample]] = {node: [] for node in running.nodes}

    def run(self) -> int:
        stopped = False
        try:
            asyncio.run(self._play())
        except KeyboardInterrupt:
            stopped = True
        except Exception as error:  # somebody could not go on: that is a finding, and what there is is still judged
            self.log.troubles.append(f"somebody could not go on: {error!r}")
        self.log.troubles += missing_or_doubled(self.site.postgresql.url, self.log.made)
        self._end_servers()
        return 130 if stopped else int(not self._verdict())

    async def _play(self) -> None:
        seconds = 60 * self.parsed.minutes
        began = time.perf_counter()
        until = began + seconds
        doors = [Door(self.site.front, f"127.0.1.{n + 1}", self.site.trusting) for n in range(self.parsed.circles)]
        circles = [SteadyCircle(self.log, door, n, self.parsed.pause).meet(until) for n, door in enumerate(doors)]
        playing = asyncio.gather(*circles)
        meanwhile = asyncio.gather(
            self._at(began + seconds / 3, self._change_all), self._at(began + seconds / 2, self._restore)
        )
        with tqdm(total=round(seconds / SAMPLE_EVERY), unit="sample", disable=None) as bar:
            while time.perf_counter() < until and not playing.done():
                await asyncio.wait([playing], timeout=min(SAMPLE_EVERY, max(0.1, until - time.perf_counter())))
                await self._sample()
                bar.update()
                bar.set_postfix_str(f"{self.log.counts['moves']:,} moves")
        await playing
        await meanwhile

    async def _at(self, when: float, do: Callable[[], Awaitable[None]]) -> None:
        await asyncio.sleep(when - time.perf_counter())
        await do()

    async def _sample(self) -> None:
        for node, samples in self.samples.items():
            if self.log.changing or node.process is None:  # it may be gone at this moment
                continue
            figures = await asyncio.to_thread(node.figures)
            pid, tasks, here = node.process.pid, figures["ewala_tasks"], figures["ewala_connections"]
            samples.append(Sample(memory_of(pid) or 0, descriptors_of(pid) or 0, int(tasks), int(here)))

    async def _change_all(self) -> None:
        """One server after another; the next only when the last is ready."""
        self.log.changing = True
        before, began = self.log.counts["moves"], time.perf_counter()
        for node in self.site.nodes:
            code = await asyncio.to_thread(node.end, signal.SIGTERM)
            if code:
                self.log.troubles.append(f"a server ended with {code}")
            node.start()
            await asyncio.to_thread(node.until_ready)
            await asyncio.sleep(SETTLE)  # the proxy has seen it, too
        self.log.changing = False
        say(
            f"all {len(self.site.nodes)} servers were changed one by one within {time.perf_counter() - began:.0f} s; "
            f"{self.log.counts['moves'] - before:,} moves were made meanwhile"
        )

    async def _restore(self) -> None:
        """Into another database, which is held against the first."""
        url, began = self.site.postgresql.url, time.perf_counter()
        before = await asyncio.to_thread(heads, url)
        copy = await asyncio.to_thread(restored_copy, url, self.folder / "soak.backup", say)
        if not copy:
            self.log.troubles.append("the backup, or the restore, failed")
            return
        found = await asyncio.to_thread(compare_restored, url, copy, before)
        self.log.troubles += found.differences
        took = time.perf_counter() - began
        say(f"the copy has {found.tables:,} tables with {found.events:,} events, after {took:.0f} s")

    def _end_servers(self) -> None:
        for number, node in enumerate(self.site.nodes):
            if code := node.end(signal.SIGTERM):
                self.log.troubles.append(f"server {number} ended with {code}")
            wrote = node.log.read_text()
            self.log.troubles += [f"server {number} wrote: {line}" for line in wrote.splitlines() if is_error(line)]

    def _verdict(self) -> bool:
        well = tell(self.log)
        for number, samples in enumerate(self.samples.values()):
            quarter = len(samples) // 4
            if not quarter or not samples[0].memory:
                say("memory, descriptors and tasks: too few samples, or no /proc")
                return False
            say(f"server {number}:")
            well &= is_level(samples[-2 * quarter : -quarter], samples[-quarter:], ("third", "last"))
        return well


def is_error(line: str) -> bool:
    return any(word in line for word in ("ERROR", "CRITICAL", "Traceback"))


if __name__ == "__main__":
    sys.exit(main())
