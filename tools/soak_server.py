"""Let people play at a table server for an hour, and see that it is as well afterwards as before.

`python tools/soak_server.py --minutes 60` starts a server in a process of its own, with limits so high that nobody is
slowed down. Circles of players (`soaking` of the tests) make tables, play, resign, drop out and come back; watchers
come and go; some tables never start. Every ten seconds it is noted how much memory the server holds and how many files
and connections are open. The verdict, in the end:

- memory: the median of the last quarter is at most 5 % above that of the second, when everything is loaded;
- descriptors: the median of the last quarter is no more than 10 above that of the second;
- no device heard of an event twice, too late or not at all, and nothing was refused;
- the server wrote nothing to its error stream, and stopped when asked.

The server's clock runs ten times as fast as ours (`--haste`), so that tables which nobody uses are put aside within the
run; nothing that people notice hangs on it. With `--count`, the server also counts its objects in the middle and in the
end, and what has grown is shown.

Exit codes: 0 all well, 1 not, 130 stopped by Ctrl-C (the verdict is on what there is).
"""

import argparse
import asyncio
import gc
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server" / "helpers"))

from fuzzing.victim import unlimited
from soaking import Circle, Door, Log

from ewala.kit.stats.latency import latency_of
from ewala.lab.bench.processes import descriptors_of, memory_of
from ewala.server.listening import listen
from ewala.server.platform.config import Config
from ewala.server.table_server import TableServer, server_settings

SAMPLE_EVERY = 10.0  # seconds
STOPS_WITHIN = 60  # seconds
MORE_MEMORY = 1.05
MORE_DESCRIPTORS = 10
MORE_TASKS = 10
SHOWN = 15  # kinds of objects, and troubles


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--circles", type=int, default=12, help="how many games go on at a time (12)")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between two moves of a game (0.05)")
    parser.add_argument("--haste", type=float, default=10.0, help="how fast the server's clock runs (10)")
    parser.add_argument("--count", action="store_true", help="show which of the server's objects grow in number")
    parser.add_argument("--serve", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    if parsed.serve:
        serve(parsed.serve, parsed.haste)
        return 0
    with tempfile.TemporaryDirectory(prefix="ewala-soak-") as folder:
        return soak(Path(folder), parsed)


# --- The judgement, of soak_site.py too


@dataclass(frozen=True)
class Sample:
    """What a process had at a moment."""

    memory: int
    descriptors: int
    tasks: int = 0  # of its event loop, where somebody has asked
    connections: int = 0  # likewise: each is a descriptor, and a task while somebody is there


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def tell(log: Log) -> bool:
    """What happened, and how long it took; returns whether nobody had trouble."""
    say(", ".join(f"{number:,} {kind}" for kind, number in sorted(log.counts.items())))
    if log.latencies:
        latency = latency_of(log.latencies)
        say(f"a move took {latency.p50:.1f} ms (p50), {latency.p99:.1f} ms (p99)")
    for trouble in log.troubles[:SHOWN]:
        say(f"FOUND {trouble}")
    return not log.troubles


def is_level(early: Sequence[Sample], late: Sequence[Sample], when: tuple[str, str] = ("second", "last")) -> bool:
    """Hold the medians of a late quarter against those of an earlier one; how many people are there at a process is
    chance, and does not count."""
    memory = [median(sample.memory for sample in part) for part in (early, late)]
    files = [median(sample.descriptors - sample.connections for sample in part) for part in (early, late)]
    tasks = [median(sample.tasks - sample.connections for sample in part) for part in (early, late)]
    lines = [median(sample.connections for sample in part) for part in (early, late)]
    growth = memory[1] / memory[0]
    level = growth <= MORE_MEMORY and files[1] <= files[0] + MORE_DESCRIPTORS and tasks[1] <= tasks[0] + MORE_TASKS
    begun = f"; tasks: {tasks[0]:.0f} and {tasks[1]:.0f}" if any(tasks) else ""
    if any(lines):
        begun += f"; and {lines[0]:.0f} and {lines[1]:.0f} connections, which are left out of both"
    say(
        f"memory: {memory[0] / 1e6:.1f} MB in the {when[0]} quarter, {memory[1] / 1e6:.1f} MB in the {when[1]} "
        f"({growth - 1:+.1%}); descriptors: {files[0]:.0f} and {files[1]:.0f}{begun} (medians)\n"
        f"{'level' if level else 'NOT LEVEL'}"
    )
    return level


# --- The server


def serve(folder: Path, haste: float) -> None:
    """Says its port; for each line that it is given, how many objects it has of each kind. Goes with its starter."""
    began = time.time()
    settings = server_settings(
        Config(data_dir=folder, limits=unlimited()),
        lambda: int(1000 * (began + (time.time() - began) * haste)),
    )
    server, listening = TableServer(settings), listen("127.0.0.1", 0)

    def answer() -> None:
        for _ in sys.stdin:
            gc.collect()
            kinds = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())
            kinds["blocks of memory, of whatever kind"] = sys.getallocatedblocks()
            say(json.dumps(kinds))
        server.should_exit = True

    threading.Thread(target=answer, daemon=True).start()
    say(str(listening.getsockname()[1]))
    server.run(sockets=[listening])


