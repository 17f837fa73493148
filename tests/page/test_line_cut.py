"""The line is cut in the middle of a turn: a loud sign, nothing lost, nothing made twice."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from actions import next_button, plies, send_move, sit_at, turn_bar
from browsers import CUT, Visit, Visitor, visitor
from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from table_server import Server, Spawned, Table

KEPT = "Your move is kept and sent as soon as the table answers."


def sit_and_forgive(person: Visitor, table: Table) -> None:
    person.forgiven += CUT
    expect(turn_bar(sit_at(person, table, "K"))).to_contain_text("Your turn")


def made_by_players(table: Table) -> list[str]:
    """All moves but those of the dice."""
    return [move for move in table.look(table.watch)["log"] if not move.startswith("!")]


@pytest.mark.smoke
def test_a_move_made_without_a_network_is_made_once_when_it_is_back(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    person = visit()
    sit_and_forgive(person, table)
    page = person.page
    person.context.set_offline(True)
    sign = page.get_by_role("alert").filter(has_text="No connection.")
    expect(sign.get_by_text("No connection.")).to_be_visible()
    next_button(page).click()  # keep all dice
    expect(sign).to_contain_text(KEPT)
    assert plies(table) == 1
    person.context.set_offline(False)
    expect(page.locator("[data-ply='2']")).to_be_visible()
    expect(sign).to_have_count(0)
    assert made_by_players(table) == ["r:-"]


@contextmanager
def on_the_same_port(folder: Path, port: int) -> Iterator[Spawned]:
    server = Spawned(folder, port)
    try:
        yield server
    finally:
        server.kill()


def test_a_move_made_while_the_server_is_down_is_made_once_when_it_is_up_again(
    browser: Browser, tmp_path: Path
) -> None:
    first = Spawned(tmp_path)
    try:
        table = first.kingdom_run("KS")
        with visitor(browser, f"http://127.0.0.1:{first.port}") as person:
            sit_and_forgive(person, table)
            page = person.page
            first.kill()
            sign = page.get_by_role("alert").filter(has_text="No connection.")
            expect(sign.get_by_text("No connection.")).to_be_visible()
            next_button(page).click()
            expect(sign).to_contain_text(KEPT)
            with on_the_same_port(tmp_path, first.port) as second:
                with suppress(PlaywrightTimeout):  # the page may have tried by itself just now
                    page.get_by_role("button", name="Try now").click(timeout=2_000)
                expect(page.locator("[data-ply]:not([data-ply='1'])")).to_be_visible()  # the dice are real ones
                expect(sign).to_have_count(0)
                assert made_by_players(Table(second, table.id, table.host, table.watch)) == ["r:-"]
    finally:
        if first.process.poll() is None:
            first.kill()


def test_what_happened_meanwhile_is_shown_when_the_line_is_back(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    person = visit()
    sit_and_forgive(person, table)
    person.context.set_offline(True)
    expect(person.page.get_by_text("No connection.")).to_be_visible()
    send_move(table, "K", "r:-")  # on another device
    person.context.set_offline(False)
    expect(person.page.locator("[data-ply='2']")).to_be_visible()
    expect(person.page.get_by_text("No connection.")).to_have_count(0)
