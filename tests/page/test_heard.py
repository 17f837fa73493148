"""Who cannot see the board hears what happens, and finds the whole position as a list."""

import pytest
from actions import send_move
from browsers import Visit
from playwright.sync_api import expect
from scene_setup import at, play, seated
from table_server import Server


@pytest.mark.smoke
def test_what_another_does_is_announced(visit: Visit, server: Server) -> None:
    table = seated(server, "kingdom-run", "KS")
    play(table, lambda position: position["to_act"] == "S")
    person = visit()
    at(table, "K").opened_by(person.page, person.address)
    expect(person.page.get_by_label("The turn").get_by_text("Bo's turn")).to_be_visible()
    send_move(table, "S", "r:-")
    expect(person.page.locator(".heard[aria-live=polite]")).to_contain_text("Bo (sorcerers) keeps all dice.")


def test_ones_own_turn_is_announced_with_what_to_do(visit: Visit, server: Server) -> None:
    table = seated(server, "chronicles-of-run", "OC")
    mine = table.seat_to_act()
    person = visit()
    at(table, mine).opened_by(person.page, person.address)
    expect(person.page.locator(".heard[aria-live=polite]")).to_contain_text("Your turn. Choose a rune and a slot.")


@pytest.mark.smoke
def test_the_circuit_is_a_list_of_spaces_with_who_stands_there(visit: Visit, server: Server) -> None:
    table = seated(server, "kingdom-run", "KS")
    person = visit()
    at(table, "K").opened_by(person.page, person.address)
    spaces = person.page.get_by_role("list", name="Spaces").or_(person.page.locator(".heard ol").first).first
    expect(spaces).to_contain_text("Space 4")
    expect(spaces).to_contain_text("knights: 1 awake")
    expect(person.page.get_by_text("Ada (knights): tokens 6, score 12")).to_be_attached()


def test_the_tiles_are_a_list_of_zones_with_their_slots(visit: Visit, server: Server) -> None:
    table = seated(server, "chronicles-of-run", "OC")
    person = visit()
    at(table, table.seat_to_act()).opened_by(person.page, person.address)
    expect(person.page.get_by_text("Fortress of Cadmium, zone 5, power 2")).to_be_attached()
    expect(person.page.get_by_text("Unused runes of chaos (Bo): Jynz 1")).to_be_attached()
