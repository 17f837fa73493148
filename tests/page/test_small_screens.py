"""On a phone, upright and lying: what one must see and touch is never under the bar near the thumb."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import PHONE, Visit
from playwright.sync_api import Page, expect
from scene_setup import Place, at, once, phase, play, seated
from scenes_around_games import ask_coach
from scenes_at_boards import FAST, kr_act, open_menu
from table_server import Server, served

LYING = (844, 390)
TURN = "[aria-label='The turn']"

IN_SIGHT = """([marks, bars]) => {
  const boxes = (found) => [...document.querySelectorAll(found)].map((one) => one.getBoundingClientRect());
  const floor = Math.min(...boxes(bars).map(({ top }) => top));
  const shown = boxes(marks).filter(({ width }) => width);
  return shown.length && shown.every(({ top, bottom }) => top >= 0 && bottom <= floor);
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One whose coach only glances."""
    with served(tmp_path, coach_iterations=1) as running:
        yield running


@once
def kr_together(server: Server) -> Place:
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
    place = kr_together(server)
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
    page = on_phone(visit, LYING, kr_together(server))
    wait_until_in_sight(page, ".sheet-of-paper, .chip, .die", TURN)
