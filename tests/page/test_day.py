"""The position of the day: one turn is played, the coach says how good it was, and the answer stands."""

import re
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest
from actions import make_move
from browsers import PHONE, Visit, accessibility_problems, visitor
from local_tables import without_server
from playwright.sync_api import Browser, expect
from table_server import Clock, served

from ewala.games.daily_puzzles import Day, day_on, stock_of

GAME = "chronicles-of-run"
TODAY, TOMORROW = date(2026, 11, 18), date(2026, 11, 19)


def day_of(when: date, game: str = GAME) -> Day:
    stock = stock_of(game)
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


@pytest.mark.smoke
def test_a_turn_of_several_moves_can_be_begun_anew_and_counts_when_it_is_over(visit: Visit) -> None:
    person = visit()
    page = person.page
    page.clock.set_fixed_time(f"{TODAY}T12:00:00Z")
    person.open("#/day/kingdom-run")
    best = day_of(TODAY, "kingdom-run").best
    assert len(best) > 1
    make_move(page, best[0])
    page.get_by_role("button", name="Begin the turn anew").click()
    expect(page.get_by_role("button", name="Begin the turn anew")).to_have_count(0)
    for move in best:
        expect(page.get_by_text("Find the best turn.")).to_be_visible()
        make_move(page, move)
    expect(page.get_by_role("heading", name="The best turn!")).to_be_visible()
    assert accessibility_problems(page) == []


def test_who_has_answered_sees_what_others_chose(browser: Browser, tmp_path: Path) -> None:
    noon = datetime.combine(TODAY, time(12), UTC)
    with served(tmp_path, clock=Clock(int(noon.timestamp() * 1000))) as server:
        values = day_of(TODAY).values
        path, choices = f"/api/days/{GAME}/{TODAY}", list(values)
        rank = 1 + sum(value > values[choices[3]] for value in values.values())
        for choice in (choices[3], choices[3], choices[0]):
            assert server.call("POST", path, body={"choice": choice}).status_code == 200
        with visitor(browser, f"http://127.0.0.1:{server.port}", size=PHONE) as person:
            person.page.clock.set_fixed_time(noon)
            person.open(f"#/day/{GAME}")
            make_move(person.page, *day_of(TODAY).best)
            told = person.page.get_by_role("list", name="What others chose").get_by_role("listitem")
            expect(told).to_have_text(
                [re.compile(r"The best turn\s*yours\s*50 %"), re.compile(rf"Number {rank}\s*50 %")]
            )
            expect(person.page.get_by_text("4 answers so far")).to_be_visible()
            assert accessibility_problems(person.page) == []
        assert server.call("GET", path).json()["choices"] == {choices[0]: 2, choices[3]: 2}
