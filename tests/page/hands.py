"""What people around a game do: sit down with keys that they hold, make a move by touching what it is made of."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from browsers import Visitor
from devices import Frame
from playwright.sync_api import Error, Locator, Page, expect
from table_server import Server, Table

WORDS = Path(__file__).parents[2] / "web/src/generated"


def hold(person: Visitor, table: Table, *seats: str, host: bool = False, watch: bool = False) -> None:
    """This browser has been to the table before, and holds the keys of these seats."""
    keys: Frame = {"seats": {seat: table.keys[seat] for seat in seats}, "at": 1}
    if host:
        keys["host"] = table.host
    if host or watch:
        keys["watch"] = table.watch
    stored = json.dumps(json.dumps({table.id: keys}))
    person.context.add_init_script(f"localStorage['ewala.keys'] ??= {stored}")


def against_computer(server: Server, game: str = "kingdom-run", bot: str = "random") -> tuple[Table, str]:
    """A table at which one person plays a bot, and has not decided anything yet; and where that person sits."""
    table = server.table(game)
    seat, other, *empty = list("KSFG" if game == "kingdom-run" else "OC")
    table.sit(seat, "Ada")
    table.seat_bot(other, bot)
    for place in empty:
        table.close(place)
    table.start()
    return table, seat


def finished(server: Server, game: str = "kingdom-run", **options: Any) -> Table:
    """A game that two bots have played to its end."""
    table = server.table(game, options=options)
    for seat in "KS" if game == "kingdom-run" else "OC":
        table.seat_bot(seat)
    for seat in "FG" if game == "kingdom-run" else "":
        table.close(seat)
    table.start()
    with table.device() as device:
        device.until(lambda frame: bool(frame.get("result")))
    return table


def better_plies(server: Server, of: str, ply: int) -> int:
    """How many moves the coach's better line at a decision has, in the analysis of a table or of that name."""
    wanted = server.call("GET", f"/api/analyses/{of}") if len(of) == 32 else None
    state = (wanted or server.call("POST", "/api/analyses", body={"table": of})).json()
    [decision] = [one for one in state["result"]["costly"] if one["ply"] == ply]
    return len(decision["better"][0]["line"]) or 1


def plies(table: Table, *keys: str) -> int:
    ply: int = table.look(*keys or (table.watch,))["position"]["ply"]
    return ply


def moves_now(table: Table, seat: str) -> list[str]:
    moves: list[str] = table.look(table.keys[seat])["position"].get("moves", [])
    return moves


def turn_bar(page: Page) -> Locator:
    return page.get_by_role("region", name="The turn")


def skip_what_waits(page: Page) -> None:
    """If anything does: the page may come to the end of it by itself."""
    skip = turn_bar(page).get_by_role("button", name="Skip")
    while skip.count():
        with suppress(Error):
            skip.click(timeout=1000)


def next_button(page: Page) -> Locator:
    """The one next action, near the thumb."""
    return page.locator("[data-next]")


def make_move(page: Page, move: str, place: str = "") -> None:
    """Make a move by touching the board; `place` is the space or slot, where the move does not name it."""
    if re.fullmatch(r"\d+>\d[ad]", move):
        rune, slot = move.split(">")
        page.locator(f"[data-rune='{rune}'][aria-pressed]").click()
        _touch_slot(page, slot)
    elif re.match(r"[<>x]", move):
        _touch_slot(page, place or move[1:])
    elif move.startswith("r:"):
        for face in move[2:].replace("-", ""):
            page.locator(f"[data-face='{face}'][aria-pressed=false]").first.click()
        next_button(page).click()
    elif move == ".":
        next_button(page).click()
    elif move.startswith("V:"):
        page.locator(f"[data-move='{move}']").click()
    else:
        _choose_runner(page, move, place or re.sub(r"\D", "", move))


def _touch_slot(page: Page, slot: str) -> None:
    """Once it is offered: while the board still tells what happened, nothing can be chosen."""
    page.locator(f"[data-slot='{slot}'][aria-pressed=false]").click()
    next_button(page).click()


def _choose_runner(page: Page, move: str, space: str) -> None:
    """By the keyboard, for which a space is one thing however many runners stand on it.

    Once something is offered there: while the board still tells what happened, nothing can be chosen.
    """
    there = page.locator(f"[data-space='{space}']:not([data-actions='0'])")
    there.wait_for(state="attached")
    before = page.locator("[data-ply]").get_attribute("data-ply")
    there.press("Enter")
    offered = page.locator(f"[data-move='{move}']")
    expect(offered.or_(page.locator(f"[data-ply]:not([data-ply='{before}'])")).first).to_be_visible()
    if offered.is_visible():
        offered.click()


def said_in(language: str) -> Callable[[str], str]:
    """The page's own sentences in another language, as it was built with them."""
    words: dict[str, str] = {} if language == "en" else json.loads((WORDS / f"words.{language}.json").read_text())
    return lambda english: words.get(english, english)
