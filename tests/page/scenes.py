"""Every screen of the page, and how one comes to it: what is true of all of them is tried on each.

A scene is arranged once for a server, over HTTP; a browser then opens it with the keys that it needs and does the few
things that the scene is about. Whoever looks at it changes nothing, so that it can be looked at in every language.
`tools/screenshots.py` draws the same scenes.
"""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock
from weakref import WeakKeyDictionary
from zlib import crc32

from playwright.sync_api import Page, expect
from table_server import Frame, Server, Table, served

from ewala.locale.languages import translator

__all__ = ["SCENES", "Place", "Scene", "Stage", "staged"]

Say = Callable[[str], str]  # an English sentence in the reader's language
NAMES = {"K": "Ada", "S": "Bo", "F": "Cleo", "G": "Dov", "O": "Ada", "C": "Bo"}
LONG_CIRCUIT = "oooo|o~oo|oo~o|oo~o|oooo 2:4,3:4,5:4,8:4 20,17,15,13,11,9,7,5,4,3,2,1"


@dataclass
class Place:
    """Where a scene is, the keys with which it is opened, and what one touches there."""

    where: str
    keys: dict[str, Frame] = field(default_factory=dict)
    touched: str = ""

    def opened_by(self, page: Page, address: str) -> None:
        """Show it in a browser that has been to the page before."""
        page.goto("about:blank")  # another place after the same # would not load the page anew
        page.add_init_script(
            f"try {{ localStorage.setItem('ewala.keys', {json.dumps(json.dumps(self.keys))}) }} catch {{}}"
        )
        page.goto(f"{address}/{self.where}")


