"""Scenes that are looked at one after another: nothing of one is left in the next, and none is left unheard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from audience import Audience, audience, sized
from browsers import PHONE
from playwright.sync_api import Browser
from scenes import SCENES
from stage import staged

START = next(scene for scene in SCENES if scene.name == "start")


@pytest.fixture
def readers(browser: Browser, tmp_path: Path) -> Iterator[Audience]:
    with staged(tmp_path) as stage, audience(browser, stage) as came:
        yield came


def test_every_scene_is_shown_as_to_somebody_who_comes_for_the_first_time(readers: Audience) -> None:
    stored = "() => [{ ...localStorage, chance: 'of the tests' }, { ...sessionStorage }]"
    with readers.at(START, "en") as page:
        first = page.evaluate(stored)
        page.evaluate(
            "() => { localStorage['ewala.keys'] = '1'; localStorage.other = '1'; sessionStorage.other = '1' }"
        )
        sized(page, (320, 640))
        page.context.set_offline(True)
    with readers.at(START, "en") as page:
        assert page.evaluate(stored) == first
        assert page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}
        assert page.evaluate("navigator.onLine")
    with readers.at(START, "fr") as page:
        assert page.evaluate("document.documentElement.lang") == "fr"


def test_what_a_scene_complains_of_is_its_own(readers: Audience) -> None:
    with pytest.raises(AssertionError, match="of the first"), readers.at(START, "en") as page:
        page.evaluate("console.error('of the first')")
    with readers.at(START, "en"):
        pass
