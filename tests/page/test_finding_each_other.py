"""Finding each other, in browsers: play now with a stranger and the computer meanwhile, invitations, the same company
again."""

import pytest
from browsers import PHONE, Visit, Visitor, accessibility_problems
from playwright.sync_api import Locator, Page, expect
from table_server import Server

KEYS = "() => JSON.parse(localStorage['ewala.keys'] ?? '{}')"
GAME = "The Chronicles of Run"
ADAS_PORTRAIT = "[data-portrait='light-night colour-gold']"


@pytest.fixture
def server(fresh_server: Server) -> Server:
    return fresh_server


def called(person: Visitor, name: str) -> None:
    person.open("#/you")
    person.page.locator("main").get_by_label("Your name").fill(name)


def placed(person: Visitor, name: str) -> None:
    """Somebody with a place at the host."""
    called(person, name)
    person.page.get_by_role("button", name="Keep a place at this host").click()
    expect(person.page.get_by_role("list", name="Your devices")).to_contain_text("this device")


def play_now(page: Page) -> Locator:
    part = page.get_by_role("region", name="Play now")
    part.get_by_role("radio", name=GAME).check()
    part.get_by_role("button", name="Play now").click()
    return part


def table_shown(page: Page) -> str:
    page.wait_for_url("**/#/table/**")
    return str(page.evaluate("() => location.hash.split('/')[2]"))


@pytest.mark.smoke
def test_two_strangers_play_now_and_the_first_has_the_computer_meanwhile(visit: Visit, server: Server) -> None:
    ada, bo = visit(size=PHONE), visit()
    called(ada, "Ada")
    ada.open("#/lobby")
    play_now(ada.page)
    meanwhile = table_shown(ada.page)
    expect(ada.page.locator("main .chronicles").first).to_be_visible()
    sign = ada.page.get_by_role("button", name=f"Looking for somebody to play {GAME}")
    expect(sign).to_be_visible()
    assert accessibility_problems(ada.page) == []
    ada.page.reload()  # one goes on waiting, and playing
    expect(sign).to_be_visible()

    called(bo, "Bo")
    bo.open("#/lobby")
    expect(bo.page.get_by_role("link", name=f"Join or watch: {GAME}")).to_be_visible()
    assert accessibility_problems(bo.page) == []
    play_now(bo.page)
    table = table_shown(bo.page)
    expect(bo.page.locator("main .chronicles").first).to_be_visible()
    expect(ada.page.get_by_text("Bo is here: the game begins.").first).to_be_visible()
    assert table_shown(ada.page) == meanwhile, "nobody is torn away from a game"
    ada.page.get_by_role("button", name="To the table").click()
    ada.page.wait_for_url(f"**/#/table/{table}")
    expect(ada.page.get_by_text("Bo").first).to_be_visible()
    expect(ada.page.get_by_role("button", name="To the table")).to_have_count(0)


def test_who_stops_looking_is_found_by_nobody(visit: Visit, server: Server) -> None:
    page = visit().open("#/lobby")
    play_now(page)
    sign = page.get_by_role("button", name=f"Looking for somebody to play {GAME}")
    sign.click()
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_text("Looking")).to_have_count(0)
    expect(sign).to_have_count(0)
    told = server.call("POST", "/api/play-now", body={"game": "chronicles-of-run"}).json()
    assert [one["kind"] for one in told["table"]["seats"]] == ["open", "open"]


def test_somebody_is_invited_comes_and_is_asked_again(visit: Visit, server: Server) -> None:
    ada, grace = visit(), visit(size=PHONE)
    ada.open("#/you")
    ada.page.get_by_role("button", name="Change the portrait").click()
    ada.page.get_by_role("radio", name="Night", exact=True).check()
    ada.page.get_by_role("button", name="That is me").click()
    placed(ada, "Ada")
    placed(grace, "Grace")
    grace.open("#/lobby")
    ada.open("#/lobby")
    there = ada.page.get_by_role("list", name="Who is there")
    expect(there).to_contain_text("Grace")
    there.get_by_role("button", name="Invite Grace").click()
    assert accessibility_problems(ada.page) == []
    ada.page.get_by_role("group", name="Invite Grace to").get_by_role("button", name=GAME).click()
    table = table_shown(ada.page)
    expect(ada.page.get_by_role("list", name="Invited")).to_contain_text("Grace")

    grace.open("#/")
    asked = grace.page.get_by_role("region", name="Invitations")
    expect(asked).to_contain_text(f"Ada invites you to {GAME}.")
    expect(asked.locator(ADAS_PORTRAIT)).to_be_visible()
    assert accessibility_problems(grace.page) == []
    asked.get_by_role("link", name="To the table").click()
    grace.page.get_by_role("button", name="Sit down").click()
    for person in (ada, grace):  # she is seen by it at the table, and Grace, who has none, as everybody was before
        expect(person.page.get_by_role("list", name="Seats").locator("[data-portrait]")).to_have_count(1)
        expect(person.page.get_by_role("list", name="Seats").locator(ADAS_PORTRAIT)).to_be_visible()
    ada.page.get_by_role("button", name="Start the game").click()
    expect(grace.page.locator("main .chronicles").first).to_be_visible()
    expect(grace.page.locator(f".scores {ADAS_PORTRAIT}")).to_be_visible()
    (key,) = grace.page.evaluate(KEYS)[table]["seats"].values()
    assert server.call("POST", f"/api/tables/{table}/resign", key, body={}).status_code == 200

    grace.open("#/")
    ada.open("#/you")
    ada.page.get_by_role("button", name=f"The same company again: {GAME}").click()
    assert table_shown(ada.page) != table
    expect(asked).to_contain_text(f"Ada would like to play {GAME} with you again.", timeout=20_000)
    asked.get_by_role("button", name="No, thanks").click()
    expect(asked).to_have_count(0)
