"""The tutorials, to their end: every step's move is made on the board."""

import json
import re
from typing import Any

import pytest
from actions import make_move, next_button, said_in
from browsers import PHONE, Visit
from local_tables import played_by
from playwright.sync_api import Locator, Page, expect
from table_server import Server

from ewala.games.registry import GAMES, kit_of

SMALLEST = (390, 664)
PLACES = {"+S": "4", "<C1": "9a", "x9": "3d"}  # of moves that do not name theirs
SCRIPTS = {game: json.loads((kit_of(game).files() / "lesson" / "script.json").read_text()) for game in GAMES}


def words_of(game: str, language: str) -> dict[str, str]:
    """What a lesson says, as it is read: without pictures, and without the signs of strong words."""
    words: dict[str, str] = json.loads((kit_of(game).files() / "lesson" / f"{language}.json").read_text())
    return {name: re.sub(r"\{[^}]*\} ?|\*\*", "", text) for name, text in words.items()}


def lesson(page: Page) -> Locator:
    return page.locator("section p.said")


SAID = """(wanted) => {
    const said = document.querySelector("section p.said")?.cloneNode(true);
    said?.querySelectorAll("[aria-hidden=true]").forEach((picture) => picture.remove()); // a sign has its number on it
    return said?.textContent === wanted;
}"""


def expect_said(page: Page, words: str) -> None:
    page.wait_for_function(SAID, arg=words)


def take_step(page: Page, step: dict[str, Any], go_on: str) -> None:
    if step["expect"] is None:
        page.get_by_role("button", name=go_on, exact=True).click()
    else:
        move = step["expect"]["moves"][0]
        make_move(page, move, PLACES.get(move, ""))


def walk(page: Page, game: str, language: str) -> None:
    """Through a lesson to its end, as it asks one to."""
    say, words = said_in(language), words_of(game, language)
    for step in SCRIPTS[game]["steps"]:
        expect_said(page, words[step["say"]])
        take_step(page, step, say("Go on"))


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        ("kingdom-run", "en", (1440, 900)),
        ("chronicles-of-run", "en", (1440, 900)),
        ("chronicles-of-run", "fr", PHONE),
    ],
)
def test_a_lesson_leads_to_an_end_to_be_proud_of(visit: Visit, game: str, language: str, size: tuple[int, int]) -> None:
    person = visit(language=language, size=size)
    page, words = person.page, words_of(game, language)
    person.open(f"#/learn/{game}")
    walk(page, game, language)
    expect(page.locator("#learnt")).to_be_focused()
    known = page.locator("section[aria-labelledby=learnt] li")
    expect(known).to_have_text([words[name] for name in SCRIPTS[game]["learnt"]])
    expect(page.locator(f"a[href='#/new/{game}/friends']")).to_be_visible()
    expect(page.locator(f"a[href='#/rules/{game}']")).to_be_visible()
    expect(page.locator("section .air")).to_have_count(0)  # who wants nothing to move sees nothing fall
    page.get_by_role("button", name=said_in(language)("Back"), exact=True).click()
    expect_said(page, words[SCRIPTS[game]["steps"][-1]["say"]])


def test_from_the_end_of_a_lesson_one_press_begins_a_game_against_the_gentlest(visit: Visit, server: Server) -> None:
    person = visit(size=SMALLEST, moving=True)
    page = person.open("#/")
    page.evaluate("localStorage['ewala.settings'] = JSON.stringify({opponents: {'kingdom-run': 'sorceress'}})")
    person.open("#/learn/kingdom-run")
    walk(page, "kingdom-run", "en")
    expect(page.locator("section .air span").first).to_be_attached()
    play_now = page.get_by_role("button", name="Play now")
    expect(play_now).to_be_in_viewport(ratio=1)
    play_now.click()
    expect(page.locator("[data-to-act]")).to_be_visible()
    table = played_by(page, server)
    look = table.look(table.host)["table"]
    levels = {bot["name"]: bot["level"] for bot in kit_bots(server)}
    seated = [seat["bot"] for seat in look["seats"] if seat["kind"] == "bot"]
    assert look["status"] == "playing"
    assert seated == [min((name for name, level in levels.items() if level > 0), key=lambda name: levels[name])]


