"""The position of the day: one turn is played, the coach says how good it was, and the answer stands."""

import re
from collections.abc import Callable
from datetime import date

from browsers import PHONE, Visitor
from hands import make_move
from local_tables import without_server
from playwright.sync_api import expect

from ewala.coach.days import Day, day_on, stock_of

Visit = Callable[..., Visitor]
GAME = "chronicles-of-run"
TODAY, TOMORROW = date(2026, 11, 18), date(2026, 11, 19)


def day_of(when: date) -> Day:
    stock = stock_of(GAME)
    assert stock
    return stock.days[day_on(stock, when)]


def test_the_best_turn_of_a_day_is_found_without_a_server_and_the_answer_stands(visit: Visit) -> None:
    person = visit(size=PHONE)
    page = person.page
    page.clock.set_fixed_time(f"{TODAY}T12:00:00Z")
    person.open()
    page.get_by_role("link", name="The position of the day").click()
    page.get_by_role("link", name="The Chronicles of Run").click()
    expect(page.get_by_text("Find the best turn.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    without_server(person)
    make_move(page, *day_of(TODAY).best)
    expect(page.get_by_role("heading", name="The best turn!")).to_be_visible()
    expect(page.get_by_text("One day solved")).to_be_visible()
    expect(page.get_by_text("Did not find it")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="The best turn!")).to_be_visible()  # no second try

    page.clock.set_fixed_time(f"{TOMORROW}T00:00:00Z")
    page.reload()
    expect(page.get_by_text("Find the best turn.")).to_be_visible()
    best = day_of(TOMORROW)
    rune, _, slot = best.best[0].partition(">")
    make_move(page, f"{'2' if rune == '1' else '1'}>{slot}")  # the right place, but another rune
    expect(page.get_by_role("heading", name=re.compile(r"Number \d+ of \d+"))).to_be_visible()
    expect(page.get_by_text("Tomorrow there is another one")).to_be_visible()
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.locator(f"[data-slot='{slot}']")).to_be_visible()
