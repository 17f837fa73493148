"""The host's desk in a browser: opened by its link, and what a player notices of what is done there."""

import pytest
from browsers import PHONE, Visit, accessibility_problems
from hosts import Host
from playwright.sync_api import expect
from table_server import Server

SAID = "At ten this server is updated."


@pytest.mark.smoke
def test_a_host_mutes_announces_and_closes_and_a_player_sees_it(visit: Visit, server: Server) -> None:
    host = Host(server)
    table = server.chronicles(title="Friday evening")
    ada, bo = visit(size=PHONE), visit()

    ada.open(f"#/desk/{host.key}")
    desk = ada.page
    expect(desk.get_by_role("heading", name="The host’s desk")).to_be_visible()
    expect(desk.get_by_text("Tables being played")).to_be_visible()
    assert desk.evaluate("() => location.hash") == "#/desk", "the key does not stay in the address"
    assert accessibility_problems(desk) == []

    bo.open(f"#/table/{table.id}/seat/{table.keys['C']}")
    player = bo.page
    expect(player.get_by_role("tab", name="Chat")).to_be_visible()
    desk.get_by_text("Friday evening").click()
    desk.get_by_role("button", name="Mute Player C").click()
    expect(desk.get_by_role("button", name="Mute Player C")).to_have_attribute("aria-pressed", "true")
    player.get_by_role("tab", name="Chat").click()
    player.get_by_label("Your message").fill("Buy my things")
    player.get_by_role("button", name="Send").click()
    expect(player.get_by_role("alert").filter(has_text="muted you")).to_be_visible()

    desk.get_by_role("radio", name="House").check()
    desk.get_by_label("A line for everybody").fill(SAID)
    desk.get_by_role("button", name="Announce", exact=True).click()
    expect(player.get_by_text(SAID)).to_be_visible()
    assert accessibility_problems(player) == []
    player.get_by_role("status").filter(has_text=SAID).get_by_role("button", name="Close").click()
    expect(player.get_by_text(SAID)).to_have_count(0)
    desk.get_by_label("Shown in the lobby").fill("Be kind.")
    desk.get_by_role("button", name="Save").first.click()
    assert accessibility_problems(desk) == []

    desk.get_by_role("radio", name="Tables").check()
    desk.get_by_text("Friday evening").click()
    desk.get_by_role("button", name=f"Close table {table.id}").click()
    desk.get_by_label("A note to those at the table").fill("See you tomorrow.")
    desk.get_by_role("button", name="Close the table", exact=True).click()
    expect(player.get_by_text("See you tomorrow.").first).to_be_visible()

    desk.get_by_role("radio", name="Log").check()
    done = desk.get_by_role("listitem")
    expect(done.nth(0)).to_contain_text(f"Table {table.id} was closed")
    expect(done).to_have_count(4)
    assert accessibility_problems(desk) == []

    bo.open("#/lobby")  # another visit: what was closed stays closed, and the rules are there
    expect(player.get_by_role("heading", name="Rules of the house")).to_be_visible()
    expect(player.get_by_text("Be kind.")).to_be_visible()
    expect(player.get_by_text(SAID)).to_have_count(0)

    ada.forgiven.append("403 (Forbidden)")
    Host(server)  # another key was made
    expect(desk.get_by_label("The key, or the link")).to_be_visible()
