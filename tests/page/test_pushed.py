"""What the server tells while the page is closed arrives at its service worker, and is shown."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browsers import Visitor, visitor
from playwright.sync_api import Browser, expect
from table_server import Server, served

TOLD = {"title": "Your turn", "body": "With Bo", "link": "#/table/abcdefghjk", "tag": "abcdefghjk", "badge": 2}
READY = "navigator.serviceWorker.ready.then(() => true)"
SHOWN = """() => navigator.serviceWorker.ready.then((kept) => kept.getNotifications()).then((shown) =>
    shown.map(({ title, body, data, tag }) => ({ title, body, link: data, tag })))"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def deliver(browser: Browser, server: Server) -> Iterator[Callable[[str], Visitor]]:
    """Delivers a message to somebody's browser, as its push service would."""
    with ExitStack() as people:
        address = f"http://127.0.0.1:{server.port}"
        person = people.enter_context(visitor(browser, address, service_workers="allow", permissions=["notifications"]))
        person.open()
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
        assert person.page.evaluate(READY)
        line = person.context.new_cdp_session(person.page)
        registered: list[Any] = []
        line.on("ServiceWorker.workerRegistrationUpdated", lambda news: registered.extend(news["registrations"]))
        line.send("ServiceWorker.enable")
        while not registered:
            person.page.evaluate("0")

        def delivered(data: str) -> Visitor:
            name = registered[0]["registrationId"]
            line.send("ServiceWorker.deliverPushMessage", {"origin": address, "registrationId": name, "data": data})
            return person

        yield delivered


def test_what_is_told_is_shown_and_newer_takes_the_place_of_older(deliver: Callable[[str], Visitor]) -> None:
    deliver("no JSON at all")
    deliver(json.dumps({**TOLD, "body": "With somebody else"}))
    page = deliver(json.dumps(TOLD)).page
    page.wait_for_function(f"({SHOWN})().then((shown) => shown.some(({{ body }}) => body === 'With Bo'))")
    shown = page.evaluate(SHOWN)
    assert shown == [{name: value for name, value in TOLD.items() if name != "badge"}]
