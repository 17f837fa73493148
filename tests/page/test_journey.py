"""The journey: opponents one after another, each won on this device, with a story before and after."""

import json

from browsers import PHONE, Visit
from local_tables import OF_THIS_DEVICE, play_to_the_end, played_by, without_server
from playwright.sync_api import Locator, Page, expect
from table_server import Server, Table

TRIES = 5  # against the gentlest, with the coach's hints: one may be unlucky, but not for ever
BEATEN = {"kingdom-run/dormouse": 1}


def station(page: Page, number: int) -> Locator:
    return page.get_by_role("list", name="Stations of the journey").get_by_role("listitem").nth(number - 1)


def won_by_hints(page: Page, table: Table) -> bool:
    """Play to the end as the coach says; whether that won."""
    play_to_the_end(page, table, hinted=True)
    return bool(table.look(table.watch)["result"]["winners"] == list(table.keys))


def test_whoever_is_beaten_opens_the_way_to_the_next(visit: Visit, server: Server) -> None:
    person = visit(size=PHONE)
    page = person.open()
    page.get_by_role("link", name="The journey").click()
    expect(page.get_by_text("pinned a number on it")).to_be_visible()  # the first story
    expect(station(page, 1)).to_contain_text("The Dormouse")
    page.evaluate("beaten => localStorage.setItem('ewala.journey', beaten)", json.dumps(BEATEN))
    page.reload()
    expect(page.get_by_text("grandmother’s sewing box")).to_be_visible()
    expect(station(page, 2)).to_contain_text("Comes next")
    expect(station(page, 3)).to_contain_text("Still closed")
    expect(station(page, 3).get_by_role("button")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    without_server(person)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(OF_THIS_DEVICE)

    # A game that is given up is lost, and can be played once more.
    table = played_by(page, server)
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes, give up").click()
    expect(page.get_by_text("borrow grandmother’s spectacles")).to_be_visible()
    for _ in range(TRIES):
        before = page.url
        page.locator("section.result").get_by_role("button", name="Once more").click()
        expect(page).not_to_have_url(before)
        table = played_by(page, server)
        if won_by_hints(page, table):
            break
        page.reload()
    page.reload()  # not every turn is watched here
    expect(page.get_by_text("gives you the picnic basket")).to_be_visible()
    page.locator("section.result").get_by_role("link", name="On with the journey").click()
    expect(station(page, 2)).to_contain_text("Beaten")
    expect(station(page, 3)).to_contain_text("Comes next")
    expect(page.get_by_role("heading", name="The Squire")).to_be_visible()
    assert table.look(table.watch)["table"]["seats"][1]["bot"] == "novice"
