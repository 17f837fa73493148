"""The log is the story: turn by turn, with what came of each move; it follows, and leads to every position."""

import re

import pytest
from actions import expect_ply, play_on, plies, send_move, sit_at, turn_bar
from browsers import PHONE, Visit
from playwright.sync_api import Locator, Page, expect
from table_server import Server, Table

AT_END = "list => list.scrollHeight - list.scrollTop - list.clientHeight < 48"


def log(page: Page) -> Locator:
    return page.get_by_role("region", name="What has happened")


def bid(table: Table, move: str) -> str:
    """Whoever must act bids; returns who that was."""
    seat = table.seat_to_act()
    send_move(table, seat, move)
    return seat


def test_it_comes_in_turns_and_says_where_a_runner_landed_and_what_that_scored(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(), table)
    while not re.match(r"[DCB]\d", (move := play_on(table, 0)["moves"][0])):
        play_on(table, 1)
    before = table.look(table.watch)["position"]
    after = play_on(table, 1)
    assert move
    expect_ply(page, after["ply"])
    expect(log(page).get_by_role("heading", name=re.compile("^Player [KS]$"))).not_to_have_count(0)
    expect(log(page)).to_contain_text("The runner comes to space")
    for seat, score in after["scores"].items():
        if score != before["scores"][seat]:
            expect(log(page)).to_contain_text(f"Player {seat}: score {score}")


@pytest.mark.smoke
def test_the_reveal_is_told_and_nothing_before_it(visit: Visit, server: Server) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    side = {"O": "order", "C": "chaos"}
    other, watcher = visit(), visit()
    pages = [sit_at(other, table, second), sit_at(watcher, table)]
    bid(table, "10>3a")
    for page in pages:
        expect(log(page)).to_contain_text("bids face down on the Forest of Nebutland")
        expect(log(page)).not_to_contain_text("Loreen")
    for person in (other, watcher):
        assert not any("Loreen" in frame and "happened" in frame for frame in person.frames)
    for key in (table.keys[second], table.watch):
        assert "10" not in str(table.do("GET", "/story", key)["moves"])
        assert table.do("GET", f"/positions/{plies(table)}", key)["explained"]["slots"]["3a"]["rune"] is None
    bid(table, "4>3d")
    for page in pages:
        line = log(page).locator("li").filter(has_text="Both runes are revealed.")
        expect(line).to_contain_text(f"Loreen ({side[first]}), Forest of Nebutland, attacker: destiny 10.")
        expect(line).to_contain_text("destiny 4 + 4 (Deceit) = 8.")
        expect(line).to_contain_text(
            f"Loreen ({side[first]}) 10 beats Thenidiel ({side[second]}) 8. Power 2 for {side[first]}."
        )
    pages[0].reload()  # whoever comes later reads the same
    expect(log(pages[0])).to_contain_text(f"Loreen ({side[first]}) 10 beats Thenidiel ({side[second]}) 8.")


def test_a_line_shows_its_position_marked_as_past_and_one_tap_leads_back(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    page = sit_at(visit(), table, seat)
    first = plies(table)
    now = play_on(table, 2)["ply"]
    expect_ply(page, now)
    expect(page.locator("[aria-label='The turn'].past")).to_have_count(0)
    lines = log(page).get_by_role("button")
    expect(lines).to_have_count(now)  # what happened before one came is asked for when one is there
    lines.nth(first - 1).click()
    expect_ply(page, first)
    expect(turn_bar(page)).to_contain_text("Earlier position")
    expect(lines.nth(first - 1)).to_have_attribute("aria-current", "step")
    expect(page.locator("[data-actions]:not([data-actions='0'])")).to_have_count(0)  # nothing can be done in the past
    press = turn_bar(page).get_by_role("button", name="Next move")
    press.click()
    expect_ply(page, first + 1)
    turn_bar(page).get_by_role("button", name="Back to now").click()
    expect_ply(page, now)
    expect(turn_bar(page)).not_to_contain_text("Earlier position")


def test_who_comes_later_looks_back_as_well(visit: Visit, server: Server) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    for move in ("10>3a", "4>3d"):
        bid(table, move)
    page = sit_at(visit(), table, first)
    now = plies(table)
    expect_ply(page, now)
    lines = log(page).get_by_role("button")
    expect(lines).to_have_count(now)
    lines.nth(9).click()
    expect_ply(page, 10)
    expect(lines).to_have_count(now)  # what one has been told stays in the log
    expect(page.locator("[data-slot='3a'] .stone, .stone[data-slot='3a']")).to_have_count(0)
    page.locator("body").press("Escape")
    expect_ply(page, now)


def test_it_follows_the_newest_until_one_scrolls(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(size=(1440, 700)), table)
    expect_ply(page, play_on(table, 30)["ply"])
    expect(log(page).get_by_role("button").nth(25)).to_be_attached()
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[aria-label=\"What has happened\"]'))")
    log(page).hover()
    page.mouse.wheel(0, -300)
    newest = page.get_by_role("button", name="Newest")
    expect(newest).to_be_visible()
    top = log(page).evaluate("list => list.scrollTop")
    expect_ply(page, play_on(table, 3)["ply"])
    assert log(page).evaluate("list => list.scrollTop") == top
    newest.click()
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[aria-label=\"What has happened\"]'))")
    expect_ply(page, play_on(table, 3)["ply"])
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[aria-label=\"What has happened\"]'))")
    expect(newest).to_have_count(0)


def test_it_follows_while_another_panel_is_open(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(size=PHONE), table)
    page.get_by_role("tab", name="Chat").click()
    expect_ply(page, play_on(table, 30)["ply"])
    page.get_by_role("tab", name="What happened").click()
    expect(log(page).get_by_role("button").nth(25)).to_be_attached()
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[aria-label=\"What has happened\"]'))")
