"""The board of the Chronicles at every size: whole, touchable, above the bar; and what it says only when asked."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from actions import next_button, send_move, turn_bar
from browsers import Visit, each
from layout import remaining
from playwright.sync_api import Page, expect
from scene_setup import Arrange, Scene, SceneServer, at, play, seated
from scenes_at_boards import cr_bid, cr_effect, cr_privacy
from table_server import Server

SIZES = [(390, 664), (390, 844), (844, 390), (820, 1180), (1366, 650), (1440, 900), (1920, 1080)]
TURN = "[aria-label='The turn']"
LEAST = 40  # pixels that a thumb must meet on the narrowest screen; 44 wherever the tiles find the room

# Where touching the middle of each of these leads, brought into sight sideways in a strip that is swiped.
MISSED = """([marks, bar]) => {
  const floor = document.querySelector(bar).getBoundingClientRect().top;
  return [...document.querySelectorAll(marks)].flatMap((one) => {
    one.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
    const { x, y, width, height, bottom } = one.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    const name = one.dataset.slot ?? `rune ${one.dataset.rune}`;
    if (!one.contains(there)) return [`${name} is below ${there?.className}`];
    return bottom > floor + 1 ? [`${name} reaches below the bar`] : [];
  });
}"""

# What of the board lies under the bar or off the screen.
OUT_OF_SIGHT = """(bar) => {
  const floor = document.querySelector(bar).getBoundingClientRect().top;
  return [".tiles", ".head", ".theirs", ".ours"].filter((part) => {
    const { left, right, top, bottom } = document.querySelector(`.chronicles ${part}`).getBoundingClientRect();
    return left < 0 || right > innerWidth || top < 0 || bottom > floor + 1;
  });
}"""


@pytest.fixture
def stage(server: Server) -> Iterator[SceneServer]:
    """Whoever sits at its tables is there."""
    with ExitStack() as present:
        yield SceneServer(server, present)


def shown(visit: Visit, stage: SceneServer, arrange: Arrange, size: tuple[int, int] = (1440, 900)) -> Page:
    person = visit(size=size)
    place = stage.place(Scene("", arrange))
    place.opened_by(person.page, person.address)
    expect(person.page.locator(".chronicles")).to_be_visible()
    return person.page


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_can_be_chosen_is_met_by_a_touch_at_its_middle(
    visit: Visit, stage: SceneServer, size: tuple[int, int]
) -> None:
    page = shown(visit, stage, cr_bid, size)
    slots = page.locator("button[data-slot][aria-pressed]")
    expect(slots.first).to_be_visible()
    marks = "button[data-slot][aria-pressed], .ours button[data-rune]"
    assert remaining(page, lambda page: list(page.evaluate(MISSED, [marks, TURN]))) == []
    boxes = [box for slot in each(slots) if (box := slot.bounding_box())]
    assert min(min(box["width"], box["height"]) for box in boxes) >= LEAST


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_whole_board_is_in_sight_at_once(visit: Visit, stage: SceneServer, size: tuple[int, int]) -> None:
    page = shown(visit, stage, cr_bid, size)
    expect(page.locator("button[data-slot][aria-pressed]").first).to_be_visible()
    assert remaining(page, lambda page: list(page.evaluate(OUT_OF_SIGHT, TURN))) == []


def test_leaving_an_effect_is_one_of_the_bars_actions(visit: Visit, stage: SceneServer) -> None:
    page = shown(visit, stage, cr_effect)
    leave = turn_bar(page).get_by_role("button", name="Do not use it")
    expect(leave).to_be_visible()
    expect(next_button(page)).to_have_count(0)
    page.locator("button[data-slot][aria-pressed=false]").first.click()
    expect(next_button(page)).to_be_visible()
    expect(leave).to_be_visible()


def test_who_takes_over_a_shared_device_is_told_of_no_rune_before_asking(visit: Visit, stage: SceneServer) -> None:
    page = shown(visit, stage, cr_privacy)
    page.get_by_role("button", name="show my runes").click()
    expect(page.locator(".ours button[data-rune]").first).to_be_focused()
    said = page.get_by_role("group", name="What these mean")
    expect(said).to_contain_text("In each zone the left slot, with the sword, attacks")
    page.keyboard.press("ArrowRight")
    expect(said).not_to_contain_text("In each zone")


def test_a_lesson_rings_the_learners_own_rune_alone(visit: Visit) -> None:
    page = visit().open("#/learn/chronicles-of-run")
    for _ in range(2):
        page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator(".rune.pointed")).to_have_count(1)
    expect(page.locator(".rune.pointed")).to_have_attribute("data-side", "O")


def test_the_numbers_come_when_the_board_has_counted_the_zones(visit: Visit, server: Server) -> None:
    table = seated(server, "chronicles-of-run", "OC")
    last = play(table, lambda position: position["text"].split(" ")[-2][0] == "9" and "(" in position["text"])
    seat, other = last["to_act"], "C" if last["to_act"] == "O" else "O"
    person = visit(moving=True)
    at(table, other, deserted=True).opened_by(person.page, person.address)
    expect(person.page.locator(f"[data-ply='{last['ply']}']")).to_be_visible()
    send_move(table, seat, last["moves"][0])
    if table.look(*table.keys.values())["result"] is None:
        play(table, lambda position: False)
    person.page.locator(".tile.counted, #result-title").first.wait_for(state="attached")
    assert person.page.locator(".tile.counted").count() == 1
    assert person.page.locator("#result-title").count() == 0
    person.page.locator(".chronicles .middle").click(position={"x": 3, "y": 3})  # whoever will not wait
    expect(person.page.locator("#result-title")).to_be_visible()
    expect(person.page.locator(".tile.counted")).to_have_count(0)


def test_what_was_chosen_stays_while_the_position_does(visit: Visit, server: Server) -> None:
    """Another language brings the same position once more, in other words."""
    table = server.chronicles()
    seat = table.seat_to_act()
    person = visit()
    at(table, seat, deserted=True).opened_by(person.page, person.address)
    rune = person.page.locator(".ours button[data-rune='7']")
    rune.click()
    expect(rune).to_have_attribute("aria-pressed", "true")
    with person.page.expect_response(lambda answer: answer.url.endswith("/story")):  # asked for when a position came
        person.page.locator("#language").select_option("fr")
    expect(person.page.get_by_text("Choisissez un emplacement pour Lisbeth.").first).to_be_visible()
    expect(rune).to_have_attribute("aria-pressed", "true")
