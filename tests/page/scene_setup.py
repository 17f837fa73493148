"""What a scene of the page is, and how a table comes into the state that is worth looking at.

A scene is arranged once for a server, over HTTP; a browser then opens it with the keys that it needs and does the few
things that the scene is about. Whoever looks at it changes nothing, so that it can be looked at in every language.

A scene is the same in every run, wherever it is arranged and whatever was arranged before it: dice, names of tables and
keys come from the scene's own name, the server's time stands, and the coach thinks by looks instead of seconds.
"""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from devices import Frame
from fixed_chance import fixed_chance, fixed_thinking
from playwright.sync_api import Page, expect
from table_server import Clock, Server, Table, served

from ewala.locale.languages import translator

Say = Callable[[str], str]  # an English sentence in the reader's language
NAMES = {"K": "Ada", "S": "Bo", "F": "Cleo", "G": "Dov", "O": "Ada", "C": "Bo"}
TIME = 1_800_000_000_000  # milliseconds; a morning in January 2027


@dataclass
class Place:
    """Where a scene is, the keys with which it is opened, and what one touches there."""

    where: str
    keys: dict[str, Frame] = field(default_factory=dict)
    touched: str = ""
    company: tuple[str, dict[str, str]] = ("", {})
    """The table, and the keys of those who are there as well, by seat."""

    def opened_by(self, page: Page, address: str) -> None:
        """Show it in a browser that has been to the page before."""
        go_aside(page, address)  # another place after the same # would not load the page anew
        page.evaluate("keys => localStorage.setItem('ewala.keys', keys)", json.dumps(self.keys))
        page.goto(f"{address}/{self.where}")


def go_aside(page: Page, address: str) -> None:
    """To where nothing of the page is to be seen, yet a browser keeps what it has of it, as it does not at about:blank:
    a scene after another is shown in two thirds of the time."""
    aside = f"{address}/api/health"
    if page.url != aside:
        page.goto(aside)


class SceneServer:
    """A server whose tables are the scenes'. Whoever has come to one of them stays to the end."""

    def __init__(self, server: Server, present: ExitStack) -> None:
        self.server = server
        self.address = f"http://127.0.0.1:{server.port}"
        self.time = TIME
        self._present = present
        self._came: set[tuple[str, str]] = set()

    def place(self, scene: "Scene") -> Place:
        place = scene.arrange(self.server)
        name, others = place.company
        table = Table(self.server, name, "", "", others)
        for seat in others:
            if (name, seat) not in self._came:
                self._came.add((name, seat))
                self._present.enter_context(table.device(seat)).expect("snapshot")
        return place


Arrange = Callable[[Server], Place]


def once(arrange: Arrange, name: str = "") -> Arrange:
    """Arranged once at each server, however often it is looked at, and with the same dice, tables and keys every time;
    by its name, which no other may have."""
    arranged: WeakKeyDictionary[Server, Place] = WeakKeyDictionary()

    def place(server: Server) -> Place:
        if server not in arranged:
            with fixed_chance(name or arrange.__name__):
                arranged[server] = arrange(server)
        return arranged[server]

    return place


@contextmanager
def scene_server(folder: Path, **options: Any) -> Iterator[SceneServer]:
    options.setdefault("coach_iterations", 1)  # an analysis is looked at here, not judged
    options.setdefault("clock", Clock(TIME))
    with fixed_thinking(), served(folder, **options) as server, ExitStack() as present:
        yield SceneServer(server, present)


@dataclass(frozen=True)
class Scene:
    """A screen in a state that is worth looking at."""

    name: str
    arrange: Arrange
    act: Callable[[Page, Say, Place], None] = lambda page, say, place: None
    """What somebody does there before one looks; ends when it is to be seen."""
    complaints: tuple[str, ...] = ()
    """What the browser rightly says in its console."""

    def show(self, page: Page, stage: SceneServer, language: str) -> Place:
        place = stage.place(self)
        place.opened_by(page, stage.address)
        expect(page.locator("main h1").first).to_be_attached()
        self.act(page, translator(language), place)
        page.evaluate("document.fonts.ready.then(() => true)")
        return place


# --- Tables


def seated(server: Server, game: str, seats: str, *, options: Frame | None = None, **settings: object) -> Table:
    """A table at which these sit down and the game begins."""
    table = server.table(game, options=options, **settings)
    for seat in "OC" if game == "chronicles-of-run" else "KSFG":
        if seat in seats:
            table.sit(seat, NAMES[seat])
        else:
            table.close(seat)
    table.start()
    return table


def keys(table: Table, *seats: str, host: bool = False) -> dict[str, Frame]:
    """What a browser keeps that holds these seats."""
    kept: Frame = {"seats": {seat: table.keys[seat] for seat in seats}, "watch": table.watch, "at": 1}
    if host:
        kept["host"] = table.host
    if len(seats) > 1:
        kept["shared"] = True
    return {table.id: kept}


def at(table: Table, *seats: str, host: bool = False, touched: str = "", deserted: bool = False) -> Place:
    """At a table, on a device that plays these seats; all others are there as well, unless they left."""
    others = {seat: key for seat, key in table.keys.items() if seat not in seats and not deserted}
    return Place(f"#/table/{table.id}", keys(table, *seats, host=host), touched, (table.id, others))


Taste = Callable[[str], float]


def play(table: Table, until: Callable[[Frame], bool], taste: Taste = lambda move: 0, most: int = 600) -> Frame:
    """Play legal moves, those that one likes best first, until a position is as wanted; returns the position."""
    choice = random.Random(7)
    holders = list(table.keys.values())
    for _ in range(most):
        snapshot = table.look(*holders)
        position: Frame = snapshot["position"]
        if snapshot["result"] is not None or until(position):
            return position
        seat = position["to_act"]
        moves = sorted(position["moves"], key=lambda move: (-taste(move), choice.random()))
        body = {"move": moves[0], "ply": position["ply"], "id": str(position["ply"]), "seat": seat}
        table.do("POST", "/moves", table.keys[seat], body=body)
    raise AssertionError("the game went another way")


def play_confirming(table: Table, until: Callable[[Frame], bool], taste: Taste) -> Frame:
    """The same where each turn is confirmed."""
    while True:
        position = play(table, lambda found: until(found) or bool(found.get("confirm")), taste)
        if not position.get("confirm"):
            return position
        table.do("POST", "/confirm", table.keys[position["confirm"]], body={"seat": position["confirm"]})


def likes(*order: str) -> Taste:
    """Moves that begin like the first of these are best."""
    return lambda move: next((len(order) - at for at, start in enumerate(order) if move.startswith(start)), 0)


def phase(position: Frame) -> str:
    last: str = position["text"].split(" ")[-1]
    return last
