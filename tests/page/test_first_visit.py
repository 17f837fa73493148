"""Somebody who comes for the first time: what they load, in which language, how soon they play; and their settings."""

import json
import re

import pytest
from actions import finished, hold, turn_bar
from browsers import DESKTOP, PHONE, Visit
from playwright.sync_api import Locator, Page, Request, expect
from programs import skip
from table_server import Server

from ewala.browser.weights import read_by
from ewala.games.registry import GAMES
from ewala.games.roster import strongest
from ewala.locale.languages import LANGUAGES
from ewala.server.platform.config import Config

LAPTOP = (1366, 650)
MOST_BYTES, MOST_BYTES_AT_A_TABLE = 200_000, 350_000
MOST_FILES, MOST_FILES_AT_A_TABLE = 16, 24


@pytest.fixture
def server(fresh_server: Server) -> Server:
    return fresh_server


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("title", "begun"), [("Kingdom Run", "[data-space]"), ("The Chronicles of Run", "[data-slot]")]
)
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_game_against_the_computer_is_one_press_away(
    visit: Visit, title: str, begun: str, size: tuple[int, int]
) -> None:
    page = visit(size=size).open()
    card = page.get_by_role("article", name=title, exact=True)
    card.get_by_role("button", name="Against the computer").click()
    expect(page.locator(begun).first).to_be_visible()
    expect(turn_bar(page)).to_contain_text("Your turn")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_can_be_begun_without_scrolling_in_a_laptops_window(visit: Visit, language: str) -> None:
    """Whoever is chosen: what is said about some takes two lines."""
    page = visit(size=LAPTOP, language=language).open()
    cards = page.get_by_role("article")
    expect(cards).to_have_count(2)
    page.evaluate("document.fonts.ready.then(() => true)")
    for card in cards.all():
        main = card.locator(".button.main")
        for opponent in card.get_by_role("radio").all():
            opponent.check(force=True)  # what one sees of it is its portrait
            box = main.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= LAPTOP[1], opponent.get_attribute("value")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(
    ("language", "spoken", "title"), [("fr-CH", "fr", "Deux jeux de plateau"), ("de-DE", "en", "Two board games")]
)
def test_the_browsers_language_decides_until_the_reader_does(
    visit: Visit, language: str, spoken: str, title: str
) -> None:
    page = visit(language=language).open()
    expect(page.locator("html")).to_have_attribute("lang", spoken)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.locator("#language").select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")


def packed_bytes(loaded: list[Request]) -> int:
    """Scripts and styles as they are transferred: packed."""
    code = [request for request in loaded if request.resource_type in ("script", "stylesheet")]
    assert code
    for request in code:
        response = request.response()
        assert response is not None
        assert response.headers.get("content-encoding") == "br" or len(response.body()) < 1500, request.url
    sizes = [request.sizes()["responseBodySize"] for request in code]
    assert all(size > 0 for size in sizes)
    return sum(sizes)


@pytest.mark.smoke
def test_the_first_screen_is_small(visit: Visit) -> None:
    person = visit()
    loaded: list[Request] = []
    person.page.on("requestfinished", lambda request: loaded.append(request))
    person.open()
    expect(person.page.get_by_role("button", name="Against the computer").first).to_be_enabled()
    person.page.wait_for_load_state("networkidle")
    assert packed_bytes(loaded) <= MOST_BYTES
    assert len({request.url for request in loaded}) <= MOST_FILES


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_table_is_not_much_larger(visit: Visit, server: Server, game: str) -> None:
    """For who comes to it by a link, with nothing kept from before."""
    table = server.kingdom_run("KS") if game == "kingdom-run" else server.chronicles()
    person = visit()
    loaded: list[Request] = []
    person.page.on("requestfinished", lambda request: loaded.append(request))
    hold(person, table, next(iter(table.keys)))
    person.open(f"#/table/{table.id}")
    expect(person.page.locator("[data-ply]")).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    assert packed_bytes(loaded) <= MOST_BYTES_AT_A_TABLE
    assert len({request.url for request in loaded}) <= MOST_FILES_AT_A_TABLE


@pytest.mark.smoke
def test_a_page_that_cannot_ask_for_the_games_shows_those_it_knows(visit: Visit) -> None:
    person = visit()
    person.forgiven = ["net::ERR_FAILED"]
    person.page.route("**/api/games*", lambda route: route.abort())
    person.open()
    expect(person.page.get_by_role("article", name="Kingdom Run", exact=True)).to_be_visible()
    expect(person.page.get_by_role("banner")).to_contain_text("Offline")


