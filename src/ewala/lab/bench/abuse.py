"""`ewala bench abuse`: what one hostile address can do to everybody else, flood by flood.

For each flood a server is started with the limits that everybody has. Bystanders play from one address, first in peace,
then while another address does its worst; the two stretches of the same run are set side by side.
"""

import argparse
import asyncio
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ewala.games.warm_up import is_warm
from ewala.kit.report.machine import versions
from ewala.kit.report.page import columns
from ewala.kit.stats.latency import Latency, latency_of
from ewala.lab.arguments import add_json, add_seconds, check_json
from ewala.lab.bench.abuse_bystanders import WARM_UP, Bystanders, Watched
from ewala.lab.bench.abuse_process import FLOODS, Flooder, flooding
from ewala.lab.bench.behind_proxy import behind_haproxy
from ewala.lab.bench.measuring import SERVER_PACKAGES, Bar, loop_factory, measured, progress
from ewala.lab.bench.processes import memory_of
from ewala.server.subprocess_server import Server, allow_many_connections, running
from ewala.server.tables.warming import COMMAND

AIM_ALONE, AIM_BEHIND_PROXY = 5.0, 3.0  # times the quiet p99 that it may be under a flood
GOT = ("granted", "snapshots", "refused", "failed", "dismissed", "turned away")


@dataclass(frozen=True)
class Stretch:
    """How bystanders fared for a while."""

    moves: Latency | None  # until each was acknowledged; none if none was
    returns: Latency | None  # from knocking to the snapshot
    shut_out: int = 0  # how often a player was not let in
    lost: str = ""  # why they could not go on


@dataclass(frozen=True)
class Suffered:
    """A flood, the quiet before it, and what it cost."""

    name: str
    about: str
    quiet: Stretch
    flooded: Stretch
    counts: Mapping[str, int] = field(default_factory=dict)  # what became of the flood
    memory_before: int | None = None  # bytes, of the server and its processes
    memory_after: int | None = None
    problem: str = ""  # why the flood could not begin
    complaints: int = 0  # lines that the server wrote to its error stream
    aim: float = AIM_ALONE

    @property
    def ratio(self) -> float | None:
        """How many times the quiet p99 it was under the flood; none if somebody could not even play."""
        if self.flooded.lost or self.quiet.moves is None or self.flooded.moves is None:
            return None
        return self.flooded.moves.p99 / self.quiet.moves.p99

    @property
    def borne(self) -> bool:
        """Whether the aim is met: moves are nearly as fast as ever, and players get back to their tables."""
        return not self.problem and self.ratio is not None and self.ratio <= self.aim and not self.flooded.shut_out

    def as_json(self) -> dict[str, object]:
        return asdict(self) | {"ratio": self.ratio, "borne": self.borne}


@dataclass
class AbuseFigures:
    """What has been measured so far."""

    floods: list[Suffered] = field(default_factory=list)
    aim: float = AIM_ALONE

    @property
    def borne(self) -> bool:
        return all(flood.borne for flood in self.floods)

    def as_json(self) -> dict[str, object]:
        return {"aim": self.aim, "borne": self.borne, "floods": [flood.as_json() for flood in self.floods]}

    def as_text(self) -> str:
        if not self.floods:
            return ""
        head = ["", "moves", "quiet p99 ms", "p99 ms", "ratio", "back p95 ms", "shut out", "MB before", "after", ""]
        lines = columns(head, [_cells(flood) for flood in self.floods])
        lines += ["", "What became of each flood"]
        lines += [f"{flood.about}: {_became(flood)}" for flood in self.floods]
        missed = [flood.name for flood in self.floods if not flood.borne]
        verdict = f"missed by {', '.join(missed)}" if missed else "met by all"
        lines += ["", f"Aim: at most {self.aim:g} times the quiet p99, and nobody shut out; {verdict}"]
        return "\n".join(line.rstrip() for line in lines) + "\n"


def _cells(flood: Suffered) -> list[str]:
    quiet, under = flood.quiet, flood.flooded
    return [
        flood.name,
        str(under.moves.count if under.moves else 0),
        _ms(quiet.moves.p99 if quiet.moves else None),
        _ms(under.moves.p99 if under.moves else None),
        "—" if flood.ratio is None else f"{flood.ratio:.1f} ×",
        _ms(under.returns.p95 if under.returns else None),
        str(under.shut_out),
        _megabytes(flood.memory_before),
        _megabytes(flood.memory_after),
        "" if flood.borne else "missed",
    ]