def kit_bots(server: Server) -> list[dict[str, Any]]:
    games = {game["name"]: game for game in server.call("GET", "/api/games").json()}
    bots: list[dict[str, Any]] = games["kingdom-run"]["bots"]
    return bots


COVERED = """() => {
    const sheet = document.querySelector("section.sheet").getBoundingClientRect();
    const said = document.querySelector("section p.said");
    const words = said.getBoundingClientRect();
    const hidden = [...document.querySelectorAll(".pointed")].filter((mark) => {
        const box = mark.getBoundingClientRect();
        return !mark.closest("section") && (box.bottom > sheet.top + 1 || box.top < -1);
    });
    const cut = words.bottom > sheet.bottom || said.scrollWidth > said.clientWidth;
    return [hidden.length, cut, sheet.bottom > innerHeight];
}"""


@pytest.mark.parametrize("language", ["nl", "fr"])  # the longest words
def test_on_the_smallest_phone_words_fit_and_cover_nothing_that_they_point_at(visit: Visit, language: str) -> None:
    person = visit(language=language, size=SMALLEST)
    page, words = person.page, words_of("kingdom-run", language)
    person.open("#/learn/kingdom-run")
    for number, step in enumerate(SCRIPTS["kingdom-run"]["steps"]):
        expect_said(page, words[step["say"]])
        page.wait_for_function(f"() => String(({COVERED})()) === '0,false,false'")
        if number == REROLL:
            expect_names_beside_pictures(page)
        take_step(page, step, said_in(language)("Go on"))


REROLL = 3  # the step that speaks of three faces


def expect_names_beside_pictures(page: Page) -> None:
    """Of what they name."""
    for face in "DBV":
        expect(lesson(page).locator(f"[data-picture='die:{face}'] svg").first).to_be_visible()
        expect(lesson(page)).to_contain_text(
            page.locator(f"[data-face={face}]").first.inner_text().replace("\u00ad", "")
        )
    expect(lesson(page).locator("[data-picture]:not([aria-hidden=true])")).to_have_count(0)


@pytest.mark.smoke
@pytest.mark.parametrize("language", ["en", "es"])
def test_another_move_than_the_lessons_is_answered_kindly_and_nothing_happens(visit: Visit, language: str) -> None:
    person = visit(language=language)
    page, words = person.page, words_of("kingdom-run", language)
    person.open("#/learn/kingdom-run")
    for step in SCRIPTS["kingdom-run"]["steps"][:REROLL]:
        expect_said(page, words[step["say"]])
        take_step(page, step, said_in(language)("Go on"))
    expect_said(page, words["reroll"])
    expect_names_beside_pictures(page)
    make_move(page, "r:V")
    expect_said(page, words["reroll-not"])
    expect(page.locator("[data-face='V']")).to_have_count(2)
    page.locator("[data-face='V'][aria-pressed=false]").click()
    next_button(page).click()
    expect_said(page, words["disband-1"])


def test_a_step_can_be_taken_again(visit: Visit) -> None:
    person = visit()
    page, words = person.page, words_of("chronicles-of-run", "en")
    person.open("#/learn/chronicles-of-run")
    steps = SCRIPTS["chronicles-of-run"]["steps"]
    for step in steps[:3]:
        expect_said(page, words[step["say"]])
        take_step(page, step, "Go on")
    expect_said(page, words["reveal"])
    page.get_by_role("button", name="Back", exact=True).click()
    expect_said(page, words["bid-1"])
    make_move(page, "7>2a")
    expect_said(page, words["bid-1-not"])
    make_move(page, "7>2d")
    expect_said(page, words["reveal"])
    for step in reversed(steps[:3]):
        page.get_by_role("button", name="Back", exact=True).click()
        expect_said(page, words[step["say"]])
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()


def test_where_a_lesson_speaks_of_the_button_the_button_is_marked(visit: Visit) -> None:
    page = visit().open("#/learn/kingdom-run")
    for step in SCRIPTS["kingdom-run"]["steps"]:
        expect_said(page, words_of("kingdom-run", "en")[step["say"]])
        if step.get("point") == "done":
            break
        take_step(page, step, "Go on")
    expect(next_button(page)).to_have_css("outline-style", "solid")
