"""How a long run is judged: soak_server.py and soak_site.py collect, this says whether all is well."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server"))

from soaking import Log

from ewala.kit.stats.latency import latency_of

MORE_MEMORY = 1.05
MORE_DESCRIPTORS = 10
MORE_TASKS = 10
SHOWN = 15  # kinds of objects, and troubles


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
