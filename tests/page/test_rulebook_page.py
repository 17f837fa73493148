"""The rulebook: where refusals lead to, in every language, with figures that the engine draws."""

import re
from collections.abc import Callable

import pytest
from browsers import Visitor
from hands import hold
from playwright.sync_api import expect
from table_server import Server

Visit = Callable[..., Visitor]
LANGUAGES = ("en", "fr", "es", "nl")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_leads_to_its_clause(visit: Visit, server: Server, language: str) -> None:
    table = server.kingdom_run("KS")
    person = visit(language=language)
    hold(person, table, "K")
    person.open(f"#/table/{table.id}")
    person.page.locator("[data-space='4']").press("Enter")  # before the dice are kept
    link = person.page.locator("a[href*='#/rules/kingdom-run/KR-']").first
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
    person = visit()
    person.open(f"#/rules/{game}")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    figures = person.page.locator("figure")
    expect(figures).not_to_have_count(0)
    for figure in figures.all():
        figure.scroll_into_view_if_needed()
        expect(figure.locator("[data-ply] svg").first).to_be_visible()
        expect(figure.locator(".problem")).to_have_count(0)
    moving = figures.filter(has=person.page.get_by_role("button", name="Play the move"))
    expect(moving).not_to_have_count(0)
    first = moving.first.locator("[data-ply]").get_attribute("data-ply")
    moving.first.get_by_role("button", name="Play the move").click()
    expect(moving.first.locator(f"[data-ply='{int(first or 0) + 1}']")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_changes_its_language_at_the_same_clause(visit: Visit, language: str) -> None:
    person = visit()
    page = person.page
    person.open("#/rules/chronicles-of-run/CR-2.1")
    anchor = page.locator("[id='CR-2.1']")
    expect(anchor).to_be_focused()
    figures = page.locator("figure").count()
    page.locator("#language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(anchor).to_be_in_viewport()
    expect(page.locator("figure")).to_have_count(figures)


def test_a_chapter_is_one_press_away(visit: Visit) -> None:
    person = visit()
    person.open("#/rules/kingdom-run")
    chapters = person.page.get_by_role("navigation", name="Chapters").get_by_role("button")
    name = chapters.last.inner_text()
    chapters.last.click()
    heading = person.page.get_by_role("heading", level=2, name=re.compile(re.escape(name)))
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
