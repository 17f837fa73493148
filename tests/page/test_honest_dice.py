"""Whoever sits down through the page adds to the dice without a click, and is told at the end if they were honest."""

import json
import re
from pathlib import Path

import pytest
from actions import give_up, hold, turn_bar
from browsers import PHONE, Visit, Visitor
from local_tables import played_by
from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from table_server import Server, Table

from ewala import read_record
from ewala.cli import main
from ewala.core.dice import promise_of

HONEST = re.compile(r"^The dice were honest\. This device has computed all rolls again \(\d+\)")
BAD = "The dice were not honest. Do not trust this game."


def sit(person: Visitor, table: Table, seat: str, side: str) -> Page:
    """Take a free seat on the page; its key is known here as well."""
    page = person.page
    person.open(f"#/table/{table.id}")
    place = page.get_by_role("listitem").filter(has_text=side)
    place.get_by_role("button").click()
    page.get_by_label("What shall we call you?").fill(f"Player {seat}")
    page.get_by_role("button", name=f"Sit down: {side}").click()
    expect(place).to_contain_text("on this device")
    table.keys[seat] = page.evaluate("name => JSON.parse(localStorage['ewala.keys'])[name]", table.id)["seats"][seat]
    return page


def kept(page: Page, table: Table) -> dict[str, dict[str, str]]:
    """What the page keeps of a table's dice."""
    found: dict[str, dict[str, str]] = page.evaluate("name => JSON.parse(localStorage['ewala.dice'])[name]", table.id)
    return found


def both_sides(visit: Visit, server: Server) -> tuple[Table, Page, Page]:
    """Order and chaos, each at a device of its own; the game has begun."""
    table = server.table("chronicles-of-run")
    ana, bram = sit(visit(), table, "O", "order"), sit(visit(size=PHONE), table, "C", "chaos")
    table.ask_for_parts()
    for page in (ana, bram):
        expect(turn_bar(page)).to_be_visible()
    return table, ana, bram


def alert(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text=BAD)


