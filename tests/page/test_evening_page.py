"""A club evening in browsers: opened, come to by a link, called to one's table, counted, shown on a wall."""

import json
import random
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from browsers import PHONE, Visit, Visitor, accessibility_problems
from club import Evening, play_to_the_end, same_seats
from club import open_evening as open_over_http
from hosts import Host
from playwright.sync_api import Locator, Page, expect
from table_server import Server

KEYS = "() => JSON.parse(localStorage['ewala.keys'] ?? '{}')"


@pytest.fixture
def server(fresh_server: Server) -> Server:
    return fresh_server


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


@pytest.mark.smoke
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
    window = ada.context.new_page()
    window.goto(f"{ada.address}/{where}")
    expect(window.get_by_role("button", name="To your table")).to_be_visible()
    table = go_to_table(ada.page)
    assert go_to_table(window) == table, "who sits there already is led there all the same"
    window.close()
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


class Round(NamedTuple):
    """A round as the page shows it."""

    tables: list[list[str]]  # who sat there, who began first
    places: list[list[str]]
    pausing: list[str]


ROUNDS_SHOWN = """part => [...part.querySelectorAll('h3')].map((heading) => {
  const tables = [...heading.nextElementSibling.children];
  const people = (table) => [...table.querySelectorAll('ol li')];
  const after = heading.nextElementSibling.nextElementSibling;
  return [
    tables.map((table) => people(table).map((one) => one.firstChild.textContent)),
    tables.map((table) => people(table).map((one) => one.querySelector('span')?.textContent ?? '')),
    after?.tagName === 'P' ? [after.textContent] : [],
  ];
}).reverse()"""


def rounds_shown(page: Page) -> list[Round]:
    return [Round(*one) for one in page.get_by_role("region", name="Rounds").evaluate(ROUNDS_SHOWN)]


def standings_shown(page: Page) -> list[list[str]]:
    """Place, name, points, wins, tables."""
    rows = page.get_by_role("region", name="Standings").get_by_role("row")
    return [row.get_by_role("cell").or_(row.get_by_role("rowheader")).all_inner_texts() for row in rows.all()[1:]]


def look_up(page: Page) -> None:
    """What one does who takes the phone out of the pocket: pages look every few seconds, and then."""
    page.evaluate("() => dispatchEvent(new Event('visibilitychange'))")


def expect_soon(page: Page, what: Locator) -> None:
    look_up(page)
    expect(what).to_be_visible()


