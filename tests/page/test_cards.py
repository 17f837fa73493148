"""Everything on the table explains itself: at rest of the mouse, at a long press, and with the keyboard."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from actions import turn_bar
from browsers import DESKTOP, PHONE, Visitor, accessibility_problems, visitor
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate
from scene_setup import Arrange
from scenes_at_boards import cr_bid, kr_act
from table_server import Server, served

from ewala.locale.languages import LANGUAGES, translator

KINDS = "[...new Set([...document.querySelectorAll('[data-explain]')].map((each) => each.dataset.explain))].sort()"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("cards")
    with served(folder) as running:
        yield running


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Visitor]:
    with visitor(browser, f"http://127.0.0.1:{server.port}") as came:
        yield came


def at_table(person: Visitor, server: Server, arrange: Arrange) -> Page:
    arrange(server).opened_by(person.page, person.address)
    expect(turn_bar(person.page)).to_be_visible()
    return person.page


def card(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def rest_on(page: Page, kind: str) -> None:
    """Let the mouse come to rest on a thing, again if the board was just being drawn anew."""
    for _ in range(10):
        page.locator(f"[data-explain='{kind}']").last.dispatch_event("pointerover", {"pointerType": "mouse"})
        with suppress(TooLate):
            card(page).wait_for(timeout=3_000)
            return
    expect(card(page), kind).to_be_visible()


@pytest.mark.smoke
def test_a_die_says_what_it_does_and_where_the_rules_say_so(person: Visitor, server: Server) -> None:
    page = at_table(person, server, kr_act)
    page.locator("[data-face='C']").first.hover()
    expect(card(page)).to_contain_text("moves up to the nearest runner ahead")
    expect(card(page).get_by_role("link", name="KR-6.2")).to_have_attribute("target", "_blank")
    card(page).get_by_role("link").hover()  # one can get there to read on
    expect(card(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)


@pytest.mark.parametrize("arrange", [kr_act, cr_bid])
def test_whatever_has_a_card_has_something_to_say(person: Visitor, server: Server, arrange: Arrange) -> None:
    page = at_table(person, server, arrange)
    kinds: list[str] = page.evaluate(KINDS)
    assert {kind.split(":")[0] for kind in kinds} >= (
        {"die", "space", "lake", "zone", "podium", "player", "token", "finish", "direction"}
        if arrange is kr_act
        else {"zone", "slot", "score", "initiative"}
    )
    seen = set()
    for kind in kinds:
        if kind.split(":")[0] in seen and not kind.startswith("die"):
            continue
        seen.add(kind.split(":")[0])
        page.keyboard.press("Escape")
        expect(card(page)).to_have_count(0)
        rest_on(page, kind)
        assert card(page).locator("p").count() >= 2, kind
        assert card(page).locator("svg").count() >= 1, kind


def test_a_long_press_explains_and_does_nothing_else(browser: Browser, server: Server) -> None:
    with visitor(browser, f"http://127.0.0.1:{server.port}", size=PHONE, has_touch=True) as person:
        page = at_table(person, server, kr_act)
        place = kr_act(server).touched
        box = page.locator(f"[data-space='{place}']").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        session = page.context.new_cdp_session(page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(card(page)).to_contain_text(f"pace {place}")
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(card(page)).to_be_visible()
        expect(page.get_by_role("menu")).to_have_count(0)
        page.touchscreen.tap(x, y)  # and a tap acts
        expect(page.get_by_role("menu")).to_be_visible()
        expect(card(page)).to_have_count(0)


@pytest.mark.smoke
def test_whoever_goes_by_key_hears_it_too_and_acts_without_it(person: Visitor, server: Server) -> None:
    page = at_table(person, server, kr_act)
    space = page.locator("[data-space='1']")
    page.locator("[data-space][tabindex='0']").focus()
    page.keyboard.press("Home")
    expect(card(page)).to_contain_text("Space 1")
    assert space.get_attribute("aria-describedby") == card(page).get_attribute("id")
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(space).not_to_have_attribute("aria-describedby", "")


# Pictures of which every part is black, since nobody says what the paper's colour is.
BLACK = """(list) => [...list.querySelectorAll("li svg")].filter((svg) => {
  const fills = [...svg.querySelectorAll("path, circle, rect")].map((part) => getComputedStyle(part).fill);
  return fills.filter((fill) => fill === "rgb(0, 0, 0)").length > fills.length / 2;
}).length"""


# Which of many keys a place on the board takes for itself; Enter and the space bar press a button by themselves.
TAKEN = """(place) => [
  ..."abcdefghijklmnopqrstuvwxyz0123456789?", "Home", "End", "PageUp", "PageDown", "Delete",
  "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown",
].filter((key) => !place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""


@pytest.mark.parametrize(
    ("arrange", "places"),
    [(kr_act, ["[data-space][tabindex='0']"]), (cr_bid, [".slots [tabindex='0']", ".ours [data-rune][tabindex='0']"])],
)
def test_help_opens_beside_the_game(person: Visitor, server: Server, arrange: Arrange, places: list[str]) -> None:
    """Its pictures have the board's colours, its list of keys is true, and the rules can be read there."""
    page = at_table(person, server, arrange)
    taken = {key for place in places for key in page.locator(place).first.evaluate(TAKEN)}
    ask = page.get_by_role("button", name="Help with this game")
    ask.click()
    panel = page.get_by_role("complementary", name="Help")
    expect(panel.get_by_role("listitem").nth(10)).to_be_visible()
    assert panel.evaluate(BLACK) == 0
    assert accessibility_problems(page) == []
    panel.get_by_role("button", name="Keyboard").click()
    rows = panel.locator("[data-keys]")
    expect(rows.first).to_be_visible()
    listed = {key for row in rows.all() for key in json.loads(row.get_attribute("data-keys") or "")}
    assert {key for key in listed if "+" not in key} == taken | {"Enter", " ", "Escape"}
    assert accessibility_problems(page) == []
    panel.get_by_role("button", name="Rules").click()
    expect(panel.get_by_role("heading", level=1)).to_be_visible()
    expect(panel.get_by_role("link", name="Lesson")).to_have_attribute("target", "_blank")
    expect(turn_bar(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(ask).to_be_focused()


def test_all_ways_to_help_stand_in_one_line_in_every_language(person: Visitor, server: Server) -> None:
    """That the lesson opens in another tab is drawn, and heard."""
    page = at_table(person, server, kr_act)
    page.get_by_role("button", name="Help with this game").click()
    ways = page.locator("aside .ways > *")
    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(ways.last).to_contain_text(translator(language)("(new tab)"))
        for width, height in (PHONE, DESKTOP):
            page.set_viewport_size({"width": width, "height": height})
            expect(ways).to_have_count(4)
            boxes = [way.bounding_box() for way in ways.all()]
            assert len({round(box["y"]) for box in boxes if box}) == 1, boxes
            assert all(box and box["height"] < 50 for box in boxes), boxes  # nor has one of them two lines
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert ways.last.get_attribute("target") == "_blank"