def _became(flood: Suffered) -> str:
    if flood.problem:
        return f"it could not begin: {flood.problem}"
    counts = Counter(flood.counts)
    told = [f"{counts['sent']:,} sent over {counts['connections']:,} connections"]
    told += [f"{counts[name]:,} {name}" for name in GOT if counts[name]]
    told.append(f"{counts['bytes'] / 1e6:,.1f} MB came back")
    if flood.complaints:
        told.append(f"{flood.complaints:,} lines in the server's log")
    if flood.flooded.lost:
        told.append(f"bystanders lost: {flood.flooded.lost}")
    return ", ".join(told)


def _ms(value: float | None) -> str:
    return "—" if value is None else f"{value:.1f}"


def _megabytes(value: int | None) -> str:
    return "—" if value is None else f"{value / 1e6:.0f}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_seconds(parser, 12.0, "how long bystanders play, in peace and under each flood: some 1,200 moves")
    parser.add_argument(
        "--flood",
        action="append",
        choices=list(FLOODS),
        metavar="NAME",
        help=f"one of {', '.join(FLOODS)}; may be repeated (default: all, one after another)",
    )
    parser.add_argument(
        "--proxy",
        type=Path,
        metavar="FILE",
        help="behind HAProxy with this configuration, such as deploy/haproxy.cfg (default: the server alone)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; the exit code is 1 if an aim was missed."""
    check_json(args)
    figures = AbuseFigures(aim=AIM_BEHIND_PROXY if args.proxy else AIM_ALONE)
    proxied = ", behind HAProxy" if args.proxy else ""
    head = (
        "Ten tables of Kingdom Run, ten moves a second each, from one address; each flood from another one.\n"
        f"Limits are as everybody has them. {args.seconds:g} s in peace, then {args.seconds:g} s under the flood, on a "
        f"server of its own{proxied}."
    )
    code = measured(
        args,
        lambda: _measure(figures, args.flood or list(FLOODS), args.seconds, args.proxy),
        lambda: figures,
        lambda: head,
        {"seconds": args.seconds},
        made_by=versions(SERVER_PACKAGES),
    )
    return code or (0 if figures.borne else 1)


def _measure(figures: AbuseFigures, names: Sequence[str], seconds: float, proxy: Path | None) -> None:
    allow_many_connections()
    with progress(len(names), "flood") as bar:
        if not is_warm():  # machine code is made beforehand: a compiler beside the server would be a flood of its own
            bar.set_description("compiling, once")
            subprocess.run(COMMAND, check=True, capture_output=True)
        for name in names:
            with asyncio.Runner(loop_factory=loop_factory()) as runner:
                figures.floods.append(_suffered(name, seconds, bar, runner, proxy))
            bar.update()


def _suffered(name: str, seconds: float, bar: Bar, runner: asyncio.Runner, proxy: Path | None) -> Suffered:
    with (
        tempfile.TemporaryDirectory(prefix="ewala-bench-") as folder,
        (Path(folder) / "complaints.txt").open("w+", encoding="utf-8", errors="replace") as complaints,
    ):
        with running("proxied" if proxy else "limited", Path(folder), complaints) as server, ExitStack() as stack:
            port = stack.enter_context(behind_haproxy(proxy, server.port, Path(folder))) if proxy else server.port
            suffered = runner.run(_under(name, server, port, seconds, bar))
        complaints.seek(0)
        aim = AIM_BEHIND_PROXY if proxy else AIM_ALONE
        return replace(suffered, complaints=sum(1 for _ in complaints), aim=aim)


async def _under(name: str, server: Server, port: int, seconds: float, bar: Bar) -> Suffered:
    bystanders = Bystanders(port)
    try:
        bar.set_description(f"{name}: setting up tables")
        await bystanders.open(lambda: None)
        bar.set_description(f"{name}: in peace, for {seconds:g} s")
        quiet = _stretch(await bystanders.play(seconds))
        before = memory_of(server.pid)
        with flooding(name, port) as flooder:
            bar.set_description(f"{name}: it gathers")
            await asyncio.to_thread(flooder.wait_until_ready)
            bar.set_description(f"{name}: under it, for {seconds:g} s")
            end = asyncio.ensure_future(_end(flooder, server, 0 if flooder.problem else seconds + WARM_UP))
            flooded = Stretch(None, None) if flooder.problem else _stretch(await bystanders.play(seconds))
            after = await end
        about = FLOODS[name].about
        return Suffered(name, about, quiet, flooded, dict(flooder.counts), before, after, flooder.problem)
    finally:
        await bystanders.close()


async def _end(flooder: Flooder, server: Server, seconds: float) -> int | None:
    """Stop the flood when its time is over: moves that still wait for their answers get them, however late."""
    await asyncio.sleep(seconds)
    memory = memory_of(server.pid)
    await asyncio.to_thread(flooder.stop)
    return memory


def _stretch(watched: Watched) -> Stretch:
    return Stretch(
        latency_of(watched.moves) if watched.moves else None,
        latency_of(watched.returns) if watched.returns else None,
        watched.shut_out,
        watched.lost,
    )
