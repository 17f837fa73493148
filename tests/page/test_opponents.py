"""Five opponents for each game: chosen by pointer or keyboard, remembered, and played against."""

import pytest
from actions import moves_now, next_button, plies, turn_bar
from browsers import DESKTOP, PHONE, Visit, Visitor, accessibility_problems
from local_tables import played_by
from players import Curious, Hand
from playwright.sync_api import Locator, expect
from table_server import Server


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


def test_the_titles_are_in_the_readers_language(visit: Visit) -> None:
    person = visit(language="fr")
    page = person.open()
    expect(page.get_by_role("radio", name="Le Loir")).to_have_count(1)
    expect(card(person, "Kingdom Run")).to_contain_text("L’Écuyer")
