"""Every screen, every phase: the whole board is in sight, the bar lies under it and not over it, and whatever may be
touched is met by a finger at its middle; on a phone, hints and menus leave in sight what they are about."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from actions import turn_bar
from browsers import PHONE, Visit, Visitor, remaining, visitor
from devices import Frame
from playwright.sync_api import Browser, Page, expect
from scene_setup import Arrange, Place, at, once, phase, play, play_confirming, seated
from scenes_around_games import ask_coach
from scenes_at_boards import (
    FAST,
    cr_bid,
    cr_effect,
    cr_result,
    cr_waiting,
    kr_act,
    kr_keep,
    kr_result,
    kr_sleepers,
    kr_sow,
    kr_waiting,
    open_menu,
)
from table_server import Server, served

SIZES = [(390, 664), (390, 844), (844, 390), (820, 1180), (1366, 650), (1440, 900), (1920, 1080)]
THUMB = 44  # pixels that whatever a thumb must hit is wide and high

# Everything that is wrong with a screen. A board that is higher than its room is scrolled inside it to what is touched.
WRONG = """({targets, small, whole}) => {
  const wrong = [];
  const box = (node) => node.getBoundingClientRect();
  const round = ({left, top, right, bottom}) => [left, top, right, bottom].map(Math.round).join(" ");
  const board = document.querySelector(".kingdom-run, .chronicles"), stage = document.querySelector(".stage");
  const bar = document.querySelector("[aria-label='The turn']");
  const room = box(stage), floor = box(bar);
  if (room.top < -0.5 || room.left < -0.5 || room.right > innerWidth + 0.5) wrong.push(`board outside: ${round(room)}`);
  if (room.bottom > floor.top + 0.5) wrong.push(`board to ${room.bottom}, bar from ${floor.top}`);
  if (floor.bottom > innerHeight + 0.5) wrong.push(`bar to ${floor.bottom} of ${innerHeight}`);
  if (whole) {
    if (document.scrollingElement.scrollHeight > innerHeight + 1) wrong.push("the page scrolls");
    const [high, most] = [stage.scrollHeight, stage.clientHeight];
    if (high > most + 1) wrong.push(`a board of ${high} in ${most}`);
    for (const node of board.querySelectorAll(".sheet-of-paper, .chip, .die")) {
      const {left, top, right, bottom} = box(node);
      if (left < room.left - 1 || top < room.top - 4 || right > room.right + 1 || bottom > room.bottom + 4)
        wrong.push(`${node.className} outside: ${round(box(node))}`);
    }
    for (const node of document.querySelectorAll(".chronicles :is(.tiles, .head, .theirs, .ours)")) {
      const {left, top, right, bottom} = box(node);
      if (left < 0 || right > innerWidth || top < 0 || bottom > floor.top + 1)
        wrong.push(`${node.className} out of sight: ${round(box(node))}`);
    }
  }
  const found = [...document.querySelectorAll(targets)].filter((node) => !node.disabled);
  if (!found.length) wrong.push(`nothing to touch: ${targets}`);
  for (const node of found) {
    if (!whole || node.closest(".strip")) node.scrollIntoView({block: "nearest", inline: "center"}); // that is swiped
    const {x, y, width, height} = box(node);
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const name = node.dataset.space ?? (node.getAttribute("aria-label") || node.textContent.trim());
    if (!node.contains(hit)) wrong.push(`${name} at ${round(box(node))} lies under ${hit?.outerHTML.slice(0, 80)}`);
    if (Math.min(width, height) < small - 0.5) wrong.push(`${name} is ${width} by ${height}`);
  }
  return wrong;
}"""

SPACES = "[data-space]:not([data-actions='0'])"
HEAD = "header button:not([popover] *), header a:not([popover] *)"  # the settings are closed
BAR = f"[aria-label='The turn'] .actions button, {HEAD}"
DICE = "li:not(.spent) > button.die"
SLOTS = "button[data-slot][aria-pressed]"
RUNES = ".ours button[data-rune][aria-pressed]"


@dataclass(frozen=True)
class Moment:
    """A position to look at, what may be touched there, and what is done before."""

    arrange: Arrange
    targets: str
    act: Callable[[Page, Place], None] = lambda page, place: None
    whole: bool = True
    """Whether all of the board is in its room without scrolling."""


@once
def kr_confirm(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KS", confirm=True)
    play_confirming(table, lambda position: phase(position).startswith("act") and position["ply"] > 30, FAST)
    position = play(table, lambda found: bool(found.get("confirm")), FAST)
    return at(table, position["confirm"])


@once
def kr_together(server: Server) -> Place:
    """All play on this device, so that the coach may be asked."""
    table = seated(server, "kingdom-run", "KS")
    play(table, lambda position: phase(position).startswith("act") and position["ply"] > 20, FAST)
    return at(table, *"KS")


def choose_die(page: Page, place: Place) -> None:
    page.locator("[data-state=ready] button.die").first.click()


def choose_rune(page: Page, place: Place) -> None:
    page.locator(RUNES).first.click()


def hint(page: Page, place: Place) -> None:
    ask_coach(page, str, place)


MOMENTS = {
    "choosing dice": Moment(kr_keep, f"{DICE}, {BAR}"),
    "choosing an action": Moment(kr_act, f"{SPACES}, {DICE}, {BAR}"),
    "choosing a runner": Moment(kr_act, f"{SPACES}, {DICE}, {BAR}", choose_die),
    "choosing a space": Moment(kr_sow, f"{SPACES}, {BAR}"),
    "a crowd asleep": Moment(kr_sleepers, f"{SPACES}, {DICE}, .rob:not(.no), {BAR}"),
    "ending the turn": Moment(kr_confirm, BAR),
    "the other's turn": Moment(kr_waiting, HEAD),
    "a hint": Moment(kr_together, f"{SPACES}, {DICE}, [data-play]", hint),
    "the end": Moment(kr_result, "[data-next]", whole=False),
    "the Chronicles: choosing a rune": Moment(cr_bid, f"{SLOTS}, .ours button[data-rune], {BAR}"),
    "the Chronicles: a rune is chosen": Moment(cr_bid, f"{SLOTS}, {RUNES}, {BAR}", choose_rune),
    "the Chronicles: the other bids": Moment(cr_waiting, HEAD),
    "the Chronicles: an effect": Moment(cr_effect, f"{SLOTS}, {BAR}"),
    "the Chronicles: the end": Moment(cr_result, "[data-next]", whole=False),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all: nobody makes a move, everybody only looks."""
    folder: Path = tmp_path_factory.mktemp("screens")
    with served(folder, coach_iterations=1, absent_seconds=0) as running:
        yield running


