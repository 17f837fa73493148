"""The tutorials, to their end: every step's move is made on the board."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsers import PHONE, Visitor
from hands import make_move, next_button, said_in
from playwright.sync_api import Locator, Page, expect

Visit = Callable[..., Visitor]
TUTORIALS = Path(__file__).parents[2] / "web/tutorial"
PLACES = {"+S": "4", "<C1": "9a", "x9": "3d"}  # of moves that do not name theirs
SCRIPTS = {game: json.loads((TUTORIALS / f"{game}.json").read_text()) for game in ("kingdom-run", "chronicles-of-run")}


def words_of(game: str, language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((TUTORIALS / f"words.{language}.json").read_text())[game]
    return words


def lesson(page: Page) -> Locator:
    return page.locator("section p.said")


def take_step(page: Page, step: dict[str, Any], go_on: str) -> None:
    if step["expect"] is None:
        page.get_by_role("button", name=go_on, exact=True).click()
    else:
        move = step["expect"]["moves"][0]
        make_move(page, move, PLACES.get(move, ""))


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        ("kingdom-run", "en", (1440, 900)),
        ("chronicles-of-run", "en", (1440, 900)),
        ("chronicles-of-run", "fr", PHONE),
    ],
)
def test_a_lesson_leads_to_its_end(visit: Visit, game: str, language: str, size: tuple[int, int]) -> None:
    person = visit(language=language, size=size)
    person.open(f"#/learn/{game}")
    say, words = said_in(language), words_of(game, language)
    steps = SCRIPTS[game]["steps"]
    for step in steps[:-1]:
        expect(lesson(person.page)).to_have_text(words[step["say"]])
        take_step(person.page, step, say("Go on"))
    expect(lesson(person.page)).to_have_text(words[steps[-1]["say"]])
    person.page.get_by_role("button", name=say("Play a game")).click()
    person.page.wait_for_url(f"**/#/new/{game}")


def test_another_move_than_the_lessons_is_answered_kindly_and_nothing_happens(visit: Visit) -> None:
    person = visit()
    page, words = person.page, words_of("kingdom-run", "en")
    person.open("#/learn/kingdom-run")
    for step in SCRIPTS["kingdom-run"]["steps"][:2]:
        expect(lesson(page)).to_have_text(words[step["say"]])
        take_step(page, step, "Go on")
    expect(lesson(page)).to_have_text(words["reroll"])
    make_move(page, "r:V")
    expect(lesson(page)).to_have_text(words["reroll-not"])
    expect(page.locator("[data-face='V']")).to_have_count(2)
    page.locator("[data-face='V'][aria-pressed=false]").click()
    next_button(page).click()
    expect(lesson(page)).to_have_text(words["disband-1"])


def test_a_step_can_be_taken_again(visit: Visit) -> None:
    person = visit()
    page, words = person.page, words_of("chronicles-of-run", "en")
    person.open("#/learn/chronicles-of-run")
    steps = SCRIPTS["chronicles-of-run"]["steps"]
    for step in steps[:3]:
        expect(lesson(page)).to_have_text(words[step["say"]])
        take_step(page, step, "Go on")
    expect(lesson(page)).to_have_text(words["reveal"])
    page.get_by_role("button", name="Back", exact=True).click()
    expect(lesson(page)).to_have_text(words["bid-1"])
    make_move(page, "7>2a")
    expect(lesson(page)).to_have_text(words["bid-1-not"])
    make_move(page, "7>2d")
    expect(lesson(page)).to_have_text(words["reveal"])
    for step in reversed(steps[:3]):
        page.get_by_role("button", name="Back", exact=True).click()
        expect(lesson(page)).to_have_text(words[step["say"]])
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()


def test_where_a_lesson_speaks_of_the_button_the_button_is_marked(visit: Visit) -> None:
    person = visit()
    page = person.page
    person.open("#/learn/kingdom-run")
    for step in SCRIPTS["kingdom-run"]["steps"]:
        expect(lesson(page)).to_have_text(words_of("kingdom-run", "en")[step["say"]])
        if step.get("point") == "done":
            break
        take_step(page, step, "Go on")
    expect(next_button(page)).to_have_css("outline-style", "solid")
