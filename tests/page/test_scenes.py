"""Every scene is for everyone, and looks as it did: one visit in English, one in another language.

Scenes take the other languages in turn, so that each is read in one of them and every language on many; with
EWALA_ALL_LANGUAGES=1 every scene is read in all of them. A dozen scenes belong to the quick tests, the others and the
boards in every size to the long ones. `make pictures` keeps new pictures where a scene is meant to look different.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po
from browsers import PHONE, accessibility_problems, contrast_problems, moving, out_of_reach, remaining, sticking_out
from pictures import BOARDS, KEPT, SHOTS, Shot, differing, draw, drawn, everywhere, kept, shown_beside
from PIL import Image, ImageDraw
from playwright.sync_api import Page, Playwright
from scene_browser import SceneBrowser, resize, scene_browser
from scene_setup import Scene, scene_server
from scenes import SCENES

from ewala.locale.languages import LANGUAGES

CATALOGUES = Path(__file__).parents[2] / "src" / "ewala" / "locale"
SHOWN = Path(__file__).parents[2] / "build" / "pictures"
ACCEPT = "`make pictures` keeps it as it is now"
NARROWEST = (320, 640)
LYING = (740, 360)  # a phone on its side
FEWEST_LETTERS = 5  # a sentence that is mostly blanks would be found everywhere
# Of the scenes that the quick tests visit, each has parts that few others have.
QUICK = {
    "start-known",
    "settings",
    "new-kingdom-run-builder",
    "lobby",
    "waiting-host",
    "kingdom-run-act",
    "chronicles-chosen",
    "kingdom-run-result",
    "coach-chronicles-analysis",
    "rules-kingdom-run",
    "learn-chronicles",
    "you-kept",
}


def tiers(*cases: Any) -> list[Any]:
    """Cases that begin with a scene; those whose scene is `QUICK` are for `make test`."""
    return [
        pytest.param(
            scene, *more, id="-".join([scene.name, *more]), marks=pytest.mark.smoke if scene.name in QUICK else ()
        )
        for scene, *more in cases
    ]


@pytest.fixture(scope="module")
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SceneBrowser]:
    with (
        scene_server(tmp_path_factory.mktemp("scenes")) as server,
        scene_browser(playwright, server) as opened,
    ):
        yield opened


@pytest.mark.parametrize("scene", tiers(*((scene,) for scene in SCENES)))
def test_a_scene_looks_as_it_did_and_is_for_everyone(browser: SceneBrowser, scene: Scene) -> None:
    with browser.visit(scene) as page:
        found = {"picture": changes(Shot(scene), drawn(browser, page))}
        found["by day"] = remaining(page, accessibility_problems)
        found["motion"] = moving(page)
        found["by night"] = problems_by_night(page)
        for size in (PHONE, NARROWEST, LYING):
            found[f"sideways at {size}"] = sticking_out(resize(page, size))
        found["large letters"] = problems_with_large_letters(resize(page, PHONE))
    assert {check: problems for check, problems in found.items() if problems} == {}


def problems_by_night(page: Page) -> list[str]:
    page.emulate_media(color_scheme="dark")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    found = remaining(page, contrast_problems)
    page.emulate_media(color_scheme="light")
    return found


def problems_with_large_letters(page: Page) -> list[str]:
    """With letters of twice the size."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    return sticking_out(page) + out_of_reach(page)


# --- Pictures


def changes(shot: Shot, new: Image.Image) -> list[str]:
    """Why a picture is not the kept one."""
    old = kept(shot)
    if old is None:
        return [f"no picture of {shot.name} has been kept; {ACCEPT}"]
    found = differing(old, new)
    if found is None:
        return []
    SHOWN.mkdir(parents=True, exist_ok=True)
    shown = SHOWN / f"{shot.name}.png"
    shown_beside(old, new, found).save(shown)
    return [f"{shot.name} looks different: see {shown}; {ACCEPT}"]


@pytest.mark.parametrize("scene", BOARDS, ids=lambda scene: scene.name)
def test_a_board_looks_as_it_did_in_every_size_and_light(browser: SceneBrowser, scene: Scene) -> None:
    assert [change for shot in everywhere(scene) for change in changes(shot, draw(browser, shot))] == []


@pytest.mark.smoke
def test_every_picture_is_of_a_scene() -> None:
    assert {path.name for path in KEPT.iterdir()} == {shot.path.name for shot in SHOTS}


# --- Words


def others(nth: int) -> list[str]:
    """The languages besides English in which the nth scene is read."""
    languages = list(LANGUAGES[1:])
    return languages if os.environ.get("EWALA_ALL_LANGUAGES") else [languages[nth % len(languages)]]


