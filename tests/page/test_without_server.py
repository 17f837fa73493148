"""What needs no server asks none: games on one device, whole games offline, lessons, records, and the coach."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from actions import finished, next_button, said_in, turn_bar
from browsers import CUT, PHONE, TABLET, Visit, Visitor, visitor
from fixed_chance import same_chance_in
from local_tables import AT_A_SERVER, OF_THIS_DEVICE, keeps_nothing, let_keep, without_server
from players import Curious, Hand, play_out
from playwright.sync_api import Browser, Page, Request, Route, expect
from random_games import part_of, played
from table_server import Server, served
from test_installed import KEPT, copied
from test_lessons import walk

from ewala.core.record import Record

# --- Games on one device


def begin(person: Visitor, game: str, layout: str = "") -> Page:
    """A new table for all who share this device, at which a turn ends by itself; the server is gone when it is made."""
    say = said_in(person.page.evaluate("navigator.language"))
    person.open(f"#/new/{game}/device")
    play = person.page.get_by_role("button", name=say("Play now"), exact=True)
    expect(play).to_be_visible()
    if layout:
        person.page.locator("summary").get_by_text(say("Tile layout"), exact=True).click()
        person.page.get_by_label(layout, exact=True).check()
    person.page.locator("summary", has_text=say("Clock and table")).click()
    person.page.get_by_label(say("A turn ends when its player says so, and can be taken back until then")).uncheck()
    person.page.wait_for_load_state("networkidle")
    without_server(person)
    play.click()
    person.page.wait_for_url(OF_THIS_DEVICE)
    expect(person.page.locator("[data-ply]").first).to_be_attached()
    return person.page


def test_a_whole_game_on_one_device_needs_no_server_and_its_dice_are_checked(visit: Visit) -> None:
    person = visit(size=PHONE)
    page = begin(person, "chronicles-of-run")
    moves = play_out(dict.fromkeys("OC", Hand(person, None, "OC")), Curious())
    assert sum(move[0].isdigit() for move in moves) == 18
    expect(page.get_by_text("The dice were honest.").first).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("[data-ply='0']")).to_be_visible()
    page.get_by_role("button", name="Review this game with the coach").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()  # of what is known already


@pytest.mark.smoke
def test_a_game_goes_on_after_the_browser_was_closed(visit: Visit) -> None:
    person = visit(language="fr")
    page = begin(person, "kingdom-run")
    next_button(page).click()
    expect(page.locator("[data-ply='2']")).to_be_attached()
    page.goto("about:blank")
    person.open("#/")
    say = said_in("fr")
    page.get_by_role("link", name=say("Your turn")).first.click()
    page.wait_for_url(OF_THIS_DEVICE)
    expect(page.locator("[data-ply='2']")).to_be_attached()
    expect(page.locator("[data-to-act]").first).to_be_attached()


def test_two_windows_see_the_same_table_and_either_goes_on_with_it(visit: Visit) -> None:
    person = visit()
    first = begin(person, "kingdom-run")
    beside = Visitor(person.context.new_page(), person.context, person.address)
    beside.watch_over()
    beside.page.goto(first.url)
    assert re.search("die|dice|keep", hint(first))
    windows = [Hand(person, None, "KS"), Hand(beside, None, "KS")]
    choose = Curious()
    for ply, window in enumerate(windows * 2, 1):
        for seen in windows:
            seen.await_ply(ply)
        window.act(choose(window.position))


@pytest.mark.smoke
def test_where_there_is_no_room_it_says_so_and_nothing_is_lost(visit: Visit) -> None:
    person = visit(size=PHONE)
    keeps_nothing(person)
    page = begin(person, "kingdom-run")
    let_keep(person, "none")
    next_button(page).click()
    told = "this browser does not keep it (there is no room left): nothing has changed"
    expect(page.get_by_text(re.compile(re.escape(told), re.I))).to_be_visible()
    expect(page.locator("[data-ply='1']")).to_be_attached()
    let_keep(person, "some")
    next_button(page).click()
    expect(page.locator("[data-ply='2']")).to_be_attached()


def test_where_nothing_can_be_kept_the_server_keeps_it(visit: Visit) -> None:
    person = visit()
    keeps_nothing(person, at_once=True)
    person.open()
    page = person.page
    play = page.get_by_role("article", name="Kingdom Run", exact=True).get_by_role(
        "button", name="Against the computer"
    )
    play.click()
    page.wait_for_url(AT_A_SERVER)
    expect(turn_bar(page)).to_contain_text("Your turn")
    person.open()
    expect(play).to_be_visible()
    without_server(person)
    play.click()
    told = "this browser does not keep it (there is no room left): nothing has changed"
    expect(page.get_by_text(re.compile(re.escape(told), re.I))).to_be_visible()


def hint(page: Page) -> str:
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".whisper")).to_contain_text("%")
    return page.locator(".whisper").inner_text()


def test_a_friend_is_invited_to_a_table_at_the_server_with_the_same_rules(visit: Visit, server: Server) -> None:
    person = visit()
    page = begin(person, "chronicles-of-run", layout="Ring")
    person.context.unroute("**/api/**")
    person.page.reload()
    page.locator(".chronicles .screen button").click()
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Invite a friend").click()
    page.wait_for_url(AT_A_SERVER)
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    table = server.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}").json()["table"]
    assert (table["parameters"]["layout"], table["confirm"], table["status"]) == ("ring", False, "open")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "open"]
    person.open("#/")
    expect(page.get_by_role("link", name="Your turn").first).to_be_visible()


def test_the_coach_gives_hints_and_what_only_a_server_can_do_is_not_offered_or_says_so(visit: Visit) -> None:
    person = visit()
    page = begin(person, "chronicles-of-run")
    page.locator(".chronicles .screen button").click()
    assert re.search("Bid|bid", hint(page))
    expect(page.get_by_role("tab", name="Table")).to_be_visible()
    page.get_by_role("tab", name="Table").click()
    page.get_by_text("Continue on another device").click()
    page.get_by_role("button", name="Take the game along").click()
    expect(page.get_by_text("The server cannot be reached. Is there a connection?")).to_be_visible()
    expect(page.get_by_text("Copy the link for watching", exact=True)).to_have_count(0)
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)


# --- Lessons and records

GAMES = ("kingdom-run", "chronicles-of-run")
ANSWERED_HERE = ("/api/positions", "/api/records")


def asked_of_server(person: Visitor) -> list[str]:
    """The paths that the server is asked for, from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.removeprefix(person.address))

    person.page.on("request", note)
    return asked