@pytest.fixture(scope="module")
def person(browser: Browser, server: Server) -> Iterator[Visitor]:
    with visitor(browser, f"http://127.0.0.1:{server.port}", size=SIZES[0], has_touch=True) as came:
        yield came


def opened(person: Visitor, place: Place, size: tuple[int, int] = SIZES[0]) -> Page:
    show(person.page, size)
    place.opened_by(person.page, person.address)
    expect(turn_bar(person.page)).to_be_visible()
    expect(person.page.locator(".kingdom-run .sheet-of-paper, .chronicles").first).to_be_visible()
    return person.page


def show(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def wrong(page: Page, moment: Moment) -> list[str]:
    """What stays wrong, however often the page has laid itself out."""

    def look(page: Page) -> list[str]:
        found: list[str] = page.evaluate(
            WRONG, {"targets": moment.targets, "small": THUMB if moment.whole else 0, "whole": moment.whole}
        )
        return found

    return remaining(page, look)


@pytest.mark.parametrize("name", MOMENTS)
def test_the_board_is_whole_and_everything_is_met_at_its_middle(person: Visitor, server: Server, name: str) -> None:
    moment = MOMENTS[name]
    place = moment.arrange(server)
    page = opened(person, place)
    moment.act(page, place)
    for size in SIZES:
        show(page, size)
        assert wrong(page, moment) == [], size


def test_a_tap_on_a_space_shows_what_its_runners_may_do_large_enough(person: Visitor, server: Server) -> None:
    place = kr_act(server)
    page = opened(person, place)
    space = page.locator(f"[data-space='{place.touched}']")
    for size in SIZES:
        show(page, size)
        assert wrong(page, MOMENTS["choosing an action"]) == [], size  # the board has its new place
        expect(space).not_to_have_attribute("data-actions", "0")
        box = space.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.get_by_role("menu")).to_be_visible()
        assert wrong(page, Moment(kr_act, "[role=menuitem]")) == [], size
        page.keyboard.press("Escape")
        expect(page.get_by_role("menu")).to_have_count(0)


BOXES = """() => ["stage", "bar"].map((name) => {
  const {x, y, width, height} = document.querySelector(`.${name}`).getBoundingClientRect();
  return [x, y, width, height];
})"""


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2], SIZES[5]])
def test_nothing_moves_when_somebody_comes_writes_looks_on_or_goes(
    person: Visitor, server: Server, size: tuple[int, int]
) -> None:
    table = seated(server, "kingdom-run", "KS")
    page = opened(person, at(table, "K", host=True), size)
    absent = page.locator("header").get_by_text("Bo: away", exact=True)
    expect(absent).to_have_count(1)  # Bo has not come
    before = page.evaluate(BOXES)
    with table.device("S") as bo, table.device():
        expect(absent).to_have_count(0)
        expect(page.get_by_text("1 person watching")).to_be_attached()
        assert page.evaluate(BOXES) == before
        bo.ask("say", text="Good evening!", seat="S")
        if size[0] < 992:
            expect(page.get_by_role("tab", name="Chat 1")).to_be_visible()
        else:
            expect(page.get_by_role("log", name="What is said")).to_contain_text("Good evening!")
        assert page.evaluate(BOXES) == before
    expect(absent).to_have_count(1)
    assert page.evaluate(BOXES) == before


