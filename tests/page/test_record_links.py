"""Games that no server knows, in links that hold them: sent, opened elsewhere, and damaged on the way."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsers import PHONE, Visit
from local_tables import without_server
from playwright.sync_api import Page, expect
from random_games import played

LINK = re.compile(r"/replay/[a-z-]+/[a-z]{2}#/record/([\w-]+)(?:/(\d+))?$")
COPIES = ["clipboard-read", "clipboard-write"]


@pytest.fixture
def opened(visit: Visit, tmp_path: Path) -> Callable[[str], Page]:
    """A record from a file, on the page of somebody who may copy."""

    def of(game: str) -> Page:
        path = tmp_path / "game.ewala"
        path.write_text(played(game, {}).text())
        page = visit(permissions=COPIES).open("#/replay")
        page.locator("input[type=file]").set_input_files(path)
        expect(page.locator("[data-ply='0']")).to_be_visible()
        return page

    return of


def copied(page: Page) -> str:
    """The link to the position that is shown."""
    page.get_by_role("button", name="Copy the link to this position").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert LINK.search(link)
    return link


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_record_from_a_file_is_sent_by_a_link_and_seen_at_the_same_position(
    opened: Callable[[str], Page], visit: Visit, game: str
) -> None:
    page = opened(game)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-ply='2']")).to_be_visible()
    link = copied(page)
    assert len(link) < 1500
    other = visit(language="nl", size=PHONE)
    other.open("#/")
    without_server(other)
    other.page.goto(link)
    expect(other.page.locator("[data-ply='2']")).to_be_visible()
    other.page.keyboard.press("Home")
    expect(other.page.locator("[data-ply='0']")).to_be_visible()
    other.page.wait_for_url(re.compile(r"#/record/[\w-]+$"))


@pytest.mark.parametrize("damaged", ["a", "AAAA", "%25"])
def test_a_damaged_link_says_so_and_a_file_may_be_opened_instead(visit: Visit, tmp_path: Path, damaged: str) -> None:
    path = tmp_path / "game.ewala"
    path.write_text(played("chronicles-of-run", {}).text())
    page = visit(permissions=COPIES).open(f"#/record/{damaged}")
    expect(page.get_by_role("alert")).to_contain_text("This link is damaged")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-ply='0']")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-ply='1']")).to_be_visible()
    expect(page.get_by_role("button", name="Open another record")).to_be_visible()  # the address is not this game's
    assert f"/record/{damaged}/" not in copied(page)


@pytest.mark.smoke
def test_a_link_that_lost_its_end_says_so(opened: Callable[[str], Page]) -> None:
    page = opened("chronicles-of-run")
    link = copied(page)
    page.goto("about:blank")
    page.goto(link[:-20])
    expect(page.get_by_role("alert")).to_contain_text("This link is damaged")
