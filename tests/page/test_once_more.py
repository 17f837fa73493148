"""An evening with more than one game: who plays whom, who begins, and once more with seats exchanged."""

import re

import pytest
from actions import against_computer, give_up, hold, make_move, skip_what_waits, turn_bar
from browsers import DESKTOP, PHONE, Visit, Visitor, accessibility_problems, each
from local_tables import played_by, table_of
from playwright.sync_api import Page, Request, expect
from table_server import Server, Table

SHORT = "oooo|~~|oo~ 1:2,7:1,900:2 5"  # bots are soon at its end


def comes(person: Visitor, table: Table, seat: str) -> Page:
    hold(person, table, seat)
    person.open(f"#/table/{table.id}")
    return person.page


def called_at(server: Server, page: Page, after: str) -> dict[str, str]:
    """Who sits where at the table to which a page has gone after another."""
    page.wait_for_url(re.compile(rf"#/table/(?!{after})"))
    expect(page.locator("[data-ply]").first).to_be_visible()  # it has begun: everybody sits
    table = played_by(page, server)
    seats = table.look(*table.keys.values())["table"]["seats"]
    return {seat["seat"]: seat["name"] for seat in seats if seat["kind"] in ("person", "bot")}


# --- Rematch


@pytest.mark.smoke
def test_friends_play_again_after_one_tap_of_each_with_seats_exchanged(visit: Visit, server: Server) -> None:
    """A second device of a seat goes along, and the old result stays and shows the way."""
    table = server.kingdom_run("KS")
    ada, tablet, bo = comes(visit(), table, "K"), comes(visit(), table, "K"), comes(visit(size=PHONE), table, "S")
    give_up(table, "K")
    ada.get_by_role("button", name="Rematch").first.click()
    for page in (ada, tablet):
        expect(page.get_by_text("Waiting for Player S").first).to_be_visible()
    expect(bo.get_by_text("Player K would like a rematch").first).to_be_visible()
    expect(turn_bar(bo)).to_contain_text("Player K would like a rematch")
    assert accessibility_problems(bo) == []
    turn_bar(bo).get_by_role("button", name="Play again").click()
    for page in (ada, tablet, bo):
        assert called_at(server, page, table.id) == {"K": "Player S", "S": "Player K"}
        expect(page.locator("[data-space]").first).to_be_visible()
    for page in (ada, tablet):
        assert list(played_by(page, server).keys) == ["S"]
    expect(turn_bar(bo)).to_contain_text("Your turn")
    expect(turn_bar(ada)).to_contain_text("Player S's turn")
    assert table_of(tablet) == table_of(ada) == table_of(bo)
    tablet.reload()
    expect(tablet.locator("[data-chip='S']")).to_contain_text("you")  # it plays, as the first one does
    ada.goto(f"{ada.url.split('#')[0]}#/table/{table.id}")
    expect(ada.get_by_role("button", name="Go to the rematch").first).to_be_visible()
    assert table_of(ada) == table.id


def test_the_last_of_three_starts_the_rematch(visit: Visit, server: Server) -> None:
    table = server.table(options={"players": "KSF", "circuit": SHORT})
    for seat in "KSF":
        table.sit(seat)
    table.start()
    pages = {seat: comes(visit(), table, seat) for seat in "KSF"}
    for seat in "KSF":
        give_up(table, seat)  # bots play on to the end
    for page in pages.values():
        skip_what_waits(page)
    for seat in "KS":
        turn_bar(pages[seat]).get_by_role("button", name=re.compile("Rematch|Play again")).click()
    expect(pages["F"].get_by_text("Player K, Player S would like a rematch").first).to_be_visible()
    expect(pages["K"].get_by_text("Waiting for Player F").first).to_be_visible()
    turn_bar(pages["F"]).get_by_role("button", name="Play again").click()
    for page in pages.values():
        assert called_at(server, page, table.id) == {"K": "Player S", "S": "Player F", "F": "Player K"}
        expect(turn_bar(page)).to_contain_text(re.compile("Your turn|Player S's turn"))


def test_against_a_bot_one_tap_is_enough_also_for_the_second_device(visit: Visit, server: Server) -> None:
    table, seat = against_computer(server, bot="dormouse")
    ada, tablet = comes(visit(), table, seat), comes(visit(size=PHONE), table, seat)
    give_up(table, seat)
    expect(tablet.get_by_role("button", name="Rematch").first).to_be_visible()
    ada.get_by_role("button", name="Rematch").first.click()
    for page in (ada, tablet):
        assert called_at(server, page, table.id) == {"K": "dormouse", "S": "Ada"}
        assert list(played_by(page, server).keys) == ["S"]
        expect(turn_bar(page)).to_contain_text("Your turn")


def test_on_one_device_one_tap_is_enough(visit: Visit, server: Server) -> None:
    page = visit().open("#/new/kingdom-run/device")
    page.get_by_label("Name: knights").fill("Ada")
    page.get_by_label("Name: sorcerers").fill("Bo")
    page.get_by_role("button", name="Play now").click()
    table = played_by(page, server)
    expect(turn_bar(page)).to_contain_text("'s turn")
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Give up for Ada").click()
    page.get_by_role("button", name="Yes, give up").click()
    page.get_by_role("button", name="Rematch").first.click()
    assert called_at(server, page, table.id) == {"K": "Bo", "S": "Ada"}


