"""The page as an app: it can be installed, opens without a network, and goes over to newer versions when asked."""

import io
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from actions import hold, said_in, turn_bar
from browsers import CUT, DESKTOP, PHONE, Visit, Visitor, accessibility_problems, each, remembering, visitor
from fixed_chance import same_chance_in
from PIL import Image
from players import Curious, Hand
from playwright.sync_api import Browser, Locator, Page, Playwright, Route, expect
from table_server import Server, served
from test_lessons import walk

from ewala.server.platform.config import Config

KEPT = "navigator.serviceWorker.ready.then(() => true)"  # every file of the page is on this device
LOOK = "navigator.serviceWorker.ready.then((kept) => kept.update()).then(() => true)"  # for a newer version
WAITS = "navigator.serviceWorker.ready.then((kept) => kept.waiting !== null)"
PUT_IN_ORDER = """async () => {  // as each page asks of the worker that it is from, and until that is done
    navigator.serviceWorker.controller.postMessage("arrived");
    for (let asked = 0; asked < 20; asked++) await fetch("manifest.webmanifest").then((file) => file.text());
}"""
OF_ONE_BUILD = "() => caches.keys().then((names) => names.length === 1)"
TEXTS = {".css", ".html", ".js", ".json"}
PACKED = {".br", ".gz"}