class Stage:
    """A server whose tables are the scenes'."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def place(self, scene: "Scene") -> Place:
        return scene.arrange(self.server)


Arrange = Callable[[Server], Place]


def once(arrange: Arrange) -> Arrange:
    """Arranged once at each server, however often it is looked at, and with the same dice every time."""
    arranged: WeakKeyDictionary[Server, Place] = WeakKeyDictionary()

    def place(server: Server) -> Place:
        if server not in arranged:
            numbers = count(crc32(arrange.__name__.encode()))
            with mock.patch("ewala.core.dice.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big")):
                arranged[server] = arrange(server)
        return arranged[server]

    return place


@contextmanager
def staged(folder: Path, **options: Any) -> Iterator[Stage]:
    options.setdefault("coach_iterations", 1)  # an analysis is looked at here, not judged
    with served(folder, **options) as server:
        yield Stage(server)


@dataclass(frozen=True)
class Scene:
    """A screen in a state that is worth looking at."""

    name: str
    arrange: Arrange
    act: Callable[[Page, Say, Place], None] = lambda page, say, place: None
    """What somebody does there before one looks; ends when it is to be seen."""
    complaints: tuple[str, ...] = ()
    """What the browser rightly says in its console."""

    def show(self, page: Page, stage: Stage, language: str) -> Place:
        place = stage.place(self)
        place.opened_by(page, f"http://127.0.0.1:{stage.server.port}")
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


def at(table: Table, *seats: str, host: bool = False, touched: str = "") -> Place:
    return Place(f"#/table/{table.id}", keys(table, *seats, host=host), touched)


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


def likes(*order: str) -> Taste:
    """Moves that begin like the first of these are best."""
    return lambda move: next((len(order) - at for at, start in enumerate(order) if move.startswith(start)), 0)


def phase(position: Frame) -> str:
    last: str = position["text"].split(" ")[-1]
    return last


def ran_on(position: Frame) -> bool:
    return int(position["ply"]) > 40


# --- Kingdom Run

FAST = likes("r:-", "C", "B", "D", "+", "V")


def lulling(move: str) -> float:
    """Lulls whom it can, and wakes nobody."""
    return 9 if move[0] == "L" and move[-1].isupper() else -9 if move[0] == "L" else 5 if move == "r:-" else 0


@once
def kr_keep(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KS", title="Friday evening")
    play(
        table,
        lambda position: phase(position).startswith("keep") and position["to_act"] == "K" and ran_on(position),
        FAST,
    )
    return at(table, "K", host=True)


@once
def kr_act(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSF")
    fits = lambda position: (  # noqa: E731
        phase(position).startswith("act")
        and position["to_act"] == "K"
        and ran_on(position)
        and len({move[0] for move in position["moves"] if move[0] in "DCBL"}) > 1
    )
    moves = play(table, fits, FAST)["moves"]
    spaces = [move[1:-1] for move in moves if move[0] in "DCBL"]
    return at(table, "K", touched=max(spaces, key=spaces.count))


def open_menu(page: Page, say: Say, place: Place) -> None:
    page.locator(f'[data-space="{place.touched}"]').press("Enter")
    expect(page.get_by_role("menu").or_(page.get_by_label(say("What to do"))).first).to_be_visible()


@once
def kr_sow(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSFG", confirm=True)
    fits = lambda position: phase(position).startswith("sow") and len(position["moves"]) > 1  # noqa: E731
    acting = play_confirming(table, fits, likes("r:-", "D", "+"))
    return at(table, acting["to_act"])


def play_confirming(table: Table, until: Callable[[Frame], bool], taste: Taste) -> Frame:
    """The same where each turn is confirmed."""
    while True:
        position = play(table, lambda found: until(found) or bool(found.get("confirm")), taste)
        if not position.get("confirm"):
            return position
        table.do("POST", "/confirm", table.keys[position["confirm"]], body={"seat": position["confirm"]})


@once
def kr_waiting(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSFG", clock={"kind": "real-time", "seconds": 900, "increment": 10})
    play(
        table,
        lambda position: phase(position).startswith("keep") and position["to_act"] == "S" and ran_on(position),
        FAST,
    )
    return at(table, "K", host=True)


@once
def kr_sleepers(server: Server) -> Place:
    """A crowded position in which many sleep."""
    table = seated(server, "kingdom-run", "KSFG")
    fits = lambda position: (  # noqa: E731
        phase(position).startswith("act")
        and ran_on(position)
        and sum(letter.islower() for letter in position["text"].split(" ")[0]) >= 5
    )
    return at(table, play(table, fits, lulling, 3000)["to_act"])


@once
def kr_result(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSFG", title="Friday evening")
    play(table, lambda position: False, FAST, 3000)
    return at(table, "K", host=True)


@once
def kr_long(server: Server) -> Place:
    table = seated(server, "kingdom-run", "GK", options={"circuit": LONG_CIRCUIT, "players": "GKSF"})
    play(table, lambda position: phase(position).startswith("act") and int(position["ply"]) > 60, FAST)
    return at(table, "G", "K", host=True)


# --- The Chronicles of Run

BOLD = likes("10>", "3>", "2>", "11>", "9>")


@once
def cr_bid(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC")
    play(table, lambda position: phase(position) == "bid:O" and "5" in position["text"].split(" ")[-2], BOLD)
    return at(table, "O", host=True)


def choose_rune(page: Page, say: Say, place: Place) -> None:
    """A rune and a slot are chosen: one press more, and the bid is made."""
    page.locator(".ours .rune.marked").first.click()
    page.locator(".slots button[aria-pressed='false']").first.click()
    expect(page.locator(".slots button[aria-pressed='true']")).to_be_attached()


def cr_first(layout: str) -> Arrange:
    @once
    def arrange(server: Server) -> Place:
        table = seated(server, "chronicles-of-run", "OC", options={"layout": layout})
        turn = {"block": "1", "ring": "7", "line": "4"}[layout]
        play(table, lambda position: phase(position).startswith("bid") and position["text"].split(" ")[-2][0] == turn)
        return at(table, table.seat_to_act())

    return arrange


@once
def cr_waiting(server: Server) -> Place:
    """The opponent's bid lies face down, or mine does and I wait."""
    table = seated(server, "chronicles-of-run", "OC")
    play(table, lambda position: "(" in position["text"] and "3" in position["text"].split(" ")[-2], BOLD)
    other = "O" if table.seat_to_act() == "C" else "C"
    return at(table, other)