# --- Who plays, and who begins


def test_three_opponents_are_three_different_ones(visit: Visit, server: Server) -> None:
    page = visit(size=DESKTOP).open("#/new/kingdom-run/computer")
    page.get_by_role("radio", name="4", exact=True).check(force=True)
    page.get_by_role("button", name="Play now").click()
    table = played_by(page, server)
    bots = [seat["bot"] for seat in table.look(table.watch)["table"]["seats"] if seat["kind"] == "bot"]
    assert len(bots) == len(set(bots)) == 3
    assert bots[0] == "squire", "whom one plays as a rule comes first"


@pytest.mark.parametrize("chosen", ["", "sorcerers"])
def test_who_begins_is_by_lot_unless_somebody_chooses(visit: Visit, server: Server, chosen: str) -> None:
    page = visit().open("#/new/kingdom-run/device")
    begins = page.get_by_role("group", name="Who begins?")
    expect(begins.get_by_role("radio", name="The lot decides")).to_be_checked()
    if chosen:
        begins.get_by_role("radio", name=chosen).check(force=True)
    page.get_by_role("button", name="Play now").click()
    expect(turn_bar(page)).to_contain_text("'s turn")
    table = played_by(page, server)
    lot = page.get_by_text("The lot has spoken:")
    if chosen:
        assert table.seat_to_act() == "S"
        expect(page.get_by_text("The game begins.")).to_be_visible()
        expect(lot).to_have_count(0)
    else:
        expect(lot.first).to_be_visible()
        names = [seat["name"] for seat in table.look(table.watch)["table"]["seats"] if seat["kind"] == "person"]
        assert names == ["Guest", "Guest 2"], "whoever gives no name"


# --- Turns that end when their player says so


@pytest.mark.parametrize(("way", "confirms"), [("computer", True), ("device", True), ("friends", False)])
def test_turns_wait_to_be_ended_unless_people_wait_at_other_devices(
    visit: Visit, server: Server, way: str, confirms: bool
) -> None:
    page = visit().open(f"#/new/kingdom-run/{way}")
    page.get_by_role("button", name=re.compile("Play now|Make the table")).click()
    table = played_by(page, server)
    assert table.look(table.host)["table"]["confirm"] is confirms


def test_the_last_action_of_a_turn_against_a_bot_is_taken_back(visit: Visit, server: Server) -> None:
    person = visit()
    person.open("?before#/")
    person.open()  # and so with other dice, which let one bid first
    page = person.page
    page.get_by_role("article", name="The Chronicles of Run").get_by_role("button", name="Against the computer").click()
    page.get_by_role("button", name="Take back").or_(page.locator("[data-rune][aria-pressed]").first).first.wait_for()
    table = played_by(page, server)
    expect(turn_bar(page)).to_contain_text("Your turn")
    (seat,) = table.keys
    now = table.look(table.keys[seat])["position"]
    assert now["ply"] == 10, "one bids first: what a bot has bid would be revealed by it, and that stands"
    make_move(page, now["moves"][0])
    expect(page.get_by_role("button", name="End turn")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="End turn")).to_be_hidden()
    assert table.look(table.keys[seat])["position"]["ply"] == now["ply"]


# --- Names


@pytest.mark.smoke
def test_a_name_is_asked_once_and_kept(visit: Visit, server: Server) -> None:
    person = visit()
    page = person.open()
    page.get_by_label("What shall we call you?").fill("Anna")
    page.get_by_role("button", name="Against the computer").first.click()
    table = played_by(page, server)
    assert "Anna" in [seat["name"] for seat in table.look(table.watch)["table"]["seats"]]
    person.open()
    expect(page.get_by_role("button", name="Against the computer").first).to_be_visible()
    expect(page.get_by_label("What shall we call you?")).to_have_count(0)
    person.open("#/new/kingdom-run/friends")
    expect(page.get_by_label("Name: knights")).to_have_value("Anna")


# --- One place for each thing


@pytest.mark.smoke
def test_at_a_table_the_settings_are_the_same_sheet(visit: Visit, server: Server) -> None:
    page = comes(visit(), server.kingdom_run("KS"), "K")
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("tabpanel").get_by_role("button", name="Settings").click()
    sheet = page.get_by_role("dialog", name="Settings")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("slider", name="Sound")).to_be_visible()
    expect(sheet.get_by_label("Your name")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_games_are_asked_for_once(visit: Visit, language: str) -> None:
    person = visit(language=language)
    asked: list[Request] = []
    person.page.on("request", lambda request: asked.append(request) if "/api/games" in request.url else None)
    person.open()
    expect(person.page.get_by_role("article").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    assert len(asked) == 1


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_table_is_set_by_tapping_seats_and_figures(visit: Visit, game: str) -> None:
    page = visit(size=PHONE).open(f"#/new/{game}/computer")
    for width, height in ((390, 664), (844, 390), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        for place in each(page.get_by_role("list", name="Seats").get_by_role("button")):
            box = place.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            place.click()
            expect(place).to_have_attribute("aria-pressed", "true")
            page.locator("label", has=page.get_by_role("radio", name="A friend")).click()
            expect(place).to_have_accessible_name(re.compile("A friend$"))
        assert accessibility_problems(page) == []
        page.reload()
