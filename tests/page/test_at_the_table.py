"""Around the moves of a game: talk, clocks, taking back, giving up, what is heard, and another language."""

import re

import pytest
from actions import against_computer, finished, hold, make_move, moves_now, plies, said_in, send_move, sit_at, turn_bar
from browsers import PHONE, Visit
from devices import Device, Frame
from playwright.sync_api import Page, WebSocketRoute, expect
from scene_setup import at, play, seated
from table_server import Server, Table


def say(page: Page, words: str) -> None:
    page.get_by_label("Your message").fill(words)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="What is said at the table")).to_contain_text(words)


@pytest.mark.smoke
def test_what_one_says_the_other_hears_unless_muted(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    ada, bo = sit_at(visit(), table, "K"), sit_at(visit(), table, "S")
    heard = bo.get_by_role("log", name="What is said at the table")
    say(ada, "Good luck!")
    expect(heard).to_contain_text("Good luck!")
    bo.get_by_label("Mute the others").check()
    expect(heard).to_have_text("The others are muted.")
    say(ada, "You will need it.")
    make_move(ada, "r:-")
    expect(bo.locator("[data-ply='2']")).to_be_visible()  # so what came before has come, too
    expect(heard).not_to_contain_text("You will need it.")
    bo.get_by_label("Mute the others").uncheck()
    expect(heard).to_contain_text("You will need it.")


def test_on_a_small_screen_unread_words_are_counted(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    ada, bo = sit_at(visit(), table, "K"), sit_at(visit(size=PHONE), table, "S")
    say(ada, "Hello?")
    expect(bo.get_by_role("tab", name=re.compile("Chat 1"))).to_be_visible()
    bo.get_by_role("tab", name=re.compile("Chat")).click()
    expect(bo.get_by_role("tab", name="Chat", exact=True)).to_be_visible()


def test_on_a_wide_screen_players_are_named_once_with_clocks_of_which_one_runs(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS", clock={"kind": "real-time", "seconds": 600, "increment": 10})
    page = sit_at(visit(), table, "K")
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    expect(clocks.nth(1)).to_have_text("10:00")
    expect(clocks.nth(0)).to_have_text(re.compile(r"^\s*\d:[0-5]\d\s*$"))  # less than ten minutes
    expect(page.get_by_role("complementary").get_by_role("list", name="Players")).to_have_count(0)
    expect(page.get_by_role("region", name="Players")).to_have_count(1)


@pytest.mark.smoke
def test_a_move_is_taken_back_and_a_turn_ends_when_its_player_says_so(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS", confirm=True)
    page = sit_at(visit(), table, "K")
    make_move(page, "r:-")
    expect(page.locator("[data-ply='2']")).to_be_visible()
    move = next(move for move in moves_now(table, "K") if re.fullmatch(r"[DCBL]\d+\w|V:\w", move))
    make_move(page, move)
    expect(page.locator("[data-ply='3']")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-ply='2']")).to_be_visible()
    assert move in moves_now(table, "K")
    make_move(page, move)
    expect(page.locator("[data-ply='3']")).to_be_visible()
    while moves := moves_now(table, "K"):
        send_move(table, "K", moves[-1])
    end = page.get_by_role("button", name="End turn")
    expect(end).to_be_visible()
    assert table.look(table.watch)["position"]["confirm"] == "K"
    end.click()
    expect(turn_bar(page)).to_contain_text("Player S's turn")


def test_whoever_waits_is_told_what_the_others_are_about(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    bo, watcher = sit_at(visit(size=PHONE), table, "S"), sit_at(visit(), table)
    for page in (bo, watcher):
        expect(turn_bar(page)).to_contain_text("Player K is choosing dice to reroll.")
    before = turn_bar(bo).bounding_box()
    send_move(table, "K", "r:-")
    for page in (bo, watcher):
        expect(turn_bar(page)).to_contain_text("Player K is playing.")
    assert turn_bar(bo).bounding_box() == before


def test_a_bot_that_takes_its_time_is_said_to_think(visit: Visit, server: Server) -> None:
    table, seat = against_computer(server)
    person = visit(size=PHONE)
    held: list[str] = []  # nothing of what the bot does is heard: it takes its time

    def hold_back(line: WebSocketRoute) -> None:
        def pass_on(frame: str | bytes) -> None:
            for told in filter(None, str(frame).split("\n")):
                if held or '"seat":"S","move"' in told:
                    held.append(told)
                else:
                    line.send(told)

        line.connect_to_server().on_message(pass_on)

    person.page.route_web_socket(re.compile("/live$"), hold_back)
    page = sit_at(person, table, seat)
    expect(turn_bar(page)).to_contain_text("Your turn")
    before = turn_bar(page).bounding_box()
    while moves := moves_now(table, seat):
        send_move(table, seat, moves[-1])
        if held:
            break
    expect(turn_bar(page)).to_contain_text("Thinking…")
    assert turn_bar(page).bounding_box() == before


def test_who_waits_for_a_reason_plays_on_meanwhile(visit: Visit, server: Server) -> None:
    """What was touched while the answer was on its way is not lost."""
    table = server.kingdom_run("KS")
    person = visit()
    asked: list[str | bytes] = []

    def leave_unanswered(line: WebSocketRoute) -> None:
        table = line.connect_to_server()
        line.on_message(lambda command: asked.append(command) if '"why"' in str(command) else table.send(command))

    person.page.route_web_socket(re.compile("/live$"), leave_unanswered)
    page = sit_at(person, table, "K")
    page.locator("[data-space='4']").press("Enter")  # before the dice are kept
    make_move(page, "r:-")
    expect(page.locator("[data-ply='2']")).to_be_visible()
    assert asked


@pytest.mark.smoke
def test_after_giving_up_both_see_the_result(visit: Visit, server: Server) -> None:
    table = server.chronicles()
    ada, bo = sit_at(visit(), table, "O", host=True), sit_at(visit(size=PHONE), table, "C")
    ada.get_by_role("tab", name="Table").click()
    ada.get_by_role("button", name="Give up").click()
    ada.get_by_role("button", name="No, play on").click()
    expect(turn_bar(bo)).not_to_contain_text("The game is over.")
    ada.get_by_role("button", name="Give up").click()
    ada.get_by_role("button", name="Yes, give up").click()
    for page in (ada, bo):
        expect(page.get_by_role("heading", name="Player C wins!")).to_be_visible()
        expect(page.get_by_text("The opponent gave up.")).to_be_visible()


def test_the_result_says_how_every_point_came_about_and_that_the_rolls_fit_the_seal(
    visit: Visit, server: Server
) -> None:
    table = finished(server)
    result = table.look()["result"]
    page = visit().open(f"#/table/{table.id}")
    pad = page.get_by_role("table", name="How the scores came about")
    for score in result["scores"].values():
        expect(pad.get_by_role("cell", name=re.compile(rf"^{score}"))).not_to_have_count(0)
    expect(pad).to_contain_text("On the podium")
    expect(pad).to_contain_text("Victory tokens")
    expect(page.get_by_text("The rolls fit the seal: this device has computed all of them again")).to_be_visible()
    page.get_by_text("How the dice were checked").click()
    expect(page.get_by_text(result["secret"])).to_be_visible()


# --- For who cannot see the board


@pytest.mark.smoke
def test_the_circuit_is_a_list_of_spaces_and_what_another_does_is_announced(visit: Visit, server: Server) -> None:
    table = seated(server, "kingdom-run", "KS")
    person = visit()
    at(table, "K").opened_by(person.page, person.address)
    spaces = person.page.get_by_role("list", name="Spaces").or_(person.page.locator(".heard ol").first).first
    expect(spaces).to_contain_text("Space 4")
    expect(spaces).to_contain_text("knights: 1 awake")
    expect(person.page.get_by_text("Ada (knights): tokens 6, score 12")).to_be_attached()
    play(table, lambda position: position["to_act"] == "S")
    expect(person.page.get_by_label("The turn").get_by_text("Bo's turn")).to_be_visible()
    send_move(table, "S", "r:-")
    expect(person.page.locator(".heard[aria-live=polite]")).to_contain_text("Bo (sorcerers) keeps all dice.")


def test_the_tiles_are_a_list_of_zones_and_ones_own_turn_is_announced(visit: Visit, server: Server) -> None:
    table = seated(server, "chronicles-of-run", "OC")
    mine = table.seat_to_act()
    person = visit()
    at(table, mine).opened_by(person.page, person.address)
    expect(person.page.locator(".heard[aria-live=polite]")).to_contain_text("Your turn. Choose a rune and a slot.")
    expect(person.page.get_by_text("Fortress of Cadmium, zone 5, power 2")).to_be_attached()
    expect(person.page.get_by_text("Unused runes of chaos (Bo): Jynz 1")).to_be_attached()


# --- Another language in the middle of a game


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