def copied(folder: Path) -> Path:
    """The page as it was built, in a folder of the test's own."""
    shutil.copytree(Config().page_dir, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    return folder


def replaced_by_newer(folder: Path) -> None:
    """As a build leaves it after a change that concerns every file: all have other names, and the old ones are gone."""
    page = Config().page_dir
    names = {
        path.name: f"{path.stem}2{path.suffix}" for path in (page / "assets").iterdir() if path.suffix not in PACKED
    }
    named = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    shutil.rmtree(folder / "assets")
    (folder / "assets").mkdir()
    files = [path for path in page.rglob("*") if path.is_file() and path.suffix not in PACKED]
    for path in sorted(files, key=lambda path: path.name == ".built"):  # a build ends with it
        there = (folder / path.relative_to(page)).with_name(names.get(path.name, path.name))
        if path.suffix not in TEXTS:
            shutil.copyfile(path, there)
            continue
        text = named.sub(lambda found: names[found[0]], path.read_text())
        there.write_text(
            re.sub(r'const BUILD = "\w+"', 'const BUILD = "newer"', text) if path.name == "sw.js" else text
        )


def begin(person: Visitor) -> None:
    """Somebody comes for the first time, and their browser keeps the page."""
    person.open()
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    assert person.page.evaluate(KEPT)
    person.page.wait_for_function("navigator.serviceWorker.controller !== null")


@pytest.fixture
def page_dir(tmp_path: Path) -> Path:
    return copied(tmp_path / "page")


@pytest.fixture
def building(tmp_path: Path, page_dir: Path) -> Iterator[Server]:
    """A server whose page may be built anew."""
    with served(tmp_path, page_dir=page_dir, absent_seconds=0) as running:
        yield running


@pytest.fixture
def keeping(browser: Browser, building: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens that server's page for somebody whose browser keeps it."""
    with ExitStack() as people:

        def open_for(**options: Any) -> Visitor:
            address = f"http://127.0.0.1:{building.port}"
            person = people.enter_context(visitor(browser, address, service_workers="allow", **options))
            begin(person)
            return person

        yield open_for


def released(person: Visitor, page_dir: Path) -> None:
    """There is a newer version; a page that is open hears of it, and has old files from the worker or not at all."""
    replaced_by_newer(page_dir)
    person.context.new_cdp_session(person.page).send("Network.clearBrowserCache")
    assert person.page.evaluate(LOOK)


def offline_sign(page: Page, language: str = "en") -> Locator:
    return page.get_by_role("banner").get_by_text(said_in(language)("Offline"), exact=True)


def update_sign(page: Page) -> Locator:
    return page.get_by_role("status").locator(".sign").filter(has_text="A new version is ready.")


def a_figure_works(page: Page, language: str) -> None:
    """The first of a rulebook in which a move can be played; figures are drawn when somebody looks at them."""
    say = said_in(language)
    for figure in each(page.locator("figure")):
        figure.scroll_into_view_if_needed()
        expect(figure.locator("[data-ply] svg").first).to_be_visible()
        if figure.get_by_role("button", name=say("From the beginning")).count():
            break
    figure.get_by_role("button", name=say("From the beginning")).click()
    expect(figure).to_contain_text(say("Before the move"))
    figure.get_by_role("button", name=say("Play the move")).click()
    expect(figure).not_to_contain_text(say("Before the move"))


# --- To be installed


def test_the_page_can_be_installed(playwright: Playwright, server: Server, tmp_path: Path) -> None:
    with remembering(playwright, tmp_path / "profile") as page:
        page.goto(f"http://127.0.0.1:{server.port}/")
        assert page.evaluate(KEPT)
        browser = page.context.new_cdp_session(page)
        assert browser.send("Page.getAppManifest")["errors"] == []
        assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


@pytest.mark.smoke
def test_icons_are_what_the_manifest_says(server: Server) -> None:
    manifest = server.http.get("/manifest.webmanifest").json()
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        answer = server.http.get(f"/{icon['src']}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])
        if icon["sizes"] != "any":
            width, height = Image.open(io.BytesIO(answer.content)).size
            assert icon["sizes"] == f"{width}x{height}"


# --- Without a network


@pytest.mark.parametrize(
    ("game", "language", "size"), [("kingdom-run", "fr", PHONE), ("chronicles-of-run", "en", DESKTOP)]
)
def test_the_page_opens_when_the_server_is_gone(
    browser: Browser, tmp_path: Path, game: str, language: str, size: tuple[int, int]
) -> None:
    say = said_in(language)
    with ExitStack() as running:
        address = f"http://127.0.0.1:{running.enter_context(served(tmp_path)).port}"
        with visitor(browser, address, service_workers="allow", language=language, size=size) as person:
            page = person.page
            begin(person)
            running.close()
            person.forgiven += CUT
            person.open("?anew#/")
            expect(page.locator(f"a[href='#/learn/{game}']")).to_be_visible()
            expect(offline_sign(page, language)).to_be_visible()
            page.locator(f"a[href='#/learn/{game}']").click()
            walk(page, game, language)
            expect(page.locator("#learnt")).to_be_focused()
            person.open(f"#/rules/{game}")
            a_figure_works(page, language)
            person.open("#/lobby")
            expect(page.get_by_role("heading", level=1)).to_have_text(say("This waits for the network"))


@pytest.mark.smoke
def test_being_offline_is_seen_and_heard(visit: Visit) -> None:
    person = visit(size=PHONE)
    page = person.page
    person.forgiven += CUT
    person.open("#/lobby")
    expect(page.get_by_role("heading", level=1)).to_have_text("The lobby")
    expect(offline_sign(page)).to_have_count(0)
    person.context.set_offline(True)
    expect(offline_sign(page)).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("You are offline: only what needs a server has to wait.")
    expect(page.get_by_role("heading", level=1)).to_have_text("This waits for the network")
    assert accessibility_problems(page) == []
    person.open("#/new/kingdom-run/friends")
    expect(page.get_by_role("heading", level=1)).to_have_text("This waits for the network")
    person.open("#/lobby")
    person.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("The lobby")
    expect(offline_sign(page)).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("You are online again.")


def test_files_come_from_the_device_and_answers_from_the_server(keeping: Visit) -> None:
    person = keeping()
    with (
        person.page.expect_response("**/assets/index-*.js") as file,
        person.page.expect_response("**/api/games*") as answer,
    ):
        person.page.reload()
    assert file.value.from_service_worker
    assert not answer.value.from_service_worker
    person.open("join/kingdom-run/fr#/lobby")  # a link that was sent leads to the page, too
    expect(person.page.get_by_role("heading", level=1)).to_have_text("The lobby")
    assert person.page.url == f"{person.address}/#/lobby"
    with person.page.expect_response("**/api/health") as seen:
        person.open("api/health")
    assert not seen.value.from_service_worker


def test_a_page_from_the_device_waits_a_moment_for_the_server_and_no_longer(keeping: Visit) -> None:
    person = keeping()
    page = person.page
    hanging: list[Route] = []
    page.route("**/api/games*", lambda route: hanging.append(route))
    page.reload()
    expect(page.get_by_role("article", name="Kingdom Run", exact=True)).to_be_visible()
    answer = [{**game, "title": "A race"} for game in hanging[0].fetch().json()]
    hanging[0].fulfill(json=answer)  # whenever it comes, it counts
    expect(page.get_by_role("heading", name="A race").first).to_be_visible()


# --- A newer version


@pytest.mark.smoke
def test_a_newer_version_waits_until_it_is_asked_for(keeping: Visit, page_dir: Path) -> None:
    person = keeping()
    page = person.page
    began = page.evaluate("performance.timeOrigin")
    released(person, page_dir)
    expect(update_sign(page)).to_be_visible()
    assert page.evaluate(WAITS)
    assert accessibility_problems(page) == []
    person.open("#/rules/kingdom-run")  # in files of the old version, which the server does not have any more
    a_figure_works(page, "en")
    assert page.evaluate("performance.timeOrigin") == began
    update_sign(page).get_by_role("button", name="Load it").click()
    page.wait_for_function("began => performance.timeOrigin !== began", arg=began)
    expect(page.locator("script[src$='2.js']")).to_be_attached()
    a_figure_works(page, "en")
    expect(update_sign(page)).to_have_count(0)
    page.wait_for_function(OF_ONE_BUILD)  # the old version is gone


def test_a_window_that_is_opened_meanwhile_leaves_the_newer_version_its_files(keeping: Visit, page_dir: Path) -> None:
    person = keeping()
    page, other = person.page, person.context.new_page()
    released(person, page_dir)
    expect(update_sign(page)).to_be_visible()
    other.goto(page.url)  # it has the worker of the old version put things in order
    expect(update_sign(other)).to_be_visible()
    other.evaluate(PUT_IN_ORDER)
    update_sign(page).get_by_role("button", name="Load it").click()
    expect(page.locator("script[src$='2.js']")).to_be_attached()


def test_nobody_is_asked_in_a_game(keeping: Visit, building: Server, page_dir: Path) -> None:
    table = building.kingdom_run("KS")
    person = keeping()
    page = person.page
    hold(person, table, "K")
    person.open(f"?anew#/table/{table.id}")
    expect(turn_bar(page)).to_contain_text("Your turn")
    released(person, page_dir)
    page.wait_for_function(WAITS)
    expect(update_sign(page)).to_have_count(0)
    person.open("#/")
    expect(update_sign(page)).to_be_visible()
    update_sign(page).get_by_role("button", name="Later").click()
    expect(update_sign(page)).to_have_count(0)


def test_a_game_on_this_device_goes_on_before_and_after_an_update(keeping: Visit, page_dir: Path) -> None:
    same_chance_in(page_dir)
    person = keeping()
    page, bar = person.page, turn_bar(person.page)
    person.open()
    card = page.get_by_role("article", name="Kingdom Run", exact=True)
    card.get_by_role("button", name="Against the computer").click()
    expect(bar).to_contain_text("Your turn")
    released(person, page_dir)
    page.wait_for_function(WAITS)
    hand, choose, end = Hand(person, None, "K"), Curious(), page.get_by_role("button", name="End turn")
    while (position := hand.position).get("moves"):  # until the turn waits to be ended
        hand.act(choose(position))
        hand.await_ply(position["ply"] + 1)
    ended = hand.position["ply"]
    end.click()  # the bot's files are of the old version, which the server does not have any more
    turn = hand.await_turn(ended, "K")
    assert turn
    person.open("#/")
    update_sign(page).get_by_role("button", name="Load it").click()
    expect(page.locator("script[src$='2.js']")).to_be_attached()
    page.get_by_role("link", name="Your turn").first.click()
    expect(bar).to_contain_text("Your turn")
    expect(page.locator(f"[data-ply='{turn['ply']}']")).to_be_visible()


def test_a_window_that_has_not_gone_over_keeps_its_files(keeping: Visit, page_dir: Path) -> None:
    person = keeping()
    page, other = person.page, person.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    released(person, page_dir)
    for window in (page, other):
        expect(update_sign(window)).to_be_visible()
    update_sign(page).get_by_role("button", name="Load it").click()
    expect(page.locator("script[src$='2.js']")).to_be_attached()
    expect(update_sign(page)).to_have_count(0)
    other.goto(f"{person.address}/#/rules/chronicles-of-run")
    a_figure_works(other, "en")
    expect(other.locator("script[src$='2.js']")).to_have_count(0)
    update_sign(other).get_by_role("button", name="Load it").click()
    expect(other.locator("script[src$='2.js']")).to_be_attached()
    page.wait_for_function(OF_ONE_BUILD)
