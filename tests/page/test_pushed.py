"""What the server tells while the page is closed arrives at its service worker, is shown, and leads to the table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import Visitor, launched, visitor
from playwright.sync_api import Browser, Playwright, Worker, expect
from table_server import Server, served
from waiting import until

TOLD = {"title": "Your turn", "body": "With Bo", "link": "#/table/abcdefghjk", "tag": "abcdefghjk", "badge": 2}
READY = "navigator.serviceWorker.ready.then(() => true)"
SHOWN = """self.registration.getNotifications().then((shown) =>
    shown.map(({ title, body, data, tag }) => ({ title, body, link: data, tag })))"""
# What the worker asks of the system, which grants it only to somebody's own hand.
ASKED = """() => {
    self.asked = [];
    navigator.setAppBadge = async (count) => void self.asked.push(`badge ${count}`);
    self.clients.openWindow = async (address) => void self.asked.push(`open ${new URL(address).hash}`);
    WindowClient.prototype.focus = async function () { self.asked.push(`focus ${new URL(this.url).hash}`); };
}"""
CLICK = """async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole one: without a window around its pages it has the system tell nothing."""
    with launched(playwright, whole=True) as found:
        yield found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


class Device:
    """Somebody's browser, with the page closed; its push service delivers what it has for it."""

    def __init__(self, person: Visitor) -> None:
        self.person = person
        person.open()
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
        assert person.page.evaluate(READY)
        self._system = person.context.new_page()
        person.page.close()
        self._line = person.context.new_cdp_session(self._system)
        registered: list[Any] = []
        self._line.on("ServiceWorker.workerRegistrationUpdated", lambda news: registered.extend(news["registrations"]))
        self._line.send("ServiceWorker.enable")
        while not registered:
            self._system.evaluate("0")
        self._name = registered[0]["registrationId"]

    def deliver(self, data: str) -> None:
        message = {"origin": self.person.address, "registrationId": self._name, "data": data}
        self._line.send("ServiceWorker.deliverPushMessage", message)

    @property
    def worker(self) -> Worker:
        (running,) = self.person.context.service_workers
        return running


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Device]:
    address = f"http://127.0.0.1:{server.port}"
    with visitor(browser, address, service_workers="allow", permissions=["notifications"]) as person:
        yield Device(person)


def test_what_is_told_is_shown_and_leads_to_its_table(device: Device) -> None:
    worker = device.worker
    worker.evaluate(ASKED)
    device.deliver("no JSON at all")
    device.deliver(json.dumps({**TOLD, "body": "With somebody else", "badge": 1}))
    device.deliver(json.dumps(TOLD))
    until(lambda: [told["body"] for told in worker.evaluate(SHOWN)] == ["With Bo"])
    assert worker.evaluate(SHOWN) == [{name: value for name, value in TOLD.items() if name != "badge"}]
    worker.evaluate(CLICK)
    until(lambda: len(worker.evaluate("self.asked")) == 3)
    assert worker.evaluate("self.asked") == ["badge 1", "badge 2", "open #/table/abcdefghjk"]
    assert worker.evaluate(SHOWN) == []

    elsewhere, there = device.person.context.new_page(), device.person.context.new_page()
    elsewhere.goto(f"{device.person.address}/#/")
    there.goto(f"{device.person.address}/{TOLD['link']}")
    device.deliver(json.dumps(TOLD))
    until(lambda: worker.evaluate(SHOWN))
    worker.evaluate(CLICK)
    until(lambda: len(worker.evaluate("self.asked")) == 5)
    assert worker.evaluate("self.asked")[-1] == "focus #/table/abcdefghjk"
