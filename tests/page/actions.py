"""What people do on the page: hold keys of seats, make a move by touching the board, keep a place, read a QR code."""

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

WEB = Path(__file__).parents[2] / "web"


def hold(person: Visitor, table: Table, *seats: str, host: bool = False, watch: bool = False) -> Visitor:
    """This browser has been to the table before, and holds the keys of these seats; returns its person."""
    keys: Frame = {"seats": {seat: table.keys[seat] for seat in seats}, "at": 1}
    if host:
        keys["host"] = table.host
    if host or watch:
        keys["watch"] = table.watch
    stored = json.dumps(json.dumps({table.id: keys}))
    person.context.add_init_script(f"localStorage['ewala.keys'] ??= {stored}")
    return person


def sit_at(person: Visitor, table: Table, *seats: str, host: bool = False, **settings: object) -> Page:
    """The page of somebody with these seats at a table, or who watches."""
    if settings:
        stored = json.dumps(json.dumps({"pace": "instant", **settings}))
        person.context.add_init_script(f"localStorage['ewala.settings'] = {stored}")
    page = hold(person, table, *seats, host=host, watch=not seats).open(f"#/table/{table.id}")
    expect(turn_bar(page)).to_be_visible()
    expect(page.locator("[data-ply]").first).to_be_attached()
    return page


def play_on(table: Table, count: int = 1) -> Frame:
    """Whoever must act makes the first legal move, so many times; returns the position."""
    position: Frame = table.look(*table.keys.values())["position"]
    for _ in range(count):
        send_move(table, position["to_act"], position["moves"][0])
        position = table.look(*table.keys.values())["position"]
    return position


def send_move(table: Table, seat: str, move: str) -> None:
    """Make a move for a seat, elsewhere than on the page."""
    ply = plies(table, table.keys[seat])
    table.do("POST", "/moves", table.keys[seat], body={"move": move, "ply": ply, "id": f"{seat}{ply}", "seat": seat})


def give_up(table: Table, seat: str) -> None:
    table.do("POST", "/resign", table.keys[seat], body={"seat": seat})


def expect_ply(page: Page, ply: int) -> None:
    """The page shows the position after so many moves."""
    expect(page.locator(f"[data-ply='{ply}']")).to_be_attached()


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
    words: dict[str, str] = (
        {} if language == "en" else json.loads((WEB / f"src/generated/words.{language}.json").read_text())
    )
    return lambda english: words.get(english, english)


# --- A place at the host


def called(page: Page) -> Locator:
    return page.locator("main").get_by_label("Your name")


def call_oneself(page: Page, name: str) -> None:
    called(page).fill(name)
    called(page).blur()


def keep_place(page: Page) -> None:
    page.get_by_role("button", name="Keep a place at this host").click()
    expect(page.get_by_role("heading", name="Your place at this host")).to_be_visible()
    expect(page.get_by_role("list", name="Your devices")).to_contain_text("this device")


# --- Codes


def read_qr_code(page: Page, code: Locator) -> str:
    """What another device's camera reads in the code, from the pixels on the screen."""
    picture = code.screenshot().hex()
    page.evaluate((WEB / "node_modules/jsqr/dist/jsQR.js").read_text() + "; window.readCode = jsQR; null")
    text: str = page.evaluate(
        """async (picture) => {
            const bytes = new Uint8Array(picture.match(/../g).map((pair) => parseInt(pair, 16)));
            const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
            const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
            paper.drawImage(image, 0, 0);
            const { data, width, height } = paper.getImageData(0, 0, image.width, image.height);
            return window.readCode(data, width, height)?.data ?? "";
        }""",
        picture,
    )
    return text