class Soaked:
    """The server's process."""

    def __init__(self, folder: Path, haste: float) -> None:
        self.errors = folder / "errors.txt"
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, __file__, "--serve", str(folder), "--haste", str(haste)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,  # Ctrl-C is for us: we stop it in order
            )
        self.port = int(self._answer())

    def objects(self) -> Counter[str]:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return Counter(json.loads(self._answer()))

    def sample(self) -> Sample:
        return Sample(memory_of(self.process.pid) or 0, descriptors_of(self.process.pid) or 0)

    def stop(self) -> list[str]:
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return [f"the server did not stop within {STOPS_WITHIN} seconds"]
        return self.errors.read_text().splitlines()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


# --- The run


def soak(folder: Path, parsed: argparse.Namespace) -> int:
    server, log, samples, counted = Soaked(folder, parsed.haste), Log(), list[Sample](), list[Counter[str]]()
    stopped = False
    try:
        asyncio.run(_run(server, log, samples, counted, parsed))
    except KeyboardInterrupt:
        stopped = True
    except Exception as error:  # somebody could not go on: that is a finding, and what there is is still judged
        log.troubles.append(f"a circle could not go on: {error!r}")
    log.troubles += [f"on the error stream: {line}" for line in server.stop()]
    well = verdict(log, samples)
    if len(counted) > 1:
        say("objects that have grown in number since the middle")
        grown = Counter({kind: number - counted[0][kind] for kind, number in counted[-1].items()})
        for kind, number in grown.most_common(SHOWN):
            say(f"  {number:+8,} {kind} (now {counted[-1][kind]:,})")
    return 130 if stopped else int(not well)


async def _run(
    server: Soaked, log: Log, samples: list[Sample], counted: list[Counter[str]], parsed: argparse.Namespace
) -> None:
    seconds = 60 * parsed.minutes
    until = time.perf_counter() + seconds
    circles = [Circle(log, Door(server.port), number, parsed.pause).meet(until) for number in range(parsed.circles)]
    playing = asyncio.gather(*circles)
    with tqdm(total=round(seconds / SAMPLE_EVERY), unit="sample", disable=None) as bar:
        while time.perf_counter() < until and not playing.done():
            await asyncio.wait([playing], timeout=min(SAMPLE_EVERY, max(0.1, until - time.perf_counter())))
            samples.append(server.sample())
            bar.update()
            bar.set_postfix_str(f"{samples[-1].memory / 1e6:.0f} MB, {log.counts['moves']:,} moves")
            if parsed.count and not counted and time.perf_counter() > until - seconds / 2:
                counted.append(await asyncio.to_thread(server.objects))
    await playing
    if parsed.count:
        counted.append(await asyncio.to_thread(server.objects))


def verdict(log: Log, samples: list[Sample]) -> bool:
    """Say how it went; returns whether all is well."""
    well = tell(log)
    quarter = len(samples) // 4
    if not quarter or not samples[0].memory:
        say("memory and descriptors: too few samples, or no /proc")
        return well
    level = is_level(samples[quarter : 2 * quarter], samples[-quarter:])
    return well and level


if __name__ == "__main__":
    sys.exit(main())
