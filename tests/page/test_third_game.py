"""The third game on the page, which has never heard of it: the plain board does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from actions import hold, send_move
from browsers import PHONE, Visit, accessibility_problems
from local_tables import played_by
from playwright.sync_api import expect
from table_server import Server, served

import ewala

MOST = 120  # presses: more than any game of 12 steps needs


@pytest.fixture
def server(third_game: str, tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path, absent_seconds=0) as running:
        yield running


@pytest.mark.parametrize("size", [PHONE, (1440, 900)])
def test_a_game_against_a_bot_is_played_to_its_end_by_buttons(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    page = visit(size=size).open()
    card = page.get_by_role("article", name="A Race of Pebbles", exact=True)
    card.get_by_role("button", name="Against the computer").click()
    table = played_by(page, server)
    result, end = page.locator("#result-title"), page.get_by_role("button", name="End turn")
    page.locator("[data-move]:enabled").first.wait_for()
    assert accessibility_problems(page) == []
    for press in range(MOST):
        kind = ("hide", "guess")[press % 2]  # of two players, each does one after the other (RP-2.4)
        buttons = page.locator(f"[data-move^='{kind}:']:enabled")
        buttons.first.or_(result).or_(end).first.wait_for()
        if end.is_visible():
            end.click()
            buttons.first.or_(result).first.wait_for()
        if result.is_visible():
            break
        buttons.nth(press // 2 % 2).click()
    expect(result).to_be_visible()
    record = ewala.read_record(table.record(table.watch))
    assert record.state.to_act is None
    assert record.verify() > 0


@pytest.mark.smoke
def test_the_hand_of_another_is_nowhere_on_the_page(visit: Visit, server: Server) -> None:
    """Somebody watches while the nut is hidden: the page shows that it is, and not where."""
    table = server.table("race-of-pebbles", options={"players": "AB"})
    table.sit("A", "Ana")
    table.sit("B", "Bo")
    table.start()
    page = hold(visit(), table, watch=True).open(f"#/table/{table.id}")
    expect(page.get_by_text("phase:hide").first).to_be_attached()
    send_move(table, "A", "hide:R")
    shown = page.get_by_role("img", name="hand:?")
    expect(shown.first).to_be_visible()
    assert "hide:R" not in page.content()
    assert "guess:R" not in page.content()