@pytest.mark.smoke
def test_a_panel_over_the_board_is_gone_when_the_board_is_touched(person: Visitor, server: Server) -> None:
    place = kr_act(server)
    page = opened(person, place)
    page.get_by_role("tab", name="Chat").tap()
    expect(page.get_by_role("tabpanel")).to_be_visible()
    box = page.locator(".sheet-of-paper").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 20, box["y"] + 12)
    expect(page.get_by_role("tabpanel")).to_have_count(0)
    assert wrong(page, MOMENTS["choosing an action"]) == []


def test_the_same_board_winds_the_same_way_in_a_replay(person: Visitor, server: Server) -> None:
    """How many spaces lie in each row is a matter of the screen, not of what stands beside the board."""
    place = kr_result(server)
    table: Frame = place.keys
    rows = """() => {
      const tops = [...document.querySelectorAll("[data-space]")].map((node) => node.getBoundingClientRect().y);
      return tops.filter((y, n) => n && Math.abs(y - tops[n - 1]) > 30).length;
    }"""
    for size in (SIZES[0], SIZES[5]):
        page = opened(person, place, size)
        wound = page.evaluate(rows)
        page.goto(f"{person.address}/#/replay/{next(iter(table))}/40")
        expect(page.locator("[data-ply='40'] .sheet-of-paper")).to_be_visible()
        assert page.evaluate(rows) == wound


# --- On a phone, upright and lying

LYING = (844, 390)
TURN = "[aria-label='The turn']"

IN_SIGHT = """([marks, bars]) => {
  const boxes = (found) => [...document.querySelectorAll(found)].map((one) => one.getBoundingClientRect());
  const floor = Math.min(...boxes(bars).map(({ top }) => top));
  const shown = boxes(marks).filter(({ width }) => width);
  return shown.length && shown.every(({ top, bottom }) => top >= 0 && bottom <= floor);
}"""


@once
def kr_all_four(server: Server) -> Place:
    """All four play on this device, so that the coach may be asked, and runners are to be moved."""
    table = seated(server, "kingdom-run", "KSFG")
    play(table, lambda position: phase(position).startswith("act"), FAST)
    return at(table, *"KSFG")


def on_phone(visit: Visit, size: tuple[int, int], place: Place) -> Page:
    person = visit(size=size)
    place.opened_by(person.page, person.address)
    expect(person.page.locator("[data-actions]:not([data-actions='0'])").first).to_be_attached()
    return person.page


def wait_until_in_sight(page: Page, marks: str, bars: str) -> None:
    """All of these lie on the screen, above the bars that cover its bottom."""
    page.wait_for_function(IN_SIGHT, arg=[marks, bars])


@pytest.mark.parametrize("size", [PHONE, LYING])
def test_a_menu_at_the_bottom_of_the_circuit_is_all_in_sight(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    place = kr_act(server)
    page = on_phone(visit, size, place)
    open_menu(page, str, place)
    assert page.get_by_role("menu").get_by_role("group").count() == 3
    wait_until_in_sight(page, "[role=menu], [role=menuitem]", TURN)
    page.mouse.wheel(0, -60)
    wait_until_in_sight(page, "[role=menu], [role=menuitem]", TURN)


@pytest.mark.parametrize("size", [PHONE, LYING])
def test_a_hint_leaves_what_it_marks_in_sight_and_keeps_its_reasons_until_asked(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    place = kr_all_four(server)
    page = on_phone(visit, size, place)
    ask_coach(page, str, place)
    wait_until_in_sight(
        page, ".frame .pointed, .frame .goal, .players .pointed", f"{TURN}, .kingdom-run:not(.beside) .hand"
    )
    coach = page.get_by_role("region", name="The coach", exact=True)
    more = coach.get_by_role("button", name="More")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(coach.get_by_role("list")).to_have_count(0)
    more.click()
    expect(coach.get_by_role("list", name="Moves to consider").get_by_role("button").first).to_be_visible()


@pytest.mark.smoke
def test_a_lying_phone_shows_circuit_players_and_dice_at_once(visit: Visit, server: Server) -> None:
    page = on_phone(visit, LYING, kr_all_four(server))
    wait_until_in_sight(page, ".sheet-of-paper, .chip, .die", TURN)
