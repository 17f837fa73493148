"""A game that the page has no folder for: known from /api/games alone, it is played with the plain board.

The page is the built one, but that its registry knows the first game under another name: so that game is a stranger
to it, and the server plays it as ever.
"""

import pytest
from actions import finished, hold, turn_bar
from browsers import PHONE, Visit, Visitor, accessibility_problems, each
from playwright.sync_api import Page, Route, expect
from table_server import Server, Table

GAME = "chronicles-of-run"
TITLE = "The Chronicles of Run"


def estranged(person: Visitor) -> None:
    """Let the page's registry not know the game."""
    found: list[str] = []

    def hide(route: Route) -> None:
        answer = route.fetch()
        code = answer.text()
        listed = f'"{GAME}":()=>'
        found.extend([route.request.url] if listed in code else [])
        route.fulfill(response=answer, body=code.replace(listed, '"nobody":()=>'))

    person.page.route("**/assets/index-*.js", hide)
    person.open()
    expect(person.page.get_by_role("article", name=TITLE, exact=True)).to_be_visible()
    assert found


def offered(page: Page) -> list[str]:
    buttons = page.locator("[data-move]")
    expect(buttons.first).to_be_enabled()
    return [str(button.get_attribute("data-move")) for button in each(buttons)]


@pytest.mark.parametrize("size", [PHONE, (1440, 900)])
def test_a_strange_game_is_played_to_its_end(visit: Visit, server: Server, size: tuple[int, int]) -> None:
    person = visit(size=size)
    estranged(person)
    page = person.page
    page.get_by_role("article", name=TITLE, exact=True).get_by_role("link", name="All settings").click()
    page.get_by_role("radio", name="On this device").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("main img").first).to_be_visible()
    for turn in range(200):
        expect(turn_bar(page).or_(page.get_by_role("heading", name="wins!")).first).to_be_visible()
        if page.locator("#result-title").is_visible():
            break
        moves = page.locator("[data-move]:enabled")
        end = page.get_by_role("button", name="End turn")
        moves.first.or_(end).or_(page.locator("#result-title")).first.wait_for()
        if end.is_visible():
            end.click()
            end.wait_for(state="hidden")
            continue
        if moves.count():
            before = page.locator("img").first.get_attribute("src")
            moves.nth(turn % moves.count()).click()
            page.wait_for_function(
                "old => document.querySelector('main img')?.src !== old || document.querySelector('#result-title')",
                arg=before,
            )
    expect(page.locator("#result-title")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("button", name="Copy the link to this position")).to_be_visible()
    expect(page.locator("main img").first).to_be_visible()
    page.locator("body").press("End")
    expect(page.locator("#result-title")).to_be_visible()


@pytest.mark.smoke
def test_moves_are_chosen_by_keyboard_and_said_in_words(visit: Visit, server: Server) -> None:
    table: Table = server.chronicles()
    seat = table.seat_to_act()
    person = visit()
    hold(person, table, seat)
    estranged(person)
    person.open(f"#/table/{table.id}")
    page = person.page
    expect(turn_bar(page)).to_contain_text("Choose a move.")
    assert offered(page) == table.look(table.keys[seat])["position"]["moves"]
    expect(page.locator("[data-move] span").first).to_contain_text(f"Player {seat}")
    page.locator("[data-move]").nth(3).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-move]")).to_have_count(0)
    assert table.seat_to_act() != seat
    assert accessibility_problems(page) == []


def test_lobby_waiting_room_and_replay_know_it_too(visit: Visit, server: Server) -> None:
    server.table(GAME, listed=True)
    person = visit()
    estranged(person)
    page = person.page
    person.open("#/lobby")
    expect(page.get_by_role("link", name=f"A table for {TITLE}")).to_be_visible()
    page.get_by_role("link", name=f"Join or watch: {TITLE}").click()
    expect(page.get_by_role("button", name="Sit down: order")).to_be_visible()
    page.locator("summary", has_text="Rules of this table").click()
    expect(page.get_by_text("block", exact=True)).to_be_visible()
    played = finished(server, GAME)
    person.open(f"#/replay/{played.id}/0/{played.watch}")
    expect(page.locator("main img").first).to_be_visible()
    first = page.locator("main img").first.get_attribute("src")
    page.get_by_role("button", name="Next move").click()
    expect(page.locator("main img").first).not_to_have_attribute("src", str(first))


def test_a_strange_game_is_pictured_as_whoever_watches_may_see_it(visit: Visit, server: Server) -> None:
    """In a replay, and at a table, where the server draws it once more for somebody who only watches."""
    table, over = server.chronicles(), finished(server, GAME)
    for where in (f"#/replay/{over.id}/12", f"#/table/{table.id}"):
        person = visit()
        hold(person, table, table.seat_to_act(), watch=True)
        estranged(person)
        person.open(where)
        if "table" in where:
            person.page.get_by_role("tab", name="Table").click()
        person.page.get_by_role("button", name="Save a picture").click()
        picture = person.page.get_by_role("dialog").get_by_role("img")
        expect(picture).to_be_visible()
        drawn = picture.evaluate(
            """image => {
              const paper = new OffscreenCanvas(60, 60).getContext("2d");
              paper.drawImage(image, 0, 0, 60, 60);
              const pixels = new Uint32Array(paper.getImageData(0, 0, 60, 60).data.buffer);
              return [image.naturalWidth, new Set(pixels).size];
            }"""
        )
        assert drawn[0] >= 1200
        assert drawn[1] > 50
