"""A new table: opponents for each seat, boards and tiles of one's own."""

import pytest
from actions import moves_now, next_button, plies, turn_bar
from browsers import DESKTOP, PHONE, Visit, Visitor, accessibility_problems
from devices import Frame
from local_tables import played_by
from players import Curious, Hand
from playwright.sync_api import Locator, Page, expect
from table_server import Server

# --- Opponents


def card(person: Visitor, title: str) -> Locator:
    return person.page.get_by_role("article", name=title, exact=True)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_level_is_chosen_and_played_against_in_two_presses(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    person = visit(size=size)
    page = person.open()
    kingdom_run = card(person, "Kingdom Run")
    kingdom_run.get_by_role("radio", name="The Ranger").check(force=True)
    expect(kingdom_run).to_contain_text("Plans a whole turn ahead")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    kingdom_run.get_by_role("button", name="Against the computer").click()
    expect(turn_bar(page)).to_contain_text("Your turn")
    table = played_by(page, server)
    seats = {seat["seat"]: seat for seat in table.look(table.watch)["table"]["seats"]}
    assert seats["S"]["bot"] == "ranger"
    expect(page.locator("[data-chip='S']")).to_contain_text("The Ranger")
    expect(page.locator("[data-chip='S'] .name svg")).to_be_visible()
    ply = plies(table)
    next_button(page).click()  # the dice are kept
    expect(page.locator(f"[data-ply]:not([data-ply='{ply}'])")).to_be_visible()
    assert table.look(table.watch)["log"][ply] == "r:-"
    hand, choose, end = Hand(person, None, "K"), Curious(), page.get_by_role("button", name="End turn")
    while moves_now(table, "K"):  # until the turn waits to be ended
        ply = plies(table)
        hand.act(choose(hand.await_ply(ply)))
        expect(page.locator(f"[data-ply='{ply + 1}']")).to_be_visible()
    end.click()
    if size == PHONE:
        page.get_by_role("tab", name="What happened").click()
    expect(page.get_by_role("listitem").filter(has_text="The Ranger (sorcerers)").last).to_be_visible()
    assert [url for url in asked if "/assets/" not in url] == []  # of the server, nothing but files


@pytest.mark.smoke
def test_the_second_level_is_chosen_at_first_and_the_last_one_remembered(visit: Visit) -> None:
    person = visit()
    page = person.open()
    chronicles = card(person, "The Chronicles of Run")
    expect(chronicles.get_by_role("radio", name="The Minstrel")).to_be_checked()
    chronicles.get_by_role("radio", name="The Minstrel").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(chronicles.get_by_role("radio", name="The Warlord")).to_be_checked()
    expect(chronicles.get_by_role("radio", name="The Warlord")).to_have_accessible_description(
        "Level 4 of 5. Weighs every bid against every answer, and bluffs."
    )
    page.reload()
    expect(card(person, "The Chronicles of Run").get_by_role("radio", name="The Warlord")).to_be_checked()
    expect(card(person, "Kingdom Run").get_by_role("radio", name="The Squire")).to_be_checked()


def test_each_seat_of_a_new_table_has_its_own_level(visit: Visit, server: Server) -> None:
    page = visit().open("#/new/kingdom-run/computer")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    for side, now, wanted in (
        ("sorcerers", "The Squire", "The Dormouse"),
        ("people of the forest", "The Ranger", "The Sorceress"),
    ):
        page.get_by_role("button", name=f"{side}: {now}").click()
        group = page.get_by_role("group", name=f"Who plays: {side}")
        group.get_by_role("radio", name=wanted).check(force=True)
        expect(page.get_by_role("button", name=f"{side}: {wanted}")).to_be_visible()
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Play now").click()
    expect(turn_bar(page)).to_contain_text("Your turn")
    table = played_by(page, server)
    bots = {seat["seat"]: seat["bot"] for seat in table.look(table.watch)["table"]["seats"]}
    assert bots == {"K": "", "S": "dormouse", "F": "sorceress", "G": ""}


# --- Boards of one's own: refused with a reason while choosing, else played


def play_button(page: Page) -> Locator:
    return page.locator(".go button.main")


def played(page: Page, server: Server) -> Frame:
    table = played_by(page, server)
    return table.look(table.host)


def open_builder(person: Visitor, game: str, part: str) -> Page:
    person.open(f"#/new/{game}/computer")
    person.page.locator("summary").get_by_text(part, exact=True).click()
    return person.page


@pytest.mark.smoke
def test_a_circuit_that_the_rules_refuse_says_why_and_cannot_be_played(visit: Visit) -> None:
    person = visit()
    person.forgiven.append("400")
    page = open_builder(person, "kingdom-run", "Racetrack")
    expect(page.get_by_text("This racetrack is valid.")).to_be_visible()
    page.get_by_role("button", name="Turn board A over").click()
    reason = page.get_by_role("alert").filter(has_text="lakes")
    expect(reason).to_be_visible()
    expect(reason.get_by_role("link", name="KR-2.2")).to_have_attribute("href", "#/rules/kingdom-run/KR-2.2")
    expect(play_button(page)).to_be_disabled()
    page.get_by_role("button", name="Turn board B over").click()
    expect(page.get_by_text("This racetrack is valid.")).to_be_visible()
    expect(play_button(page)).to_be_enabled()


def test_boards_are_ordered_and_turned_by_keyboard_and_the_table_has_them(visit: Visit, server: Server) -> None:
    person = visit()
    person.forgiven.append("400")
    page = open_builder(person, "kingdom-run", "Racetrack")
    page.get_by_role("button", name="Board C: one place earlier").press("Enter")
    expect(page.get_by_role("button", name="Board C: one place earlier")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Turn board C over").press(" ")
    page.get_by_role("button", name="Turn board A over").press("Enter")
    page.get_by_role("button", name="Turn board B over").press("Enter")
    expect(page.get_by_text("second side up")).to_have_count(3)
    expect(page.get_by_text("This racetrack is valid.")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    play_button(page).press("Enter")
    expect(turn_bar(page)).to_contain_text("Your turn")
    boards = {game["name"]: game for game in server.call("GET", "/api/games").json()}["kingdom-run"]["details"][
        "boards"
    ]
    circuit = played(page, server)["table"]["parameters"]["circuit"]
    assert circuit.split(" ")[0].split("|")[1:4] == [boards[board][1] for board in "CAB"]


def test_boards_of_ones_own_are_checked_and_played(visit: Visit, server: Server) -> None:
    person = visit()
    person.forgiven.append("400")
    page = open_builder(person, "kingdom-run", "Racetrack")
    page.get_by_role("radio", name="Boards of your own").check()
    page.get_by_role("button", name="Space 5, worth 2").click()  # a fourth lake
    expect(page.get_by_role("alert").get_by_role("link", name="KR-2.2")).to_be_visible()
    expect(play_button(page)).to_be_disabled()
    page.get_by_role("button", name="Space 6, a lake, worth 2").click()
    expect(page.get_by_text("This racetrack is valid.")).to_be_visible()
    play_button(page).click()
    expect(turn_bar(page)).to_contain_text("Your turn")
    spaces = played(page, server)["table"]["parameters"]["circuit"].split(" ")[0].replace("|", "")
    assert spaces[4:6] == "~o"


def test_tiles_that_do_not_touch_are_refused_and_others_lie_as_they_were_put(visit: Visit, server: Server) -> None:
    person = visit()
    person.forgiven.append("400")
    page = open_builder(person, "chronicles-of-run", "Tile layout")
    page.get_by_role("radio", name="Your own").check()
    expect(page.get_by_text("This layout is allowed.")).to_be_visible()
    page.get_by_role("button", name="Tile 9 on 2,2").press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Tile 9 on 4,2")).to_be_focused()
    expect(page.get_by_role("alert").get_by_role("link", name="CR-2.1")).to_be_visible()
    expect(play_button(page)).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("This layout is allowed.")).to_be_visible()
    play_button(page).click()
    expect(turn_bar(page)).to_contain_text("Your turn")
    layout = played(page, server)["table"]["parameters"]["layout"]
    assert layout == "0,0;1,0;2,0;0,1;1,1;2,1;0,2;1,2;3,1"


def test_a_preset_is_chosen_with_one_press(visit: Visit, server: Server) -> None:
    person = visit()
    page = open_builder(person, "chronicles-of-run", "Tile layout")
    page.get_by_role("radio", name="Ring").check()
    play_button(page).click()
    expect(turn_bar(page)).to_contain_text("Your turn")
    assert played(page, server)["table"]["parameters"]["layout"] == "ring"
