"""Games on one device that no server knows of: begun, played out, left and gone on with, in windows side by side."""

import re

import pytest
from actions import next_button, said_in, turn_bar
from browsers import PHONE, Visit, Visitor
from local_tables import AT_A_SERVER, OF_THIS_DEVICE, keeps_nothing, let_keep, without_server
from players import Curious, Hand, play_out
from playwright.sync_api import Page, expect
from table_server import Server


def begin(person: Visitor, game: str, layout: str = "") -> Page:
    """A new table for all who share this device, at which a turn ends by itself; the server is gone when it is made."""
    say = said_in(person.page.evaluate("navigator.language"))
    person.open(f"#/new/{game}/device")
    play = person.page.get_by_role("button", name=say("Play now"), exact=True)
    expect(play).to_be_visible()
    if layout:
        person.page.locator("summary").get_by_text(say("Tile layout"), exact=True).click()
        person.page.get_by_label(layout, exact=True).check()
    person.page.locator("summary", has_text=say("Clock and table")).click()
    person.page.get_by_label(say("A turn ends when its player says so, and can be taken back until then")).uncheck()
    person.page.wait_for_load_state("networkidle")
    without_server(person)
    play.click()
    person.page.wait_for_url(OF_THIS_DEVICE)
    expect(person.page.locator("[data-ply]").first).to_be_attached()
    return person.page


def test_a_whole_game_on_one_device_needs_no_server_and_its_dice_are_checked(visit: Visit) -> None:
    person = visit(size=PHONE)
    page = begin(person, "chronicles-of-run")
    moves = play_out(dict.fromkeys("OC", Hand(person, None, "OC")), Curious())
    assert sum(move[0].isdigit() for move in moves) == 18
    expect(page.get_by_text("The dice were honest.").first).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("[data-ply='0']")).to_be_visible()
    page.get_by_role("button", name="Review this game with the coach").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()  # of what is known already


@pytest.mark.smoke
def test_a_game_goes_on_after_the_browser_was_closed(visit: Visit) -> None:
    person = visit(language="fr")
    page = begin(person, "kingdom-run")
    next_button(page).click()
    expect(page.locator("[data-ply='2']")).to_be_attached()
    page.goto("about:blank")
    person.open("#/")
    say = said_in("fr")
    page.get_by_role("link", name=say("Your turn")).first.click()
    page.wait_for_url(OF_THIS_DEVICE)
    expect(page.locator("[data-ply='2']")).to_be_attached()
    expect(page.locator("[data-to-act]").first).to_be_attached()


def test_two_windows_see_the_same_table_and_either_goes_on_with_it(visit: Visit) -> None:
    person = visit()
    first = begin(person, "kingdom-run")
    beside = Visitor(person.context.new_page(), person.context, person.address)
    beside.watch_over()
    beside.page.goto(first.url)
    windows = [Hand(person, None, "KS"), Hand(beside, None, "KS")]
    choose = Curious()
    for ply, window in enumerate(windows * 2, 1):
        for seen in windows:
            seen.await_ply(ply)
        window.act(choose(window.position))


@pytest.mark.smoke
def test_where_there_is_no_room_it_says_so_and_nothing_is_lost(visit: Visit) -> None:
    person = visit(size=PHONE)
    keeps_nothing(person)
    page = begin(person, "kingdom-run")
    let_keep(person, "none")
    next_button(page).click()
    told = "this browser does not keep it (there is no room left): nothing has changed"
    expect(page.get_by_text(re.compile(re.escape(told), re.I))).to_be_visible()
    expect(page.locator("[data-ply='1']")).to_be_attached()
    let_keep(person, "some")
    next_button(page).click()
    expect(page.locator("[data-ply='2']")).to_be_attached()


def test_where_nothing_can_be_kept_the_server_keeps_it(visit: Visit) -> None:
    person = visit()
    keeps_nothing(person, at_once=True)
    person.open()
    page = person.page
    play = page.get_by_role("article", name="Kingdom Run", exact=True).get_by_role(
        "button", name="Against the computer"
    )
    play.click()
    page.wait_for_url(AT_A_SERVER)
    expect(turn_bar(page)).to_contain_text("Your turn")
    person.open()
    expect(play).to_be_visible()
    without_server(person)
    play.click()
    told = "this browser does not keep it (there is no room left): nothing has changed"
    expect(page.get_by_text(re.compile(re.escape(told), re.I))).to_be_visible()


@pytest.mark.parametrize(("game", "advice"), [("kingdom-run", "die|dice|keep"), ("chronicles-of-run", "Bid|bid")])
def test_the_coach_gives_hints_without_a_server(visit: Visit, game: str, advice: str) -> None:
    person = visit()
    page = begin(person, game)
    for covered in page.locator(".chronicles .screen button").all():
        covered.click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".whisper")).to_contain_text(re.compile(advice))
    expect(page.locator(".whisper")).to_contain_text("%")


def test_a_friend_is_invited_to_a_table_at_the_server_with_the_same_rules(visit: Visit, server: Server) -> None:
    person = visit()
    page = begin(person, "chronicles-of-run", layout="Ring")
    person.context.unroute("**/api/**")
    person.page.reload()
    page.locator(".chronicles .screen button").click()
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Invite a friend").click()
    page.wait_for_url(AT_A_SERVER)
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    table = server.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}").json()["table"]
    assert (table["parameters"]["layout"], table["confirm"], table["status"]) == ("ring", False, "open")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "open"]
    person.open("#/")
    expect(page.get_by_role("link", name="Your turn").first).to_be_visible()


def test_what_only_a_server_can_do_is_not_offered_or_says_so(visit: Visit) -> None:
    person = visit()
    page = begin(person, "chronicles-of-run")
    page.locator(".chronicles .screen button").click()
    expect(page.get_by_role("tab", name="Table")).to_be_visible()
    page.get_by_role("tab", name="Table").click()
    page.get_by_text("Continue on another device").click()
    page.get_by_role("button", name="Take the game along").click()
    expect(page.get_by_text("The server cannot be reached. Is there a connection?")).to_be_visible()
    expect(page.get_by_text("Copy the link for watching", exact=True)).to_have_count(0)
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)
