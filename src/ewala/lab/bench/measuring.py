"""What benchmarks do alike: measure until the end or Ctrl-C, print the figures with the machine that they are of, and
write them for programs."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, Protocol, TypeAlias

from tqdm import tqdm

from ewala.kit.background import STOPPED
from ewala.kit.report.machine import machine, today, versions

Bar: TypeAlias = "tqdm[NoReturn]"
SERVER_PACKAGES = ("ewala", "litestar", "msgspec", "sqlalchemy", "uvicorn", "uvloop", "websockets")


class Figures(Protocol):
    def as_text(self) -> str:
        """What a person reads; nothing as long as nothing is measured."""

    def as_json(self) -> Mapping[str, object]: ...


def measured(
    args: argparse.Namespace,
    measure: Callable[[], object],
    figures: Callable[[], Figures],
    head: Callable[[], str],
    settings: Mapping[str, object],
    *,
    card: str = "",
    made_by: Mapping[str, str] | None = None,
    notes: Sequence[str] = (),
) -> int:
    """Measure, then print and write the figures, also those that were there at Ctrl-C; returns the exit code."""
    stopped = False
    try:
        measure()
    except KeyboardInterrupt:
        stopped = True
    found, made_by, what = figures(), made_by or versions(), machine()
    text = found.as_text()
    if text:
        where = f"{today()}, {what['processor']}, {what['cores']} cores, {what['system']}{card}"
        by = ", ".join(f"{name} {number}" for name, number in made_by.items())
        sys.stdout.write("\n".join([head(), f"{where}; {by}", "", text]) + "".join(f"\n{note}\n" for note in notes))
    if args.json:
        about = {"date": today(), "machine": what, "versions": made_by} | dict(settings)
        written = json.dumps(about | {"complete": not stopped} | dict(found.as_json()), indent=2)
        args.json.write_text(written + "\n", encoding="utf-8")
    if stopped:
        sys.stderr.write(f"\newala: stopped; {'above is what was measured' if text else 'nothing was measured yet'}\n")
        return STOPPED
    return 0


def progress(total: int | None = None, unit: str = "it") -> Bar:
    """A bar, where somebody looks at it."""
    return tqdm(total=total, unit=unit, leave=False, disable=not sys.stderr.isatty())


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
