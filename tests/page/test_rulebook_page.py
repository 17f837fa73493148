"""The rulebook: where refusals lead to, in every language, with figures that the engine draws."""

import re

import pytest
from actions import hold
from browsers import PHONE, Visit, each
from playwright.sync_api import Page, expect
from table_server import Server

from ewala.locale.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_leads_to_its_clause(visit: Visit, server: Server, language: str) -> None:
    table = server.kingdom_run("KS")
    person = visit(language=language)
    page = hold(person, table, "K").open(f"#/table/{table.id}")
    page.locator("[data-space='4']").press("Enter")  # before the dice are kept
    link = page.locator("a[href*='#/rules/kingdom-run/KR-']").first
    clause = link.inner_text()
    with person.context.expect_page() as opened:
        link.click()
    book = opened.value
    expect(book.locator("html")).to_have_attribute("lang", language)
    assert book.url.endswith(f"#/rules/kingdom-run/{clause}")
    anchor = book.locator(f"[id='{clause}']")
    expect(anchor).to_be_focused()
    expect(anchor).to_be_in_viewport()


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_every_figure_draws_and_plays_its_move(visit: Visit, game: str) -> None:
    page = visit().open(f"#/rules/{game}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    figures = page.locator("figure")
    expect(figures).not_to_have_count(0)
    for figure in each(figures):
        figure.scroll_into_view_if_needed()
        expect(figure.locator("[data-ply] svg").first).to_be_visible()
        expect(figure.locator(".problem")).to_have_count(0)
    moving = next(figure for figure in each(figures) if figure.get_by_role("button", name="From the beginning").count())
    last = int(moving.locator("[data-ply]").get_attribute("data-ply") or 0)  # its caption tells of what it shows
    moving.get_by_role("button", name="From the beginning").click()
    expect(moving).to_contain_text("Before the move")
    first = int(moving.locator("[data-ply]").get_attribute("data-ply") or 0)
    assert first < last
    moving.get_by_role("button", name="Play the move").click()
    expect(moving.locator(f"[data-ply='{first + 1}']")).to_be_visible()


def read_in(page: Page, language: str) -> None:
    """Choose a language, and wait for the book in it."""
    before = page.locator("article").inner_text()
    if page.locator("html").get_attribute("lang") != language:
        page.locator("#language").select_option(language)
        page.wait_for_function("before => document.querySelector('article')?.innerText !== before", arg=before)
    expect(page.locator("html")).to_have_attribute("lang", language)


def every_thing_is_drawn(page: Page) -> None:
    expect(page.locator("[data-picture='die:D'] svg").first).to_be_attached()
    pictures = page.locator("article [data-picture]")
    for face in "DCBVLX":
        expect(page.locator(f"table [data-picture='die:{face}']")).to_be_visible()
        expect(page.locator(f"h3 [data-picture='die:{face}']")).to_be_visible()
    for what in (*(f"runner:{clan}" for clan in "KkSFG"), "zone:2", "zone:6", "lake", "podium", "token"):
        expect(page.locator(f"[data-picture='{what}']").first).to_be_visible()
    # Each is drawn, in colours of its own, and nothing is heard of it.
    drawn = pictures.evaluate_all(
        """all => all.map(({firstElementChild: thing}) => {
            const coloured = (part) => getComputedStyle(part).fill !== "rgb(0, 0, 0)";
            const seen = (part) => part.getBoundingClientRect().width > 4;
            return [...thing.querySelectorAll("svg *")].some((part) => coloured(part) && seen(part));
        })"""
    )
    assert len(drawn) > 50
    assert all(drawn)
    expect(page.locator("article [data-picture]:not([aria-hidden=true])")).to_have_count(0)


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_in_every_language_tables_fit_on_a_phone_and_things_are_drawn_beside_their_names(
    visit: Visit, game: str
) -> None:
    page = visit(size=PHONE).open(f"#/rules/{game}")
    for language in LANGUAGES:
        read_in(page, language)
        tables_fit(page)
        if game == "kingdom-run":
            every_thing_is_drawn(page)


def tables_fit(page: Page) -> None:
    expect(page.locator("table")).not_to_have_count(0)
    sticking = page.locator("table, td, tbody th").evaluate_all(
        "(all, wide) => all.filter((box) => box.getBoundingClientRect().right > wide"
        " || box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent)",
        PHONE[0],
    )
    assert sticking == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    # A row that is drawn as a card is still a row of a table to those who listen.
    expect(page.get_by_role("table").first.get_by_role("row").nth(1).get_by_role("cell").first).to_be_attached()


@pytest.mark.smoke
def test_a_book_is_printed_whole(visit: Visit) -> None:
    """Black on white, without what leads elsewhere, and with figures that nobody has scrolled to."""
    person = visit(scheme="dark")
    page = person.page
    page.add_init_script(
        "window.print = () => { window.printed = document.querySelectorAll('figure [data-ply]').length }"
    )
    person.open("#/rules/kingdom-run")
    page.get_by_role("button", name="Print").click()
    page.wait_for_function("() => window.printed === document.querySelectorAll('figure').length")
    assert page.locator("figure .problem").count() == 0
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation", name="Chapters")).to_be_hidden()
    expect(page.locator("#language")).to_be_hidden()
    expect(page.get_by_role("button", name="From the beginning").first).to_be_hidden()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("article p").first).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator("figure").first).to_have_css("break-inside", "avoid")


def test_a_book_changes_its_language_at_the_same_clause(visit: Visit) -> None:
    page = visit().open("#/rules/chronicles-of-run/CR-2.1")
    anchor = page.locator("[id='CR-2.1']")
    expect(anchor).to_be_focused()
    figures = page.locator("figure").count()
    for language in reversed(LANGUAGES):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(anchor).to_be_in_viewport()
        expect(page.locator("figure")).to_have_count(figures)


@pytest.mark.smoke
def test_a_chapter_is_one_press_away(visit: Visit) -> None:
    page = visit().open("#/rules/kingdom-run")
    chapters = page.get_by_role("navigation", name="Chapters").get_by_role("listitem").get_by_role("button")
    name = chapters.last.inner_text()
    chapters.last.click()
    heading = page.get_by_role("heading", level=2, name=re.compile(re.escape(name)))
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
