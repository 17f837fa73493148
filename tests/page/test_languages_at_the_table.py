"""Another language in the middle of a game: everything is said in it, and the game goes on."""

import pytest
from actions import hold, make_move, plies, said_in, send_move, turn_bar
from browsers import Visit
from devices import Device, Frame
from playwright.sync_api import expect
from table_server import Server, Table


def told(table: Table, seat: str, language: str) -> list[str]:
    """What this seat is told of the game in a language."""
    hello = {"type": "hello", "keys": [table.keys[seat]], "language": language, "explained": True}
    with Device(table.server.port, table.id, hello) as device:
        return [line["words"] for line in device.expect("snapshot")["told"]]


def reason(table: Table, seat: str, language: str, move: str) -> Frame:
    with table.device(seat, language=language) as device:
        return device.ask("why", move=move)


@pytest.mark.smoke
def test_texts_log_and_refusals_change_their_language_and_the_game_goes_on(visit: Visit, server: Server) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    page = hold(visit(), table, first).open(f"#/table/{table.id}")
    expect(turn_bar(page)).to_contain_text("Your turn")
    make_move(page, "7>2d")
    expect(turn_bar(page)).to_contain_text(f"Player {second}'s turn")
    lines = page.locator("[role=region] ol > li")
    expect(lines.last).to_have_text(told(table, first, "en")[-1])

    page.locator("#language").select_option("fr")
    say = said_in("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert told(table, first, "fr")[-1] != told(table, first, "en")[-1]
    expect(lines.last).to_have_text(told(table, first, "fr")[-1])
    for bid in ("5>7a", "4>8a"):
        send_move(table, second, bid)
    bar = page.get_by_role("region", name=say("The turn"))
    expect(bar).to_contain_text(say("Your turn"))

    page.locator("[data-rune='9'][aria-pressed]").click()
    page.locator("[data-slot='7a']").click()  # where a rune lies already
    because = reason(table, first, "fr", "9>7a")
    assert because["sentence"] != reason(table, first, "en", "9>7a")["sentence"]
    refusal = page.get_by_role("link", name=because["clause"])
    expect(refusal.first).to_be_visible()
    expect(page.get_by_text(because["sentence"].split(" (")[0]).first).to_be_visible()
    before = plies(table)
    page.locator("[data-slot='3d']").click()
    page.locator("[data-next]").click()
    expect(page.locator(f"[data-ply='{before}']")).to_have_count(0)
    assert plies(table) > before
