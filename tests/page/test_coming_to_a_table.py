"""Invitations: by link, by camera, to watch, to one's own seat on another device."""

import re

import pytest
from actions import read_qr_code, send_move, sit_at, turn_bar
from browsers import PHONE, Visit, Visitor, accessibility_problems
from local_tables import AT_A_SERVER, played_by, table_of
from playwright.sync_api import expect
from table_server import Server


def host_a_table(host: Visitor, game: str = "Kingdom Run") -> str:
    """Make a table with friends; the link that the page shows."""
    host.open()
    host.page.get_by_role("article", name=game, exact=True).get_by_role("link", name="With friends").click()
    if game == "Kingdom Run":
        host.page.get_by_role("group", name="Who begins?").get_by_role("radio", name="knights").check(force=True)
    host.page.get_by_role("button", name="Make the table").click()
    link = host.page.get_by_label("Whoever has this link can take a free seat")
    expect(link).to_be_visible()
    return link.input_value()


@pytest.mark.smoke
def test_a_friend_comes_by_the_link_sits_down_and_the_game_starts(visit: Visit) -> None:
    host, friend = visit(), visit(size=PHONE)
    link = host_a_table(host)
    friend.page.goto(link)
    expect(friend.page.get_by_role("link", name="New to Kingdom Run?")).to_have_attribute("href", "#/learn/kingdom-run")
    friend.page.get_by_label("What shall we call you?").fill("Bo")
    friend.page.get_by_role("button", name="Sit down: sorcerers").click()
    expect(friend.page.get_by_text("The host starts the game when everybody is here.")).to_be_visible()
    expect(host.page.get_by_text("Bo", exact=True).first).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    expect(turn_bar(host.page)).to_contain_text("Your turn")
    expect(turn_bar(friend.page)).to_contain_text("Guest's turn")


def test_the_code_on_the_screen_says_the_link(visit: Visit) -> None:
    for scheme in ("light", "dark"):
        host = visit(scheme=scheme, size=PHONE)
        link = host_a_table(host, "The Chronicles of Run")
        assert link == f"{host.address}/join/chronicles-of-run/en#/table/{table_of(host.page)}"
        code = host.page.get_by_role("img", name="QR code of the link")
        code.scroll_into_view_if_needed()
        assert read_qr_code(host.page, code) == link


@pytest.mark.smoke
def test_whoever_has_the_watch_link_sees_the_game_and_cannot_act(visit: Visit, server: Server) -> None:
    """Without it a game behind closed doors is not shown."""
    table = server.kingdom_run("KS")
    person = visit()
    page = person.open(f"#/table/{table.id}")
    expect(page.get_by_role("heading", name="Table not found")).to_be_visible()
    person.open(f"#/table/{table.id}/watch/{table.watch}")
    expect(turn_bar(page)).to_contain_text("Player K's turn")
    expect(page.locator("button[data-face], [data-next], [data-move]")).to_have_count(0)
    page.locator("[data-space='4']").press("Enter")
    expect(page.locator("[data-move]")).to_have_count(0)
    expect(page.get_by_text("Only players can chat.")).to_be_visible()
    send_move(table, "K", "r:-")
    expect(page.locator("[data-ply='2']")).to_be_visible()


def test_a_seat_is_taken_along_to_another_device(visit: Visit, server: Server) -> None:
    laptop, phone = visit(), visit(size=PHONE)
    host_a_table(laptop)
    laptop.page.get_by_text("Continue on another device").click()
    link = laptop.page.get_by_label("Your seat: knights").input_value()
    phone.page.goto(link)
    expect(phone.page.get_by_text("on this device", exact=True).first).to_be_visible()
    expect(phone.page).not_to_have_url(re.compile("seat"))  # the key does not stay in the address
    for clan in ("forest", "gnomes"):
        expect(laptop.page.get_by_role("button", name=re.compile(f"{clan}.*Not playing"))).to_be_visible()
    laptop.page.get_by_role("button", name="The Squire plays: sorcerers").click()
    laptop.page.get_by_role("button", name="Start the game").click()
    for device in (laptop, phone):
        expect(turn_bar(device.page)).to_contain_text("Your turn")
    phone.page.locator("[data-next]").click()
    for device in (laptop, phone):
        expect(device.page.locator("[data-ply]:not([data-ply='1'])")).to_be_visible()
    table = played_by(laptop.page, server)
    assert table.look(table.watch)["log"][1] == "r:-"


def test_a_game_against_the_computer_goes_on_on_another_device(visit: Visit, server: Server) -> None:
    laptop, phone = visit(), visit(size=PHONE)
    laptop.open()
    card = laptop.page.get_by_role("article", name="Kingdom Run", exact=True)
    card.get_by_role("button", name="Against the computer").click()
    expect(turn_bar(laptop.page)).to_contain_text("Your turn")
    laptop.page.get_by_role("tab", name="Table").click()
    here = played_by(laptop.page, server).look()["position"]
    laptop.page.get_by_text("Continue on another device").click()
    laptop.page.get_by_role("button", name="Take the game along").click()
    expect(laptop.page.get_by_text("This link is the key to your seat: whoever has it plays for you.")).to_be_visible()
    assert accessibility_problems(laptop.page) == []
    link = laptop.page.get_by_label("Your seat: knights").input_value()
    code = laptop.page.get_by_role("img", name="QR code of the link")
    code.scroll_into_view_if_needed()
    assert read_qr_code(laptop.page, code) == link
    phone.page.goto(link)
    expect(turn_bar(phone.page)).to_contain_text("Your turn")
    laptop.page.get_by_role("link", name="Go on there").click()
    laptop.page.wait_for_url(AT_A_SERVER)
    table = played_by(laptop.page, server)
    there = table.look(table.watch)
    assert there["position"]["text"] == here["text"]
    assert [seat["bot"] for seat in there["table"]["seats"]] == ["", "squire"]
    made = len(table.look(table.watch)["log"])
    phone.page.locator("[data-next]").click()
    for device in (laptop, phone):
        expect(device.page.locator(f"[data-ply='{made + 1}']")).to_be_visible()


def test_a_link_to_a_seat_that_nobody_gave_is_refused_in_words(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    stranger = visit()
    stranger.forgiven += ["404", "403"]
    stranger.open(f"#/table/{table.id}/seat/{'x' * 22}")
    expect(stranger.page.get_by_role("button", name="Try again")).to_be_visible()


def test_the_host_lets_a_bot_play_for_whoever_is_away(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    host, guest = visit(), visit()
    sit_at(guest, table, "S")
    sit_at(host, table, "K", host=True)
    expect(turn_bar(host.page)).to_contain_text("Your turn")
    replace = host.page.get_by_role("button", name="Let a bot play for Player S")
    expect(replace).to_have_count(0)
    guest.page.close()
    replace.click()
    expect(host.page.get_by_text("Player S: The Ranger is filling in")).to_be_visible()
    expect(replace).to_have_count(0)
    assert played_by(host.page, server).look(table.host)["table"]["seats"][1]["bot"] != ""