@once
def cr_privacy(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC")
    play(table, lambda position: phase(position).startswith("bid") and "2" in position["text"].split(" ")[-2], BOLD)
    return at(table, "O", "C", host=True)


@once
def cr_effect(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC")
    position = play(table, lambda position: phase(position).startswith("effect") and int(position["ply"]) > 16, BOLD)
    return at(table, position["to_act"])


@once
def cr_result(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC", title="Friday evening")
    play(table, lambda position: False)
    return at(table, "O", host=True)


# --- Around the games


@once
def lobby(server: Server) -> Place:
    table = server.table(
        title="Friday evening", listed=True, clock={"kind": "real-time", "seconds": 600, "increment": 5}
    )
    table.sit("K", "Ada")
    table.seat_bot("S", "ranger")
    days = server.table("chronicles-of-run", listed=True, clock={"kind": "correspondence", "seconds": 259200})
    days.sit("O", "Cleo")
    return Place("#/lobby")


def empty_lobby(server: Server) -> Place:
    return Place("#/lobby", touched="empty")


@once
def hosting(server: Server) -> Place:
    table = server.table(title="Friday evening")
    table.sit("K", "Ada")
    table.sit("S", "Bo")
    table.seat_bot("F", "sorceress")
    return at(table, "K", host=True)


@once
def invited(server: Server) -> Place:
    table = server.table("chronicles-of-run")
    table.sit("O", "Ada")
    return Place(f"#/table/{table.id}")


def known(server: Server) -> Place:
    """The start, for somebody who has been here."""
    tables = [kr_keep(server), cr_waiting(server), hosting(server), cr_result(server)]
    return Place("#/", {name: kept for place in tables for name, kept in place.keys.items()})


@once
def talked(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KS")
    with table.device("K") as ada, table.device("S") as bo:
        ada.ask("say", text="Hello Bo! Shall we?", seat="K")
        bo.ask("say", text="May the better clan win.", seat="S")
    return at(table, "K", host=True)


def replay_of(arranged: Arrange, ply: int) -> Arrange:
    def arrange(server: Server) -> Place:
        place = arranged(server)
        return Place(f"#/replay/{next(iter(place.keys))}/{ply}", place.keys)

    return arrange


def analysed(arranged: Arrange) -> Arrange:
    def arrange(server: Server) -> Place:
        place = arranged(server)
        return Place(f"#/analysis/{next(iter(place.keys))}", place.keys)

    return arrange


@once
def kr_alone(server: Server) -> Place:
    """One person against the computer, who is to act."""
    table = server.table()
    table.sit("K", "Ada")
    table.seat_bot("S")
    for seat in "FG":
        table.close(seat)
    table.start()
    return at(table, "K", host=True)


@once
def cr_alone(server: Server) -> Place:
    table = server.table("chronicles-of-run")
    table.sit("O", "Ada")
    table.seat_bot("C")
    table.start()
    return at(table, "O", host=True)


def ask_coach(page: Page, say: Say, place: Place) -> None:
    """A hint is shown, and its move marked on the board."""
    page.get_by_role("button", name=say("Hint"), exact=True).click()
    expect(page.locator("[data-play]")).to_be_visible()


def step_into(page: Page, say: Say, place: Place) -> None:
    """The dearest decision, and what was better."""
    on_board(page, say, place)
    page.locator("[data-decision]").first.click()
    page.get_by_role("radio", name=say("What was better")).check()
    expect(page.get_by_text(say("Winning chance: {chance}.").split("{")[0]).first).to_be_visible()


def simply(where: str) -> Arrange:
    return lambda server: Place(where)


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((part) => (part.open = true))")


def unfolded(page: Page, say: Say, place: Place) -> None:
    expect(page.locator("main details").first).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    unfold(page)


def build_circuit(page: Page, say: Say, place: Place) -> None:
    unfold(page)
    page.get_by_role("radio", name=say("Boards of your own")).check()
    expect(page.get_by_text(say("A good circuit."))).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    unfold(page)


def edit_layout(page: Page, say: Say, place: Place) -> None:
    unfold(page)
    page.get_by_role("radio", name=say("Your own")).check()
    expect(page.get_by_text(say("The tiles can lie like this."))).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)


def without_tables(page: Page, say: Say, place: Place) -> None:
    page.route("**/api/tables*", lambda route: route.fulfill(json=[]))
    page.reload()
    expect(page.get_by_text(say("No table is waiting right now"))).to_be_visible()
    page.unroute("**/api/tables*")


def with_text(english: str) -> Callable[[Page, Say, Place], None]:
    return lambda page, say, place: expect(page.get_by_text(say(english)).first).to_be_visible()


def in_book(page: Page, say: Say, place: Place) -> None:
    expect(page.get_by_role("navigation", name=say("Chapters"))).to_be_visible()


def on_board(page: Page, say: Say, place: Place) -> None:
    expect(page.locator("main .kingdom-run, main .chronicles").first).to_be_visible()


def after_game(page: Page, say: Say, place: Place) -> None:
    expect(page.get_by_role("button", name=say("Rematch")).first).to_be_visible()


def in_panel(english: str) -> Callable[[Page, Say, Place], None]:
    def act(page: Page, say: Say, place: Place) -> None:
        page.get_by_role("tab", name=say(english)).click()
        expect(page.get_by_role("tabpanel")).to_be_visible()

    return act


def open_settings(page: Page, say: Say, place: Place) -> None:
    page.get_by_role("button", name=say("Settings")).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def lose_connection(page: Page, say: Say, place: Place) -> None:
    on_board(page, say, place)
    page.context.set_offline(True)
    expect(page.get_by_text(say("No connection."))).to_be_visible()


SCENES = [
    Scene("start", simply("#/")),
    Scene("start-known", known, with_text("Your tables")),
    Scene("settings", simply("#/"), open_settings),
    Scene("new-kingdom-run", simply("#/new/kingdom-run/friends"), unfolded),
    Scene("new-kingdom-run-builder", simply("#/new/kingdom-run/device"), build_circuit),
    Scene("new-chronicles", simply("#/new/chronicles-of-run/computer"), unfolded),
    Scene("new-chronicles-editor", simply("#/new/chronicles-of-run/friends"), edit_layout),
    Scene("lobby-empty", empty_lobby, without_tables),
    Scene("lobby", lobby, with_text("Join or watch")),
    Scene("waiting-host", hosting, with_text("Invite")),
    Scene("waiting-guest", invited, with_text("Sit here")),
    Scene("kingdom-run-keep", kr_keep, on_board),
    Scene("kingdom-run-act", kr_act, open_menu),
    Scene("kingdom-run-sow", kr_sow, on_board),
    Scene("kingdom-run-waiting", kr_waiting, on_board),
    Scene("kingdom-run-sleepers", kr_sleepers, on_board),
    Scene("kingdom-run-long", kr_long, on_board),
    Scene("kingdom-run-result", kr_result, after_game),
    Scene("chronicles-bid", cr_bid, on_board),
    Scene("chronicles-chosen", cr_bid, choose_rune),
    Scene("chronicles-block", cr_first("block"), on_board),
    Scene("chronicles-ring", cr_first("ring"), on_board),
    Scene("chronicles-line", cr_first("line"), on_board),
    Scene("chronicles-waiting", cr_waiting, on_board),
    Scene("chronicles-privacy", cr_privacy, on_board),
    Scene("chronicles-effect", cr_effect, on_board),
    Scene("chronicles-result", cr_result, after_game),
    Scene("chat", talked, in_panel("Chat")),
    Scene("table-menu", talked, in_panel("Table")),
    Scene("coach-kingdom-run-hint", kr_alone, ask_coach),
    Scene("coach-chronicles-hint", cr_alone, ask_coach),
    Scene("coach-kingdom-run-analysis", analysed(kr_result), on_board),
    Scene("coach-chronicles-analysis", analysed(cr_result), step_into),
    Scene("replay-open", simply("#/replay"), with_text("Choose a file")),
    Scene("replay-kingdom-run", replay_of(kr_result, 60), on_board),
    Scene("replay-chronicles", replay_of(cr_result, 20), on_board),
    Scene("rules-kingdom-run", simply("#/rules/kingdom-run"), in_book),
    Scene("rules-chronicles", simply("#/rules/chronicles-of-run"), in_book),
    Scene("learn-kingdom-run", simply("#/learn/kingdom-run"), on_board),
    Scene("learn-chronicles", simply("#/learn/chronicles-of-run"), on_board),
    Scene("lost", simply("#/nowhere"), with_text("There is nothing at this address")),
    Scene("no-table", simply("#/table/aaaaaaaaaa"), with_text("Nobody sits here")),
    Scene("no-connection", kr_keep, lose_connection, complaints=("net::ERR_INTERNET_DISCONNECTED",)),
]
