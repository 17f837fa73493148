"""A decision under review on the smallest phone: all of it in sight, nothing cut off, all within a thumb's reach."""

from collections.abc import Iterator

import pytest
from browsers import Visit
from playwright.sync_api import Locator, Page, expect
from scene_setup import Arrange, Say
from scenes_around_games import analysed, reviewed
from scenes_at_boards import cr_result, kr_result
from table_server import Server, served

from ewala.locale.languages import LANGUAGES, translator

SMALLEST = (390, 664)
THUMB = 44  # pixels

# What is cut off or hangs over, among the bar and all that is in it.
CUT = """(bar) => [bar, ...bar.querySelectorAll("p, strong, label, label span, button")].filter((one) => {
  if (one.matches(".heard")) return false;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline" && one.clientWidth > 0
    || one.matches(".decision") && one.scrollHeight > one.clientHeight + 1
    || left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5;
}).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose coach only glances."""
    with served(tmp_path_factory.mktemp("server"), coach_iterations=1) as running:
        yield running


def board_in_sight(page: Page, bar: Locator) -> float:
    """How much of the screen's height the board has above the bar."""
    top: float = bar.evaluate("(bar) => bar.getBoundingClientRect().top")
    board = page.locator(".stage").bounding_box()
    assert board
    return (min(top, board["y"] + board["height"]) - max(0, board["y"])) / SMALLEST[1]


@pytest.mark.parametrize("arranged", [kr_result, cr_result], ids=["kingdom-run", "chronicles"])
def test_a_decision_has_room_on_the_smallest_phone_in_every_language(
    visit: Visit, server: Server, arranged: Arrange
) -> None:
    place = analysed(arranged)(server)
    for language in LANGUAGES:
        say = translator(language)
        person = visit(size=SMALLEST, language=language)
        place.opened_by(person.page, person.address)
        reviewed(person.page, say, place)
        bar = person.page.get_by_role("region", name=say("The decision"))
        look_at_each_side(person.page, bar, say)
        bar.locator("button[aria-expanded]").click()
        expect(bar.locator(".reason")).to_be_visible()
        assert bar.evaluate(CUT) == []
        expect(bar.get_by_role("button", name=say("Play on from here"))).to_be_in_viewport(ratio=1)
        person.page.locator("[data-decision]").nth(1).click()
        expect(bar.locator(".reason")).to_have_count(0)  # of another decision one asks again


def look_at_each_side(page: Page, bar: Locator, say: Say) -> None:
    """What was there, what was played, what was better: each with its price, and the board in sight."""
    shown = bar.get_by_role("radio")
    for number in range(shown.count()):
        shown.nth(number).check()
        expect(bar.locator(".words")).to_contain_text(say("Winning chance: {chance}.").split("{")[0])
        assert bar.evaluate(CUT) == []
        assert board_in_sight(page, bar) > 0.5
        for one in [*bar.locator("label").all(), *bar.get_by_role("button").all()]:
            box = one.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= THUMB, one.inner_text()
