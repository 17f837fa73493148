"""How long the page's main thread is busy at a stretch while somebody plays: the longest task of each interaction.

`python tools/trace_page.py` plays both games on one device, with motion, on the page as `make page` has built it, in
the system's Chromium without a graphics card. A task is what the browser does without being able to answer a touch:
events, scripts, style, layout, paint; from 50 ms on it counts as long. Two figures stand for each: the time that
passed, and the processor's time alone, which other work on the machine hardly changes. The exit status is 1 if the
processor was busy for 50 ms or more with one task.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "page"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server"))

from browsers import DESKTOP, PHONE, browsers, visitor
from players import Curious, Hand
from playwright.sync_api import Browser
from table_server import Server, Table, served

GAMES = ("kingdom-run", "chronicles-of-run")
LONG = 50.0  # milliseconds
CATEGORIES = ["toplevel", "blink.user_timing"]
TASK = "ThreadControllerImpl::RunTask"
MARK = "ewala "
Event = dict[str, Any]


@dataclass
class Interaction:
    what: str
    began: float  # microseconds, on the trace's clock
    passed: float = 0.0  # milliseconds, of its longest task
    busy: float = 0.0


def tables(server: Server, games: list[str]) -> Iterator[tuple[str, str, Table]]:
    """A started table of each game, with the seats that are played there."""
    if "kingdom-run" in games:
        yield "kingdom-run", "KS", server.kingdom_run("KS")
    if "chronicles-of-run" in games:
        yield "chronicles-of-run", "OC", server.chronicles()


def traced(
    browser: Browser, server: Server, table: Table, seats: str, size: tuple[int, int], moves: int
) -> list[Interaction]:
    """Play so many moves on one device, and look at what the main thread did meanwhile."""
    with visitor(browser, f"http://127.0.0.1:{server.port}", size=size, moving=True) as person:
        hand, choose, ply = Hand(person, table, seats), Curious(), -1
        hand.await_turn(ply, seats)
        browser.start_tracing(page=person.page, categories=CATEGORIES)
        for _ in range(moves):
            position = hand.await_turn(ply, seats)
            if position is None:
                break
            ply, move = position["ply"], choose(position)
            person.page.evaluate("what => void performance.mark(what)", f"{MARK}{move}")
            hand.act(move)
        hand.await_turn(ply, seats)
        return interactions(json.loads(browser.stop_tracing())["traceEvents"])


def interactions(events: list[Event]) -> list[Interaction]:
    """The longest task after each mark, on the thread that made the marks."""
    marks = [event for event in events if event["name"].startswith(MARK)]
    thread = marks[0]["pid"], marks[0]["tid"]
    found = [
        Interaction(mark["name"].removeprefix(MARK), mark["ts"]) for mark in sorted(marks, key=lambda mark: mark["ts"])
    ]
    for event in events:
        if event["name"] != TASK or (event["pid"], event["tid"]) != thread or "tdur" not in event:
            continue
        during = [interaction for interaction in found if interaction.began <= event["ts"]]
        if during:
            during[-1].passed = max(during[-1].passed, event["dur"] / 1000)
            during[-1].busy = max(during[-1].busy, event["tdur"] / 1000)
    return found


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    arguments = argparse.ArgumentParser(description="The longest task of each interaction with the page's boards.")
    arguments.add_argument("--game", action="append", choices=GAMES, help="only this one")
    arguments.add_argument("--moves", type=int, default=24, help="of each game")
    arguments.add_argument("--phone", action="store_true", help="on a small screen")
    given = arguments.parse_args()
    size = PHONE if given.phone else DESKTOP
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server, browsers() as browser:
        for game, seats, table in tables(server, given.game or list(GAMES)):
            found = traced(browser, server, table, seats, size, given.moves)
            say(f"{game}, {size[0]} × {size[1]}: longest task in ms, passed (busy)")
            for interaction in found:
                say(f"  {interaction.what:8} {interaction.passed:6.1f} ({interaction.busy:5.1f})")
            longest = max([longest, *(interaction.busy for interaction in found)])
    say(f"the longest task kept the processor busy for {longest:.1f} ms")
    return int(longest >= LONG)


if __name__ == "__main__":
    sys.exit(main())
