"""Every screen is for everyone: by day and by night, on narrow screens, with large letters, without motion.

With EWALA_ALL_LANGUAGES=1 all of this is looked at in every language, which takes a while.
"""

import os
from collections.abc import Iterator

import pytest
from audience import Audience, audience, sized
from browsers import PHONE, accessibility_problems, contrast_problems
from playwright.sync_api import Browser, Page
from room import moving, out_of_reach, remaining, sticking_out
from scenes import SCENES
from stage import staged

from ewala.locale.languages import LANGUAGES

READ = LANGUAGES if os.environ.get("EWALA_ALL_LANGUAGES") else LANGUAGES[:1]
NARROWEST = (320, 640)
SHORT = (740, 360)  # a phone that lies


@pytest.fixture(scope="module")
def readers(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Audience]:
    with staged(tmp_path_factory.mktemp("stage")) as stage, audience(browser, stage) as came:
        yield came


@pytest.fixture(
    scope="module",
    params=[(scene, language) for scene in SCENES for language in READ],
    ids=lambda param: f"{param[0].name}-{param[1]}",
)
def shown(request: pytest.FixtureRequest, readers: Audience) -> Iterator[Page]:
    """A scene, on a screen of some size."""
    scene, language = request.param
    with readers.at(scene, language) as page:
        yield page


@pytest.fixture
def screen(shown: Page) -> Page:
    """A scene on a phone."""
    return sized(shown, PHONE)


def test_nothing_is_in_anybodys_way_by_day(screen: Page) -> None:
    assert remaining(screen, accessibility_problems) == []


def test_everything_can_be_told_from_its_ground_by_night(screen: Page) -> None:
    screen.emulate_media(color_scheme="dark")
    screen.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    try:
        assert remaining(screen, contrast_problems) == []
    finally:
        screen.emulate_media(color_scheme="light")


@pytest.mark.parametrize("size", [PHONE, NARROWEST, SHORT], ids=["phone", "narrowest", "lying"])
def test_nothing_scrolls_sideways(shown: Page, size: tuple[int, int]) -> None:
    assert sticking_out(sized(shown, size)) == []


def test_letters_of_twice_the_size_have_room(screen: Page) -> None:
    screen.evaluate("document.documentElement.style.fontSize = '200%'")
    try:
        assert sticking_out(screen) == []
        assert out_of_reach(screen) == []
    finally:
        screen.evaluate("document.documentElement.style.fontSize = ''")


def test_nothing_moves_where_no_motion_is_wanted(screen: Page) -> None:
    assert moving(screen) == []