@pytest.mark.parametrize(("game", "language"), [(GAMES[0], "nl"), (GAMES[1], "es")])
def test_a_lesson_goes_on_to_its_end_when_the_network_is_gone(visit: Visit, game: str, language: str) -> None:
    person = visit(language=language)
    page = person.open(f"#/learn/{game}")
    expect(page.locator("section p.said")).to_be_visible()
    expect(page.locator("[data-ply]").first).to_be_visible()  # the worker has answered
    page.wait_for_load_state("networkidle")  # whatever the board is drawn with
    asked = asked_of_server(person)
    person.context.set_offline(True)
    walk(page, game, language)
    expect(page.locator("#learnt")).to_be_focused()
    assert asked == []


@pytest.mark.parametrize("game", GAMES)
def test_a_record_from_a_file_is_replayed_here(visit: Visit, server: Server, tmp_path: Path, game: str) -> None:
    path = tmp_path / "game.ewala"
    path.write_text(finished(server, game).record())
    person = visit(language="fr")
    page = person.open("#/replay")
    asked = asked_of_server(person)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-ply='0']")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("list").filter(has=page.locator("[aria-current]")).first).to_be_visible()
    assert [path for path in asked if path in ANSWERED_HERE] == []


def test_a_game_is_gone_on_with_from_a_position_of_a_record(visit: Visit, server: Server, tmp_path: Path) -> None:
    """Against the computer, which thinks here as well."""
    path = tmp_path / "game.ewala"
    path.write_text(finished(server, GAMES[0]).record())
    person = visit()
    page = person.open("#/replay")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-ply='0']")).to_be_visible()
    without_server(person)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(OF_THIS_DEVICE)
    expect(turn_bar(page)).to_contain_text("Your turn")


@pytest.mark.smoke
def test_where_there_are_no_workers_the_server_answers(visit: Visit) -> None:
    person = visit()
    person.page.add_init_script("delete globalThis.Worker")
    asked = asked_of_server(person)
    person.open(f"#/learn/{GAMES[0]}")
    expect(person.page.locator("section p.said")).to_be_visible()
    expect(person.page.locator("[data-ply]").first).to_be_visible()
    assert "/api/positions" in asked


# --- Whole games with the network cut


