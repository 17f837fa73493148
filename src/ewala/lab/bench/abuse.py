"""`ewala bench abuse`: what one hostile address can do to everybody else, flood by flood.

For each flood a server is started with the limits that everybody has. Bystanders play from one address, first in peace,
then while another address does its worst; the two stretches of the same run are set side by side.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ewala.kit.background import STOPPED
from ewala.kit.report.machine import machine, today, versions
from ewala.kit.stats.latency import latency_of
from ewala.lab.bench.abuse_figures import AIM_ALONE, AIM_BEHIND_PROXY, AbuseFigures, Stretch, Suffered
from ewala.lab.bench.abuse_floods import FLOODS
from ewala.lab.bench.arguments import seconds
from ewala.lab.bench.server import PACKAGES, loop_factory

if TYPE_CHECKING:
    from typing import NoReturn

    from tqdm import tqdm

    from ewala.lab.bench.abuse_bystanders import Watched
    from ewala.lab.bench.abuse_process import Flooder
    from ewala.server.subprocess_server import Server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=12.0,
        metavar="S",
        help="how long bystanders play, in peace and under each flood (default: 12, for some 1,200 moves)",
    )
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
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there, for programs")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; the exit code is 1 if an aim was missed."""
    if args.json:
        args.json.open("a").close()  # a file that cannot be written is refused now, not after minutes
    figures = AbuseFigures(aim=AIM_BEHIND_PROXY if args.proxy else AIM_ALONE)
    stopped = not _measure(figures, args.flood or list(FLOODS), args.seconds, args.proxy)
    text = figures.as_text()
    if text:
        sys.stdout.write(_heading(args.seconds, args.proxy) + text)
    if args.json:
        about = {"date": today(), "machine": machine(), "versions": versions(PACKAGES), "seconds": args.seconds}
        found = json.dumps(about | {"complete": not stopped} | figures.as_json(), indent=2)
        args.json.write_text(found + "\n", encoding="utf-8")
    if stopped:
        sys.stderr.write(f"\newala: stopped; {'above is what was measured' if text else 'nothing was measured yet'}\n")
        return STOPPED
    return 0 if figures.borne else 1


def _measure(figures: AbuseFigures, names: Sequence[str], seconds: float, proxy: Path | None) -> bool:
    """Flood by flood; returns whether it came to the end, and was not stopped by Ctrl-C."""
    from tqdm import tqdm

    from ewala.server.subprocess_server import allow_many_connections

    allow_many_connections()
    with tqdm(total=len(names), leave=False, disable=not sys.stderr.isatty(), unit="flood") as bar:
        try:
            _warm_up(bar)
            for name in names:
                with asyncio.Runner(loop_factory=loop_factory()) as runner:
                    figures.floods.append(_suffered(name, seconds, bar, runner, proxy))
                bar.update()
        except KeyboardInterrupt:
            return False
    return True


def _warm_up(bar: "tqdm[NoReturn]") -> None:
    """Machine code is made beforehand: a compiler beside the server would be a flood of its own."""
    from ewala.games.warm_up import is_warm
    from ewala.server.tables.warming import COMMAND

    if not is_warm():
        bar.set_description("compiling, once")
        subprocess.run(COMMAND, check=True, capture_output=True)


def _suffered(name: str, seconds: float, bar: "tqdm[NoReturn]", runner: asyncio.Runner, proxy: Path | None) -> Suffered:
    from ewala.lab.bench.behind_proxy import behind_haproxy
    from ewala.server.subprocess_server import running

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


async def _under(name: str, server: "Server", port: int, seconds: float, bar: "tqdm[NoReturn]") -> Suffered:
    from ewala.lab.bench.abuse_bystanders import WARM_UP, Bystanders
    from ewala.lab.bench.abuse_memory import memory_of
    from ewala.lab.bench.abuse_process import flooding

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


async def _end(flooder: "Flooder", server: "Server", seconds: float) -> int | None:
    """Stop the flood when its time is over: moves that still wait for their answers get them, however late."""
    from ewala.lab.bench.abuse_memory import memory_of

    await asyncio.sleep(seconds)
    memory = memory_of(server.pid)
    await asyncio.to_thread(flooder.stop)
    return memory


def _stretch(watched: "Watched") -> Stretch:
    return Stretch(
        latency_of(watched.moves) if watched.moves else None,
        latency_of(watched.returns) if watched.returns else None,
        watched.shut_out,
        watched.lost,
    )


def _heading(seconds: float, proxy: Path | None) -> str:
    what = machine()
    return (
        "Ten tables of Kingdom Run, ten moves a second each, from one address; each flood from another one.\n"
        f"Limits are as everybody has them. {seconds:g} s in peace, then {seconds:g} s under the flood, on a server "
        f"of its own{', behind HAProxy' if proxy else ''}.\n"
        f"{today()}, {what['processor']}, {what['cores']} cores, {what['system']}; "
        f"{', '.join(f'{name} {number}' for name, number in versions(PACKAGES).items())}\n\n"
    )
