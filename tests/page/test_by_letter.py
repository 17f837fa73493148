"""Where the host sends mail: from an address to letters that tell one's turn, to oneself on another device, and to none
of it any more."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from actions import call_oneself, called, hold, keep_place, turn_bar
from browsers import DESKTOP, PHONE, Visitor, accessibility_problems, visitor
from mail_server import MailServer, mail_server
from playwright.sync_api import Browser, Page, expect
from table_server import Clock, Server, served
from waiting import until

ADDRESS = "ada@home.example"
LINK = re.compile(r"http://\S+")


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(tmp_path: Path, clock: Clock, post: MailServer) -> Iterator[Server]:
    with served(tmp_path, clock=clock, mail=post.url, mail_from="ewala@club.example") as running:
        yield running


def test_from_an_address_to_letters_to_another_device_and_to_no_more_of_them(
    browser: Browser, server: Server, post: MailServer, clock: Clock
) -> None:
    host = f"http://127.0.0.1:{server.port}"
    with visitor(browser, host, size=PHONE) as person:
        table = server.kingdom_run("KS")
        hold(person, table, "K")
        person.open("#/you")
        call_oneself(person.page, "Ada")
        with person.page.expect_response(f"**/api/me/seats/{table.id}/K"):
            keep_place(person.page)
        _name_the_address(person, post)
        person.page.close()
        clock.advance(30)
        until(lambda: len(post.to(ADDRESS)) == 2)
        to_table, to_stop = LINK.findall(post.text_to(ADDRESS))
        page = person.context.new_page()
        page.goto(to_table)
        expect(turn_bar(page)).to_contain_text("Your turn")

    with visitor(browser, host, size=DESKTOP) as elsewhere:
        page = elsewhere.page
        _become_oneself_again(elsewhere, post)
        page.goto(to_stop)
        assert accessibility_problems(page) == []
        page.get_by_role("button", name="Send me no more letters").click()
        expect(page.get_by_text("This host has forgotten your address.")).to_be_visible()
        elsewhere.open("#/you")
        _unfold(page)
        expect(page.get_by_label("Your mail address")).to_be_visible()


def _unfold(page: Page) -> None:
    page.get_by_text("By mail, too").click()


def _name_the_address(person: Visitor, post: MailServer) -> None:
    page = person.page
    _unfold(page)
    page.get_by_label("Your mail address").fill(ADDRESS)
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text(f"A code is on its way to {ADDRESS}.")).to_be_visible()
    assert accessibility_problems(page) == []
    person.forgiven.append("403")
    page.get_by_label("The code from the letter").fill("AAAAA-AAAAA")
    page.get_by_role("button", name="That is me").click()
    expect(page.get_by_role("alert")).to_contain_text("not the code that was sent last")
    page.get_by_label("The code from the letter").fill(post.code_to(ADDRESS).lower())
    page.get_by_role("button", name="That is me").click()
    expect(page.get_by_role("button", name="Take the address away")).to_be_visible()
    assert accessibility_problems(page) == []


def _become_oneself_again(person: Visitor, post: MailServer) -> None:
    """On a device that knows nothing, with none of the others."""
    page, before = person.page, len(post.letters)
    person.open("#/you")
    page.get_by_text("I have a place here already").click()
    page.get_by_label("Or the mail address").fill(ADDRESS.upper())
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_text("a code is on its way there")).to_be_visible()
    assert accessibility_problems(page) == []
    until(lambda: len(post.letters) == before + 1)
    page.get_by_label("The code from the letter").fill(post.code_to(ADDRESS))
    page.locator("form", has_text="The code from the letter").get_by_role("button", name="Take my place").click()
    expect(page.get_by_role("heading", name="Your place at this host")).to_be_visible()
    expect(called(page)).to_have_value("Ada")
