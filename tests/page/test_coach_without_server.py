"""Games looked through where no server is to be reached: the page's own coach does it, on a thread of its own."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsers import PHONE, Visit, Visitor
from local_tables import without_server
from playwright.sync_api import Page, Route, expect
from random_games import part_of, played

from ewala.core.record import Record

KERNELS = "**/*.wasm"
TABLES, REVIEW = 1, 1  # threads: the tables' own, and the one that looks a game through


@pytest.fixture
def replay(visit: Visit, tmp_path: Path) -> Callable[[Record], Visitor]:
    """Opens a record's file; the server is gone before anybody asks for the coach."""

    def opened(record: Record) -> Visitor:
        path = tmp_path / "game.ewala"
        path.write_text(record.text())
        person = visit(size=PHONE)
        page = person.open("#/replay")
        page.locator("input[type=file]").set_input_files(path)
        expect(page.locator("[data-ply='0']")).to_be_visible()
        without_server(person)
        return person

    return opened


def review(page: Page) -> None:
    page.get_by_role("button", name="Review this game with the coach").click()


def await_threads(page: Page, count: int) -> None:
    while len(page.workers) != count:
        page.wait_for_timeout(50)


@pytest.mark.parametrize(("game", "moves"), [("kingdom-run", 6), ("chronicles-of-run", 2)])
def test_the_end_of_a_game_is_looked_through_and_in_depth_too(
    replay: Callable[[Record], Visitor], game: str, moves: int
) -> None:
    page = replay(part_of(played(game, {}), slice(-moves, None))).page
    review(page)
    page.wait_for_url(re.compile(r"#/analysis/[0-9a-f]{32}"))
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    curve = page.get_by_role("slider", name="Winning chances")
    expect(curve).to_have_attribute("aria-valuemax", str(moves))
    closer = page.get_by_role("region", name="In-depth review of this game")
    closer.get_by_role("button", name="Review in depth").click()  # offered once the first look is whole
    closer.get_by_role("link", name="See the in-depth review").click()
    expect(page.get_by_role("heading", name="In-depth review")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link to this position")).to_have_count(0)  # nobody else has it
    page.reload()  # and then it is made again
    expect(page.get_by_role("heading", name="In-depth review")).to_be_visible()


def test_whoever_leaves_has_it_called_off(replay: Callable[[Record], Visitor]) -> None:
    page = replay(played("chronicles-of-run", {})).page
    review(page)
    expect(page.get_by_text("The coach is still looking more closely.")).to_be_visible()
    await_threads(page, TABLES + REVIEW)
    page.go_back()
    await_threads(page, TABLES)
    page.go_forward()
    expect(page.get_by_text("The coach is still looking more closely.")).to_be_visible()


def test_where_the_coach_cannot_be_loaded_it_says_so_and_is_tried_again(replay: Callable[[Record], Visitor]) -> None:
    person = replay(part_of(played("chronicles-of-run", {}), slice(-2, None)))
    page = person.page

    def refuse(route: Route) -> None:
        route.abort()

    person.context.route(KERNELS, refuse)
    review(page)
    expect(page.get_by_role("heading", name="The coach cannot review this game")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="the analysis failed: ")).to_be_visible()
    person.context.unroute(KERNELS, refuse)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
