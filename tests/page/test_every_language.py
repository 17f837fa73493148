"""Every screen in other languages: nothing is left in English, and the longer words fit.

Screens take the languages in turn, so that each is read in one of them and every language is read on many. With
EWALA_ALL_LANGUAGES=1 every screen is read in all of them, which takes a while.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from audience import Audience, audience, sized
from babel.messages.pofile import read_po
from browsers import PHONE
from playwright.sync_api import Browser, Page
from room import sticking_out
from scenes import SCENES
from stage import staged

from ewala.locale.languages import LANGUAGES

CATALOGUES = Path(__file__).parents[2] / "src" / "ewala" / "locale"
NARROWEST = (320, 640)
FEWEST_LETTERS = 5  # a sentence that is mostly blanks would be found everywhere


def read(nth: int) -> tuple[str, ...]:
    """The languages in which the nth screen is read."""
    others = tuple(LANGUAGES[1:])
    return others if os.environ.get("EWALA_ALL_LANGUAGES") else others[nth % len(others) :][:1]


@dataclass
class Translated:
    language: str
    page: Page


@pytest.fixture(scope="module")
def readers(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Audience]:
    with staged(tmp_path_factory.mktemp("stage")) as stage, audience(browser, stage) as came:
        yield came


@pytest.fixture(
    scope="module",
    params=[(scene, language) for n, scene in enumerate(SCENES) for language in read(n)],
    ids=lambda param: f"{param[0].name}-{param[1]}",
)
def screen(request: pytest.FixtureRequest, readers: Audience) -> Iterator[Translated]:
    """A scene on a phone, or on a screen of another size."""
    scene, language = request.param
    with readers.at(scene, language) as page:
        yield Translated(language, page)


def test_everything_is_said_in_the_readers_language(screen: Translated) -> None:
    """No sentence of the catalogue stands there in English, neither seen nor in a label."""
    said = {re.sub(r"\s+", " ", text).strip() for text in sized(screen.page, PHONE).evaluate(SAID)}
    assert {text for text in said if is_english(text, screen.language)} == set()
    assert screen.page.evaluate("document.documentElement.lang") == screen.language


@pytest.mark.parametrize("size", [PHONE, NARROWEST], ids=["phone", "narrowest"])
def test_longer_words_do_not_make_the_page_scroll_sideways(screen: Translated, size: tuple[int, int]) -> None:
    assert sticking_out(sized(screen.page, size)) == []


# --- What is said there

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


def is_english(text: str, language: str) -> bool:
    return english_only(language).fullmatch(text) is not None