@pytest.mark.parametrize(
    ("scene", "language"), tiers(*((scene, language) for n, scene in enumerate(SCENES) for language in others(n)))
)
def test_a_scene_is_translated_and_its_longer_words_fit(browser: SceneBrowser, scene: Scene, language: str) -> None:
    """No sentence of the catalogue stands there in English, neither seen nor in a label."""
    with browser.visit(scene, language) as page:
        found: dict[str, list[str]] = {"left in English": english_in(page, language)}
        for size in (PHONE, NARROWEST):
            found[f"sideways at {size}"] = sticking_out(resize(page, size))
        assert page.evaluate("document.documentElement.lang") == language
    assert {check: problems for check, problems in found.items() if problems} == {}


# Each text that stands by itself, and what is only heard.
SAID = """() => {
  const said = [document.title];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (!texts.currentNode.parentElement.closest("option[lang], style, script")) said.push(texts.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"])
    for (const node of document.querySelectorAll(`[${name}]`)) said.push(node.getAttribute(name));
  return said;
}"""


def english_in(page: Page, language: str) -> list[str]:
    said = {re.sub(r"\s+", " ", text).strip() for text in page.evaluate(SAID)}
    return sorted(text for text in said if english_only(language).fullmatch(text))


@cache
def english_only(language: str) -> re.Pattern[str]:
    """Matches the English sentences that a language says otherwise, whatever fills their blanks."""
    with (CATALOGUES / language / "LC_MESSAGES" / "ewala.po").open("rb") as file:
        messages = {str(message.id): str(message.string) for message in read_po(file) if message.id}
    said = {text.casefold() for text in messages.values()}
    found = [
        english for english, own in messages.items() if closed_up(own) != english and english.casefold() not in said
    ]
    return re.compile("|".join(pattern(english) for english in found if worth_looking_for(english)))


def closed_up(text: str) -> str:
    """Without the room that French leaves before a colon and the like: blanks may end with one as well."""
    return re.sub(r"\s+(?=[;:!?])", "", text)


def worth_looking_for(english: str) -> bool:
    return sum(map(str.isalpha, "".join(text for text, *_ in Formatter().parse(english)))) >= FEWEST_LETTERS


def pattern(english: str) -> str:
    return "".join(
        re.escape(re.sub(r"\s+", " ", text)) + ("" if name is None else "[^.]+?")
        for text, name, *_ in Formatter().parse(english)
    )


# --- What these tests rest on: visits that leave nothing behind, pictures whose differences are noticed


START = next(scene for scene in SCENES if scene.name == "start")


@pytest.mark.smoke
def test_every_scene_is_shown_as_on_a_first_visit(browser: SceneBrowser) -> None:
    stored = "() => [{ ...localStorage, chance: 'of the tests' }, { ...sessionStorage }]"
    with browser.visit(START) as page:
        first = page.evaluate(stored)
        page.evaluate(
            "() => { localStorage['ewala.keys'] = '1'; localStorage.other = '1'; sessionStorage.other = '1' }"
        )
        resize(page, NARROWEST)
        page.context.set_offline(True)
    with browser.visit(START) as page:
        assert page.evaluate(stored) == first
        assert page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}
        assert page.evaluate("navigator.onLine")
    with browser.visit(START, "fr") as page:
        assert page.evaluate("document.documentElement.lang") == "fr"


@pytest.mark.smoke
def test_an_error_in_the_console_fails_its_own_scene_alone(browser: SceneBrowser) -> None:
    with pytest.raises(AssertionError, match="of the first"), browser.visit(START) as page:
        page.evaluate("console.error('of the first')")
    with browser.visit(START):
        pass


def sheet(*, ground: str = "#fdf8ec", below: int = 0, sign: bool = True) -> Image.Image:
    """A button with a line of text on it, and a sign."""
    drawn = Image.new("RGB", (200, 120), ground)
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((20, 20, 180, 60), fill="#c9961a")
    pen.text((30, 28 + below), "Make the table", fill="#2a2320", font_size=18)
    if sign:
        pen.ellipse((90, 90, 100, 100), fill="#2d6fb5")
    return drawn


@pytest.mark.smoke
def test_a_picture_is_the_same_as_itself_and_as_with_a_line_that_was_rounded_otherwise() -> None:
    assert differing(sheet(), sheet()) is None
    assert differing(sheet(), sheet(below=1)) is None


@pytest.mark.smoke
@pytest.mark.parametrize("change", [{"ground": "#fdf8dc"}, {"below": 2}, {"sign": False}], ids=str)
def test_another_colour_a_line_that_moved_and_a_sign_that_is_gone_are_noticed(change: dict[str, Any]) -> None:
    found = differing(sheet(), sheet(**change))
    assert found is not None
    assert found.any()


@pytest.mark.smoke
def test_what_is_noticed_lies_where_it_changed() -> None:
    found = differing(sheet(), sheet(sign=False))
    assert found is not None
    assert found[95, 95]
    assert not found[:70].any()