def test_eleven_people_four_rounds_and_one_who_leaves(visit: Visit, server: Server) -> None:
    """Dirk leads, Ada stays, Cleo has to go after two rounds: at the page. The others play over the API."""
    rng = random.Random(11)
    dirk, ada, cleo = visit(), visit(size=PHONE), visit(size=PHONE)
    with same_seats():
        where = open_evening(dirk)
        evening = Evening(server, where.split("/")[2])
        for person, name in ((ada, "Ada"), (cleo, "Cleo")):
            person.open(where)
            come(person.page, name)
        for number in range(3, 12):
            evening.come(f"Guest {number}")
    wall = dirk.context.new_page()
    wall.goto(f"{dirk.address}/{where}/wall")

    for number in (1, 2, 3, 4):
        begin = dirk.page.get_by_role("button", name=f"Begin round {number}")
        expect_soon(dirk.page, begin.and_(dirk.page.locator(":enabled")))
        begin.click()
        expect(dirk.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()
        now = rounds_shown(dirk.page)[-1]
        expect_soon(wall, wall.get_by_role("heading", name=f"Round {number}"))
        assert rounds_shown(wall) == [now], "the wall shows where everybody sits now"
        tables = {table.id: table for table in evening.sit_all()}
        called = [
            person for person, name in ((ada, "Ada"), (cleo, "Cleo")) if any(name in seats for seats in now.tables)
        ]
        for person in called:
            name = "Ada" if person is ada else "Cleo"
            (others,) = [[one for one in seats if one != name] for seats in now.tables if name in seats]
            expect_soon(person.page, person.page.get_by_text(f"You play with {others[0]}."))
            where_to = go_to_table(person.page)
            expect(person.page.locator("main .chronicles").first).to_be_visible()
            tables[where_to].keys |= person.page.evaluate(KEYS)[where_to]["seats"]
        for table in tables.values():
            play_to_the_end(table, rng)
        for person in called:
            person.page.get_by_role("link", name="Back to the evening").click()
            expect(person.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()
        if number == 2:
            cleo.page.get_by_role("button", name="I have to go").click()
            expect(cleo.page.get_by_text("You have left. Your results stay.")).to_be_visible()
            expect_soon(dirk.page, dirk.page.get_by_role("button", name="Cleo is back"))

    look_up(dirk.page)
    expect(dirk.page.get_by_text("Tables still playing")).to_have_count(0)
    held = rounds_shown(dirk.page)
    assert [len(one.tables) for one in held] == [5, 5, 5, 5]
    assert [len(one.pausing) for one in held] == [1, 1, 0, 0], "of eleven one pauses, of ten nobody"
    assert held[0].pausing != held[1].pausing
    met = [frozenset(seats) for one in held for seats in one.tables]
    assert len(set(met)) == 20, "nobody meets anybody twice"
    assert ["Cleo" in {name for seats in one.tables for name in seats} for one in held[2:]] == [False, False]
    begun = Counter(seats[0] for one in held for seats in one.tables)
    stayed = ["Ada", *evening.names.values()]
    assert all(1 <= begun[name] <= 3 for name in stayed), "who begins takes turns"

    standings = standings_shown(dirk.page)
    assert sorted(name for _, name, *_ in standings) == sorted([*stayed, "Cleo"])
    assert {name: float(points) for _, name, points, *_ in standings} == points_of(held)
    assert [float(row[2]) for row in standings] == sorted(points_of(held).values(), reverse=True)
    for page in (ada.page, cleo.page, wall):
        look_up(page)
        rows = page.get_by_role("region", name="Standings").locator("tbody tr")
        expect(rows).to_have_text(["".join(row) for row in standings])
    assert accessibility_problems(dirk.page) == []

    Host(server).do("POST", "/announcements", {"text": "The bar closes at ten.", "language": "en", "minutes": 0})
    dirk.page.reload()
    expect(dirk.page.get_by_text("From your host")).to_be_visible()
    dirk.page.emulate_media(media="print")
    for shown in ("Standings", "Rounds"):
        expect(dirk.page.get_by_role("region", name=shown)).to_be_visible()
    for left_out in ("From your host", "You lead this evening", "The link for everybody who comes", "Begin round 5"):
        expect(dirk.page.get_by_text(left_out)).to_be_hidden()
    wall.close()


def points_of(held: list[Round]) -> dict[str, float]:
    """What the shown places come to: 1 for a win, half for a draw and for a pause."""
    points: dict[str, float] = defaultdict(float)
    for one in held:
        for seats, places in zip(one.tables, one.places, strict=True):
            drawn = places[0] == places[1]
            for name, place in zip(seats, places, strict=True):
                points[name] += 0.5 if drawn else float(place == "place 1")
        for said in one.pausing:
            points[said.removeprefix("Pausing: ")] += 0.5
    return points


def test_an_arena_says_until_when_and_shows_all_its_tables(visit: Visit, server: Server) -> None:
    evening = open_over_http(server, game="chronicles-of-run", kind="arena", minutes=30)
    person = visit(size=PHONE)
    page = person.page
    for name in ("Ada", "Bo", "Cleo", "Dirk"):
        evening.come(name)
        evening.seen()
    person.open(f"#/evening/{evening.id}/wall")
    expect(page.get_by_text("whoever is free is paired at once, until")).to_be_visible()
    expect(page.get_by_role("region", name="Tables").get_by_text("sitting down")).to_have_count(2)
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=1))
    person.open(f"#/evening/{evening.id}")
    come(page, "Late")
    expect(page.get_by_text("The time is over: nobody is paired any more.")).to_be_visible()