@pytest.mark.smoke
def test_a_page_that_is_not_told_of_the_games_says_so_and_asks_again(visit: Visit) -> None:
    person = visit()
    person.forgiven = ["503"]
    problem = '{"code": "server/storage", "sentence": "the database does not answer"}'
    person.page.route("**/api/games*", lambda route: route.fulfill(status=503, body=problem))
    person.open()
    expect(person.page.get_by_role("alert")).to_contain_text("the database does not answer")
    person.page.unroute("**/api/games*")
    person.page.get_by_role("button", name="Try again").click()
    expect(person.page.get_by_role("article", name="Kingdom Run", exact=True)).to_be_visible()


def test_watching_begins_a_game_of_computers_where_nobody_plays(visit: Visit) -> None:
    page = visit().open()
    page.get_by_role("article", name="The Chronicles of Run").get_by_role("button", name="Watch").click()
    expect(turn_bar(page)).to_contain_text("The game is over.")


def test_watching_leads_to_the_games_that_anybody_may_watch(visit: Visit, server: Server) -> None:
    server.kingdom_run("KS", listed=True, title="Saturday")
    server.kingdom_run("KS", title="Behind closed doors")
    page = visit().open()
    page.get_by_role("article", name="Kingdom Run", exact=True).get_by_role("button", name="Watch").click()
    expect(page.get_by_role("heading", name="Games to watch")).to_be_visible()
    expect(page.get_by_text("Behind closed doors")).to_have_count(0)
    page.get_by_role("link", name="Watch Saturday").click()
    expect(turn_bar(page)).to_contain_text("Player K's turn")


def test_a_table_of_this_browser_is_found_again_on_the_first_page(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS", title="Ours")
    over = finished(server, "chronicles-of-run")
    page = hold(visit(), table, "K").open()
    expect(page.get_by_role("link", name="Ours")).to_be_visible()
    expect(page.locator(f"a[href*='{over.id}']")).to_have_count(0)
    page.get_by_role("link", name="Ours").click()
    expect(turn_bar(page)).to_contain_text("Your turn")


# --- What a game without a server adds

MOST_BYTES_OF_A_GAME = 400_000  # packed


@pytest.mark.smoke
@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_its_strongest_opponent_is_small(game: str) -> None:
    """The worker with tables, rules, bots and coach, the game's module, and what its strongest opponent reads."""
    assets = Config().page_dir / "assets"
    if not list(assets.glob("*.wasm.gz")):
        skip("the page has no bots of its own: make browser page")
    learned = [f"{game}.{file}-*.weights.gz" for file in read_by(strongest(game).bot)]
    files = [next(assets.glob(pattern)) for pattern in ("worker-*.js.gz", f"{game}-*.wasm.gz", *learned)]
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES_OF_A_GAME


# --- Settings are remembered

GROUND = "() => getComputedStyle(document.body).backgroundColor"


def sheet(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    opened = page.get_by_role("dialog", name="Settings")
    expect(opened).to_be_visible()
    return opened


@pytest.mark.smoke
def test_light_sound_and_movement_are_remembered(visit: Visit) -> None:
    page = visit().open()
    day = page.evaluate(GROUND)
    chosen = sheet(page)
    chosen.get_by_role("radio", name="Dark").check()
    chosen.get_by_role("radio", name="Calm").check()
    chosen.get_by_role("slider", name="Sound").fill("0.2")
    expect(chosen).to_contain_text(re.compile(r"20\s?%"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function(f"day => ({GROUND})() !== day", arg=day)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    again = sheet(page)
    expect(again.get_by_role("radio", name="Dark")).to_be_checked()
    expect(again.get_by_role("radio", name="Calm")).to_be_checked()
    expect(again.get_by_role("slider", name="Sound")).to_have_value("0.2")


def test_the_device_decides_between_day_and_night_unless_the_reader_does(visit: Visit) -> None:
    by_day, by_night = visit(scheme="light"), visit(scheme="dark")
    grounds = []
    for person in (by_day, by_night):
        person.open()
        grounds.append(person.page.evaluate(GROUND))
    assert grounds[0] != grounds[1]
    sheet(by_night.page).get_by_role("radio", name="Light").check()
    expect(by_night.page.locator("html")).to_have_attribute("data-theme", "light")
    by_night.page.wait_for_function(f"ground => ({GROUND})() === ground", arg=grounds[0])


@pytest.mark.smoke
def test_what_is_stored_but_cannot_be_read_does_no_harm(visit: Visit) -> None:
    person = visit()
    person.context.add_init_script(f"localStorage['ewala.settings'] = {json.dumps('{not JSON')}")
    person.open()
    expect(sheet(person.page).get_by_role("radio", name="Same as device")).to_be_checked()