@pytest.mark.smoke
def test_each_device_adds_to_the_dice_and_computes_the_rolls_again(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    table, ana, bram = both_sides(visit, server)
    parts = {"O": kept(ana, table)["parts"]["O"], "C": kept(bram, table)["parts"]["C"]}
    look = table.look(table.watch)["table"]
    assert look["entropy"] == parts
    seal = look["commitment"]
    assert kept(ana, table)["promises"] == {seat: promise_of(seal, seat, part) for seat, part in parts.items()}
    give_up(table, "C")
    for page in (ana, bram):
        expect(page.get_by_text(HONEST)).to_be_visible()
        expect(alert(page)).to_have_count(0)
    ana.get_by_text("How the dice were checked").click()
    command = ana.locator("code").filter(has_text="ewala verify").inner_text().split()
    assert command[0] == "ewala"
    file = tmp_path / command[2]
    file.write_text(table.record(table.watch))
    assert read_record(file.read_text()).promises == look["promises"]
    assert main([command[1], str(file), *command[3:]]) == 0


TAMPERED = {
    "dice.seal = 'ab'.repeat(32)": "The seal was exchanged: it is not the one that this device was shown first.",
    "dice.parts.O = 'mine'": "What this device added for Player O was altered.",
    "dice.promises.C = 'ab'": "The promise of Player C was exchanged after this device had shown its own part.",
}


def test_what_is_not_as_it_was_kept_is_told_loudly(visit: Visit, server: Server) -> None:
    """To a device it is the same whether the server's word has changed or what it kept of it."""
    table, ana, bram = both_sides(visit, server)
    give_up(table, "C")
    for page in (ana, bram):
        expect(page.get_by_text(HONEST)).to_be_visible()
    for tampered, told in TAMPERED.items():
        before = ana.evaluate(
            f"""name => {{
                const before = localStorage['ewala.dice'], all = JSON.parse(before), dice = all[name];
                {tampered};
                localStorage['ewala.dice'] = JSON.stringify(all);
                return before;
            }}""",
            table.id,
        )
        ana.reload()
        expect(alert(ana).get_by_role("listitem")).to_have_text([told])
        expect(ana.get_by_text(HONEST)).to_have_count(0)
        ana.evaluate("before => localStorage['ewala.dice'] = before", before)

    def lie(socket: WebSocketRoute) -> None:
        """As a server that says, to the one whose part it is, that nothing was ever shown."""
        honest = socket.connect_to_server()

        def passed(message: str | bytes) -> None:
            lines = [json.loads(line) for line in str(message).split("\n")]
            for line in lines:
                if line["type"] == "snapshot":
                    del line["table"]["entropy"]["O"]
            socket.send("\n".join(map(json.dumps, lines)))

        honest.on_message(passed)

    ana.route_web_socket(re.compile("/live$"), lie)
    ana.reload()
    missed = alert(ana).get_by_role("listitem").first
    expect(missed).to_have_text("What this device added for Player O is missing.")


@pytest.mark.smoke
def test_a_roll_that_was_changed_is_named_with_its_number(visit: Visit, server: Server) -> None:
    table, ana, _ = both_sides(visit, server)
    give_up(table, "C")
    expect(ana.get_by_text(HONEST)).to_be_visible()
    *tiles, side = table.look(table.watch)["log"]
    other = "!O" if side == "!C" else "!C"

    def lie(socket: WebSocketRoute) -> None:
        honest = socket.connect_to_server()
        honest.on_message(lambda message: socket.send(str(message).replace(f'"{side}"', f'"{other}"')))

    ana.route_web_socket(re.compile("/live$"), lie)
    ana.reload()
    wrong = f"Roll {len(tiles) + 1} was {other[1]}; the dice give {side[1]}."
    expect(alert(ana).get_by_role("listitem")).to_have_text([wrong])


def test_a_part_is_shown_after_the_page_was_closed_and_opened_again(visit: Visit, server: Server) -> None:
    table = server.table("chronicles-of-run")
    person = visit()
    page = sit(person, table, "O", "order")
    table.seat_bot("C")
    page.goto("about:blank")
    table.ask_for_parts()
    person.open(f"#/table/{table.id}")
    expect(turn_bar(page)).to_be_visible()
    give_up(table, "O")
    expect(page.get_by_text(HONEST)).to_be_visible()


def test_four_players_at_one_device_add_four_parts(visit: Visit, server: Server) -> None:
    page = visit().open("#/new/kingdom-run/device")
    for side in ("forest", "gnomes"):
        page.get_by_role("button", name=re.compile(f"{side}.*: Nobody")).click()
        page.get_by_role("radio", name="Someone here").check(force=True)
    page.get_by_role("button", name="Play now").click()
    expect(turn_bar(page)).to_be_visible()
    table = played_by(page, server)
    assert sorted(table.look(table.watch)["table"]["entropy"]) == sorted("KSFG")


def test_who_adds_too_late_is_told_and_the_others_play(visit: Visit, server: Server) -> None:
    """The line of one device is dead when parts are asked for; the server waits for ten seconds."""
    table = server.table("chronicles-of-run")
    ana = visit()
    page = sit(ana, table, "O", "order")
    table.sit("C")
    page.goto("about:blank")
    table.ask_for_parts()
    with table.device("C") as bram:
        bram.happened("part-missed")
        bram.happened("started")
    ana.open(f"#/table/{table.id}")
    expect(turn_bar(page)).to_be_visible()
    give_up(table, "C")
    expect(page.get_by_text("What this device was to add for Player O came too late, or the server")).to_be_visible()
    expect(page.get_by_text("It has added no chance of its own.")).to_be_visible()
    expect(page.get_by_text(HONEST)).to_have_count(0)


def test_who_looks_on_from_the_middle_is_told_what_that_is_worth(visit: Visit, server: Server) -> None:
    table = server.chronicles()
    page = hold(visit(), table, watch=True).open(f"#/table/{table.id}")
    expect(turn_bar(page)).to_be_visible()
    give_up(table, "C")
    expect(page.get_by_text("It came after the beginning; only who was there before")).to_be_visible()


def test_a_seat_on_another_device_adds_its_part_from_there(visit: Visit, server: Server) -> None:
    table = server.table("chronicles-of-run")
    laptop, phone = visit(), visit(size=PHONE)
    page = sit(laptop, table, "O", "order")
    table.seat_bot("C")
    page.get_by_text("Continue on another device").click()
    link = page.get_by_label("Your seat: order").input_value()
    phone.page.goto(link)
    expect(phone.page.get_by_text("on this device").first).to_be_visible()
    expect(phone.page).not_to_have_url(re.compile("seat"))
    page.goto("about:blank")
    table.ask_for_parts()
    expect(turn_bar(phone.page)).to_be_visible()
    assert list(table.look(table.watch)["table"]["entropy"]) == ["O"]
    give_up(table, "O")
    expect(phone.page.get_by_text(HONEST)).to_be_visible()
