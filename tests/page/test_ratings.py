"""Rated games: agreed when the table is made, among people who have places, and what comes of them."""

import re

import pytest
from actions import call_oneself, keep_place
from browsers import PHONE, Visit, Visitor, accessibility_problems, remaining, sticking_out
from playwright.sync_api import Locator, Page, expect
from table_server import Server

TABLE = re.compile(r"#/table/[a-z0-9]+$")


@pytest.fixture
def server(fresh_server: Server) -> Server:
    return fresh_server


def settle(person: Visitor, name: str) -> None:
    person.open("#/you")
    call_oneself(person.page, name)
    keep_place(person.page)


def make_rated_table(person: Visitor) -> str:
    person.open("#/new/chronicles-of-run/friends")
    person.page.get_by_role("checkbox", name="Rated").check()
    person.page.get_by_role("button", name="Make the table").click()
    person.page.wait_for_url(TABLE)
    expect(person.page.get_by_role("region", name="This game is rated")).to_contain_text("You play as Ada.")
    return person.page.url


def lines(page: Page) -> Locator:
    return page.get_by_role("region", name="The Chronicles of Run, 2 players").get_by_role("listitem")


def test_a_guest_gets_a_place_at_a_rated_table_and_both_see_what_came_of_the_game(visit: Visit, server: Server) -> None:
    ada, bo = visit(), visit(size=PHONE)
    ada.forgiven.append("409")  # a start that is refused
    ada.open("#/new/chronicles-of-run/friends")
    expect(ada.page.get_by_role("button", name="Make the table")).to_be_visible()
    expect(ada.page.get_by_role("checkbox", name="Rated")).to_have_count(0)  # she has no place yet
    settle(ada, "Ada")
    expect(ada.page.get_by_role("region", name="Your ratings")).to_contain_text("tick “Rated”")
    where = make_rated_table(ada)

    bo.page.goto(where)
    told = bo.page.get_by_role("region", name="This game is rated")
    expect(told).to_contain_text("You have no place here yet.")
    assert remaining(bo.page, sticking_out) == []
    bo.page.get_by_label("What shall we call you?").fill("Bo")
    bo.page.get_by_role("button", name=re.compile("^Sit down")).click()
    start = ada.page.get_by_role("button", name="Start the game")
    start.click()
    refused = ada.page.get_by_role("region", name="Seats").get_by_role("alert")
    expect(refused).to_contain_text("not proved who they are: Bo")
    told.get_by_role("button", name="Keep a place at this host").click()
    expect(told).to_contain_text("You play as Bo.")
    start.click()

    for person in (ada, bo):
        expect(person.page.locator("main .chronicles").first).to_be_visible()
        expect(person.page.get_by_text("This game is rated").first).to_be_attached()
        expect(person.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    bo.page.get_by_role("tab", name="Table").click()
    bo.page.get_by_role("button", name="Give up").click()
    bo.page.get_by_role("button", name="Yes, give up").click()
    expect(ada.page.get_by_role("button", name="Rematch").first).to_be_visible()

    board = server.call("GET", "/api/ratings/chronicles-of-run/2").json()
    first, second = board["rows"]
    assert [first["name"], second["name"]] == ["Ada", "Bo"]
    for person, own in ((ada, first), (bo, second)):
        change = own["rating"] - 1500
        signed = f"+{change}" if change > 0 else f"−{-change}"
        expect(person.page.get_by_text(f"Your rating: {own['rating']} ({signed})").first).to_be_attached()
        person.open("#/you")
        games = person.page.get_by_role("region", name="Your games").get_by_role("listitem")
        expect(games).to_contain_text(f"Rating {'+' if change > 0 else ''}{change}")
        figure = person.page.get_by_role("region", name="Your ratings").get_by_role("link")
        expect(figure).to_contain_text(f"{own['rating']} ± {own['uncertainty']}")
        figure.click()
        listed = lines(person.page)
        expect(listed).to_have_count(2 + len(board["bots"]))
        mine = listed.filter(has_text="you")
        expect(mine).to_have_count(1)
        expect(mine).to_contain_text(own["name"])
        expect(mine).to_contain_text("provisional")
        assert remaining(person.page, sticking_out) == []
        assert accessibility_problems(person.page) == []
    names = [" ".join(text.split()) for text in lines(ada.page).all_inner_texts()]
    assert [re.search("Ada|Bo", text)[0] for text in names if re.search("Ada|Bo", text)] == ["Ada", "Bo"]  # type: ignore[index]


@pytest.mark.smoke
def test_a_leaderboard_without_people_says_how_one_gets_there(visit: Visit) -> None:
    page = visit(size=PHONE).open("#/")
    page.get_by_role("link", name=re.compile("^Leaderboard")).click()
    expect(page.get_by_role("heading", name="Nobody has a rating here yet")).to_be_visible()
    page.get_by_role("radio", name="4 players").check()
    expect(page).to_have_url(re.compile("#/ratings/kingdom-run/4$"))
    expect(page.get_by_role("region", name="Kingdom Run, 4 players").get_by_role("listitem").first).to_contain_text(
        "The Champion"
    )
    expect(page.get_by_role("radio", name="4 players")).to_be_focused()
    page.get_by_role("radio", name="The Chronicles of Run").check()
    expect(lines(page).first).to_contain_text("The Oracle")
    expect(page.get_by_role("radio", name=re.compile("players$"))).to_have_count(0)  # there is one way to play it
    page.get_by_role("link", name="Keep a place at this host").click()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
