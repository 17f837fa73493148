"""The page in a folder of any static host, below its root: no server of ours, and no question to one."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from actions import said_in
from browsers import CUT, PATIENCE, visitor
from playwright.sync_api import Browser, expect
from random_games import played
from test_installed import a_figure_works, begin, offline_sign
from test_lessons import walk

from ewala.commands.page import write_page
from ewala.server.platform.config import Config

GLANCE = 50  # milliseconds between two looks at what was heard


@contextmanager
def hosted(root: Path, asked: list[str]) -> Iterator[str]:
    """Python's own server; as simple as a host can be."""

    class Host(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            asked.append(self.path)

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_page(Config().page_dir, tmp_path / "some" / "games")
    return tmp_path


def test_what_needs_no_server_works_below_a_hosts_root(browser: Browser, root: Path) -> None:
    asked: list[str] = []
    say = said_in("es")
    with ExitStack() as running:
        address = running.enter_context(hosted(root, asked))
        with visitor(browser, f"{address}/some/games", service_workers="allow", language="es") as person:
            page = person.page
            begin(person)
            expect(page.get_by_role("heading", name="Kingdom Run")).to_be_visible()
            person.open("#/lobby")
            expect(page.get_by_role("heading", level=1)).to_have_text(say("This needs a server"))
            running.close()  # and everything is on the device already
            person.forgiven += CUT
            person.open("?anew#/rules/chronicles-of-run")
            a_figure_works(page, "es")
            person.open("#/learn/kingdom-run")
            walk(page, "kingdom-run", "es")
            expect(page.locator("#learnt")).to_be_focused()
            expect(offline_sign(page, "es")).to_have_count(0)  # nobody misses a network
    assert all(path.startswith("/some/games/") for path in asked)
    assert [path for path in asked if "/api/" in path] == []


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_the_computer_plays_there(browser: Browser, root: Path, game: str) -> None:
    """From one press on the start page to a move of a bot's, with nothing that the page's own policy would refuse."""
    asked: list[str] = []
    with hosted(root, asked) as address, visitor(browser, f"{address}/some/games") as person:
        person.open()
        card = person.page.get_by_role("article").filter(has=person.page.locator(f"#title-{game}"))
        card.get_by_role("button", name="Watch").click()  # bots alone
        expect(person.page.locator("[data-ply]").first).to_be_attached()
        for _ in range(PATIENCE // GLANCE):
            if any('"type":"moved"' in frame for frame in person.frames):
                break
            person.page.wait_for_timeout(GLANCE)
        else:
            pytest.fail("no bot has moved")
    assert [path for path in asked if "/api/" in path] == []


@pytest.mark.smoke
def test_what_needs_a_server_says_so_and_asks_nobody(browser: Browser, root: Path) -> None:
    """A record needs none."""
    asked: list[str] = []
    played("kingdom-run", {}).save(root / "game.ewala")
    with hosted(root, asked) as address, visitor(browser, f"{address}/some/games") as person:
        person.open("#/new/kingdom-run/friends")
        expect(person.page.get_by_role("heading", level=1)).to_have_text("This needs a server")
        person.open("#/table/23456789ab")
        expect(person.page.get_by_role("heading", level=1)).to_have_text("This needs a server")
        person.open("#/")
        expect(person.page.get_by_role("link", name="Open a record")).to_be_visible()
        for absent in ("With friends", "The lobby"):
            expect(person.page.get_by_role("link", name=absent)).to_have_count(0)
        person.open(f"#/analysis/{'0' * 32}")
        expect(person.page.get_by_text("This needs a server, and this page has none.")).to_be_visible()
        person.open("#/replay")
        person.page.locator("input[type=file]").set_input_files(root / "game.ewala")
        expect(person.page.locator("[data-ply='0']")).to_be_visible()
    assert [path for path in asked if "/api/" in path] == []
