"""A club evening in browsers: opened, come to by a link, called to one's table, counted, shown on a wall."""

import json
from collections.abc import Callable

from browsers import PHONE, Visitor, accessibility_problems
from playwright.sync_api import Page, expect
from table_server import Server

Visit = Callable[..., Visitor]
KEYS = "() => JSON.parse(localStorage['ewala.keys'] ?? '{}')"


def open_evening(person: Visitor) -> str:
    """The address of a new evening, of the Chronicles."""
    page = person.page
    person.open("#/evening")
    page.get_by_label("What it is called").fill("Thursday at the Swan")
    page.get_by_role("radio", name="The Chronicles of Run").check()
    page.get_by_role("button", name="Open the evening").click()
    expect(page.get_by_role("heading", name="Thursday at the Swan")).to_be_visible()
    expect(page.get_by_role("heading", name="You lead this evening")).to_be_visible()
    return str(page.evaluate("() => location.hash"))


def come(page: Page, name: str) -> None:
    page.locator("main").get_by_label("Your name").fill(name)
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def go_to_table(page: Page) -> str:
    """Followed to one's table; its name."""
    page.get_by_role("button", name="To your table").click()
    page.wait_for_url("**/#/table/**")
    return str(page.evaluate("() => location.hash.split('/')[2]"))


def test_an_evening_from_the_first_link_to_the_last_place(visit: Visit, server: Server) -> None:
    ada, bo = visit(), visit(size=PHONE)
    where = open_evening(ada)
    come(ada.page, "Ada")
    bo.open(where)
    come(bo.page, "Bo")
    assert accessibility_problems(bo.page) == []

    guests = ada.page.get_by_role("list").filter(has_text="Bo")
    expect(guests).to_be_visible()
    ada.page.get_by_role("button", name="Begin round 1").click()
    expect(ada.page.get_by_text("You play with Bo.")).to_be_visible()
    expect(bo.page.get_by_text("You play with Ada.")).to_be_visible()
    assert accessibility_problems(ada.page) == []
    table = go_to_table(ada.page)
    assert go_to_table(bo.page) == table
    expect(bo.page.locator("main .chronicles").first).to_be_visible()

    (key,) = bo.page.evaluate(KEYS)[table]["seats"].values()
    answer = server.call("POST", f"/api/tables/{table}/resign", key, body={})
    assert answer.status_code == 200, answer.text
    for person in (ada, bo):
        back = person.page.get_by_role("link", name="Back to the evening")
        expect(back).to_be_visible()
        assert person.page.get_by_role("button", name="Rematch").count() == 0, "it goes on with others"
        back.click()
        first = person.page.get_by_role("table").get_by_role("row").nth(1)
        expect(first).to_contain_text("Ada")
        expect(first).to_contain_text("1")

    bo.page.get_by_role("button", name="I have to go").click()
    expect(bo.page.get_by_role("button", name="I am back")).to_be_visible()
    expect(ada.page.get_by_text("A round needs at least two people.")).to_be_visible()

    wall = ada.context.new_page()
    wall.goto(f"{ada.address}/{where}/wall")
    expect(wall.get_by_role("row").nth(1)).to_contain_text("Ada")
    expect(wall.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert accessibility_problems(wall) == []
    wall.close()

    ada.page.get_by_role("button", name="End the evening…").click()
    ada.page.get_by_role("button", name="End the evening", exact=True).click()
    expect(ada.page.get_by_text("This evening is over.").first).to_be_visible()
    kept = json.loads(ada.page.evaluate("() => localStorage['ewala.evenings']"))
    assert kept[where.split("/")[2]]["tables"] == [table]
