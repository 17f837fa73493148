"""Whole games with the network cut and no server running, against bots that think in the browser."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from actions import said_in
from browsers import CUT, PHONE, TABLET, Visitor, visitor
from builds import copied
from fixed_chance import same_chance_in
from players import Curious, Hand, play_out
from playwright.sync_api import Browser, expect
from table_server import served

KEPT = "navigator.serviceWorker.ready.then(() => true)"  # every file of the page is on this device


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