@pytest.fixture
def away(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Somebody who has been to the page once; its server is no more, and neither is the network."""
    size, language = request.param
    page_dir = copied(tmp_path / "page")
    same_chance_in(page_dir)
    with ExitStack() as staying:
        with served(tmp_path, page_dir=page_dir) as server:
            address = f"http://127.0.0.1:{server.port}"
            person = staying.enter_context(
                visitor(browser, address, size=size, language=language, service_workers="allow")
            )
            person.open()
            assert person.page.evaluate(KEPT)
            person.page.wait_for_function("navigator.serviceWorker.controller !== null")
            person.context.set_offline(True)
            person.forgiven += CUT
        person.page.goto("about:blank")
        yield person


@pytest.mark.parametrize(
    ("away", "game", "seat"),
    [((PHONE, "fr"), "kingdom-run", "K"), ((TABLET, "nl"), "chronicles-of-run", "O")],
    indirect=["away"],
)
def test_a_whole_game_against_the_computer_with_the_network_cut(away: Visitor, game: str, seat: str) -> None:
    page, say = away.page, said_in(away.page.evaluate("navigator.language"))
    away.open(f"#/new/{game}/computer")
    page.locator("summary", has_text=say("Clock and table")).click()
    page.get_by_label(say("A turn ends when its player says so, and can be taken back until then")).uncheck()
    page.get_by_role("button", name=say("Play now"), exact=True).click()
    moves = play_out({seat: Hand(away, None, seat)}, Curious())
    assert moves
    expect(page.locator("section.result table")).to_be_visible()


# --- The coach, on a thread of its own

KERNELS = "**/*.wasm"
TABLES, REVIEW = 1, 1  # threads: the tables' own, and the one that looks a game through


@pytest.fixture
def replay(visit: Visit, tmp_path: Path) -> Callable[[Record], Visitor]:
    """Opens a record's file; the server is gone before anybody asks for the coach."""

    def opened(record: Record) -> Visitor:
        path = tmp_path / "game.ewala"
        path.write_text(record.text())
        person = visit(size=PHONE)
        page = person.open("#/replay")
        page.locator("input[type=file]").set_input_files(path)
        expect(page.locator("[data-ply='0']")).to_be_visible()
        without_server(person)
        return person

    return opened


def review(page: Page) -> None:
    page.get_by_role("button", name="Review this game with the coach").click()


def await_threads(page: Page, count: int) -> None:
    while len(page.workers) != count:
        page.wait_for_timeout(50)


@pytest.mark.parametrize(("game", "moves"), [("kingdom-run", 6), ("chronicles-of-run", 2)])
def test_the_end_of_a_game_is_looked_through_and_in_depth_too(
    replay: Callable[[Record], Visitor], game: str, moves: int
) -> None:
    page = replay(part_of(played(game, {}), slice(-moves, None))).page
    review(page)
    page.wait_for_url(re.compile(r"#/analysis/[0-9a-f]{32}"))
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    curve = page.get_by_role("slider", name="Winning chances")
    expect(curve).to_have_attribute("aria-valuemax", str(moves))
    closer = page.get_by_role("region", name="In-depth review of this game")
    closer.get_by_role("button", name="Review in depth").click()  # offered once the first look is whole
    closer.get_by_role("link", name="See the in-depth review").click()
    expect(page.get_by_role("heading", name="In-depth review")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link to this position")).to_have_count(0)  # nobody else has it
    page.reload()  # and then it is made again
    expect(page.get_by_role("heading", name="In-depth review")).to_be_visible()


def test_whoever_leaves_has_it_called_off(replay: Callable[[Record], Visitor]) -> None:
    page = replay(played("chronicles-of-run", {})).page
    review(page)
    expect(page.get_by_text("The coach is still looking more closely.")).to_be_visible()
    await_threads(page, TABLES + REVIEW)
    page.go_back()
    await_threads(page, TABLES)
    page.go_forward()
    expect(page.get_by_text("The coach is still looking more closely.")).to_be_visible()


def test_where_the_coach_cannot_be_loaded_it_says_so_and_is_tried_again(replay: Callable[[Record], Visitor]) -> None:
    person = replay(part_of(played("chronicles-of-run", {}), slice(-2, None)))
    page = person.page

    def refuse(route: Route) -> None:
        route.abort()

    person.context.route(KERNELS, refuse)
    review(page)
    expect(page.get_by_role("heading", name="The coach cannot review this game")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="the analysis failed: ")).to_be_visible()
    person.context.unroute(KERNELS, refuse)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
