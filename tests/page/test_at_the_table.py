"""Around the moves of a game: talk, clocks, taking back, ending a turn, giving up, and what comes after."""

import re

import pytest
from actions import against_computer, finished, make_move, moves_now, send_move, sit_at, turn_bar
from browsers import PHONE, Visit
from playwright.sync_api import Page, WebSocketRoute, expect
from table_server import Server


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


def test_clocks_are_shown_and_that_of_the_player_runs(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS", clock={"kind": "real-time", "seconds": 600, "increment": 10})
    page = sit_at(visit(), table, "K")
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    expect(clocks.nth(1)).to_have_text("10:00")
    expect(clocks.nth(0)).to_have_text(re.compile(r"^\s*\d:[0-5]\d\s*$"))  # less than ten minutes


def test_players_are_named_once_on_a_wide_screen(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(), table, "K", "S")
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
