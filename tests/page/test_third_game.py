"""A game that the page has no folder for: known from /api/games alone, it is played with the plain board."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from actions import hold, send_move, turn_bar
from browsers import DESKTOP, PHONE, Visit, Visitor, accessibility_problems, each
from local_tables import played_by
from playwright.sync_api import Route, expect
from table_server import Server, Table, served

import ewala

GAME, TITLE = "race-of-pebbles", "A Race of Pebbles"
MOST = 120  # presses: more than any game of 12 steps needs


@pytest.fixture
def server(third_game: str, tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path, absent_seconds=0) as running:
        yield running


def begun(server: Server) -> Table:
    table = server.table(GAME, options={"players": "AB"})
    table.sit("A", "Ana")
    table.sit("B", "Bo")
    table.start()
    return table


def test_a_game_against_a_bot_is_played_to_its_end_by_buttons_and_replayed(visit: Visit, server: Server) -> None:
    page = visit(size=PHONE).open()
    card = page.get_by_role("article", name=TITLE, exact=True)
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
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("button", name="Copy the link to this position")).to_be_visible()
    picture = page.locator("main img").first
    first = str(picture.get_attribute("src"))
    page.get_by_role("button", name="Next move").click()
    expect(picture).not_to_have_attribute("src", first)
    page.locator("body").press("End")
    expect(result).to_be_visible()


@pytest.mark.smoke
def test_moves_are_chosen_by_keyboard_and_the_hand_of_another_is_nowhere_on_the_page(
    visit: Visit, server: Server
) -> None:
    """Somebody watches while the nut is hidden: the page shows that it is, and not where."""
    table = begun(server)
    ana = hold(visit(), table, "A").open(f"#/table/{table.id}")
    watching = hold(visit(), table, watch=True).open(f"#/table/{table.id}")
    expect(watching.get_by_text("phase:hide").first).to_be_attached()
    expect(turn_bar(ana)).to_contain_text("Choose a move.")
    moves = ana.locator("[data-move]")
    expect(moves.first).to_be_enabled()
    offered = table.look(table.keys["A"])["position"]["moves"]
    assert [move.get_attribute("data-move") for move in each(moves)] == offered
    expect(moves.locator("span").first).to_contain_text("Ana")  # said in words
    moves.nth(offered.index("hide:R")).focus()
    ana.keyboard.press("Enter")
    expect(moves).to_have_count(0)
    assert table.seat_to_act() == "B"
    assert accessibility_problems(ana) == []
    expect(watching.get_by_role("img", name="hand:?").first).to_be_visible()
    assert "hide:R" not in watching.content()
    assert "guess:R" not in watching.content()


def test_lobby_and_waiting_room_know_it_too(visit: Visit, server: Server) -> None:
    server.table(GAME, listed=True)
    page = visit().open("#/lobby")
    expect(page.get_by_role("link", name=f"A table for {TITLE}")).to_be_visible()
    page.get_by_role("link", name=f"Join or watch: {TITLE}").click()
    expect(page.get_by_role("button", name="Sit down: amber")).to_be_visible()
    page.locator("summary", has_text="Rules of this table").click()
    expect(page.get_by_text("12", exact=True)).to_be_visible()


def test_it_is_pictured_as_whoever_watches_may_see_it(visit: Visit, server: Server) -> None:
    """At a table, where the server draws it once more for somebody who only watches, and in a replay."""
    running, over = begun(server), begun(server)
    send_move(running, "A", "hide:R")
    while (position := over.look(*over.keys.values())["position"]).get("to_act") in over.keys:
        send_move(over, position["to_act"], position["moves"][0])
    for where in (f"#/table/{running.id}", f"#/replay/{over.id}/3/{over.watch}"):
        page = hold(visit(), running, "A", watch=True).open(where)
        if "table" in where:
            page.get_by_role("tab", name="Table").click()
        page.get_by_role("button", name="Save a picture").click()
        picture = page.get_by_role("dialog").get_by_role("img")
        expect(picture).to_be_visible()
        width, colours = picture.evaluate(
            """image => {
              const paper = new OffscreenCanvas(60, 60).getContext("2d");
              paper.drawImage(image, 0, 0, 60, 60);
              const pixels = new Uint32Array(paper.getImageData(0, 0, 60, 60).data.buffer);
              return [image.naturalWidth, new Set(pixels).size];
            }"""
        )
        assert width >= 1200
        assert colours > 50


# --- Without a server: there are only games that the page was built with

KNOWN, KNOWN_TITLE = "chronicles-of-run", "The Chronicles of Run"


def estranged(person: Visitor) -> None:
    """Let the page's registry not know one of them."""
    found: list[str] = []

    def hide(route: Route) -> None:
        answer = route.fetch()
        code = answer.text()
        listed = f'"{KNOWN}":()=>'
        found.extend([route.request.url] if listed in code else [])
        route.fulfill(response=answer, body=code.replace(listed, '"nobody":()=>'))

    person.page.route("**/assets/index-*.js", hide)
    person.open()
    expect(person.page.get_by_role("article", name=KNOWN_TITLE, exact=True)).to_be_visible()
    assert found


def test_on_one_device_a_strange_game_is_played_to_its_end(visit: Visit) -> None:
    person = visit(size=DESKTOP)
    estranged(person)
    page = person.page
    page.get_by_role("article", name=KNOWN_TITLE, exact=True).get_by_role("link", name="All settings").click()
    page.get_by_role("radio", name="On this device").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("main img").first).to_be_visible()
    moves, end, result = (
        page.locator("[data-move]:enabled"),
        page.get_by_role("button", name="End turn"),
        page.locator("#result-title"),
    )
    for turn in range(200):
        moves.first.or_(end).or_(result).first.wait_for()
        if result.is_visible():
            break
        if end.is_visible():
            end.click()
            end.wait_for(state="hidden")
        elif moves.count():
            before = page.locator("img").first.get_attribute("src")
            moves.nth(turn % moves.count()).click()
            page.wait_for_function(
                "old => document.querySelector('main img')?.src !== old || document.querySelector('#result-title')",
                arg=before,
            )
    expect(result).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("main img").first).to_be_visible()
    page.locator("body").press("End")
    expect(result).to_be_visible()
