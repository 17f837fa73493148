"""What the server tells while the page is closed arrives at its service worker, is shown, and leads to the table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from actions import call_oneself, hold, keep_place, turn_bar
from browsers import PHONE, Visitor, accessibility_problems, launched, visitor
from playwright.sync_api import Browser, Page, Playwright, Worker, expect
from push_service import PushService, push_service
from scene_setup import play
from table_server import Clock, Server, served
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


# A push service for the browser, which has none of its own here; everything else of a subscription is the page's.
SUBSCRIBED = """(subscription) => {
    const kept = () => localStorage.subscribed && {
        toJSON: () => subscription,
        unsubscribe: async () => delete localStorage.subscribed,
    };
    PushManager.prototype.getSubscription = async () => kept() ?? null;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.subscribed = applicationServerKey;
        return kept();
    };
}"""
INSTALLED = """{
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query === "(display-mode: browser)" ? ask("not all") : ask(query));
    navigator.setAppBadge = async (count) => void (window.badge = count);
}"""
OUT_OF_SIGHT = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""
HOUR = 3600
ZONE = "Europe/Brussels"


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole one: without a window around its pages it has the system tell nothing."""
    with launched(playwright, whole=True) as found:
        yield found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    with served(tmp_path, clock=clock, push_loopback=True) as running:
        yield running


class Device:
    """Somebody's browser, with the page closed; its push service delivers what it has for it."""

    def __init__(self, person: Visitor) -> None:
        self.person = person
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
        """What its push service has for it; the service worker may be asleep."""
        message = {"origin": self.person.address, "registrationId": self._name, "data": data}
        self._line.send("ServiceWorker.deliverPushMessage", message)

    @property
    def worker(self) -> Worker:
        (running,) = self.person.context.service_workers
        return running


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Visitor]:
    address = f"http://127.0.0.1:{server.port}"
    allowed: dict[str, Any] = {"service_workers": "allow", "permissions": ["notifications"], "timezone_id": ZONE}
    with visitor(browser, address, size=PHONE, **allowed) as coming:
        yield coming


def test_what_is_told_is_shown_and_leads_to_its_table(person: Visitor) -> None:
    person.open()
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    device = Device(person)
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


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


def test_a_day_of_correspondence_with_the_page_closed(
    person: Visitor, server: Server, service: PushService, clock: Clock
) -> None:
    mine = service.browser("mine")
    person.context.add_init_script(f"({SUBSCRIBED})({json.dumps(mine.said)})")
    table = server.kingdom_run("KS", clock={"kind": "correspondence", "seconds": 24 * HOUR})
    hold(person, table, "K")
    with person.page.expect_response(f"**/api/me/seats/{table.id}/K"):  # the page says itself whose seat it is
        _wants_to_be_told(person, server)
    device = Device(person)
    worker = device.worker
    worker.evaluate(ASKED)

    def sent(count: int) -> bool:
        clock.advance(0.2)  # time goes on
        return len(service.sent_to(mine)) == count

    def told(count: int) -> str:
        """What this browser shows once it is told for the so-maniest time, with the page closed all the while."""
        until(lambda: sent(count))
        device.deliver(json.dumps(mine.read(service.sent_to(mine)[-1].body)))
        until(lambda: len(worker.evaluate("self.asked")) == count)
        [shown] = worker.evaluate(SHOWN)
        assert (shown["link"], shown["body"]) == (f"#/table/{table.id}", "Kingdom Run, with Player S")
        return str(shown["title"])

    clock.advance(30)
    assert told(1) == "Your turn"
    play(table, lambda position: position["to_act"] == "S")
    clock.advance(10 * HOUR)
    play(table, lambda position: position["to_act"] == "K")
    clock.advance(30)
    assert told(2) == "Your turn"
    clock.advance(22 * HOUR)
    assert told(3) == "Your clock is running out"
    assert worker.evaluate("self.asked") == ["badge 1"] * 3
    worker.evaluate(CLICK)
    until(lambda: worker.evaluate("self.asked").pop() == f"open #/table/{table.id}")
    page = person.context.new_page()
    _is_installed(page)
    page.goto(f"{person.address}/#/table/{table.id}")
    expect(turn_bar(page)).to_contain_text("Your turn")
    page.wait_for_function("() => window.badge === 1")
    page.evaluate("window.badge = null")
    play(table, lambda position: position["to_act"] == "S")
    page.evaluate(OUT_OF_SIGHT)
    page.wait_for_function("() => window.badge === 0")
    _wants_silence(page, person, server)


def _wants_to_be_told(person: Visitor, server: Server) -> None:
    page = person.page
    person.open("#/you")
    call_oneself(page, "Ada")
    keep_place(page)
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.get_by_text("This device is told.")).to_be_visible()
    assert page.evaluate("localStorage.subscribed") == server.call("GET", "/api/push/key").json()["key"]
    with page.expect_response("**/api/me/wishes") as wished:
        page.get_by_role("checkbox", name="Somebody would like a rematch").uncheck()
    assert wished.value.json()["kinds"] == ["turn", "clock", "invitation"]
    with page.expect_response("**/api/me/wishes") as wished:
        page.get_by_role("checkbox", name="Quiet hours").check()
    assert wished.value.json()["quiet"] == {"from": "22:00", "until": "08:00", "zone": ZONE}
    assert accessibility_problems(page) == []
    with page.expect_response("**/api/me/wishes") as wished:
        page.get_by_role("checkbox", name="Quiet hours").uncheck()
    assert wished.value.json()["quiet"] is None


@pytest.mark.smoke
def test_a_program_of_ones_own_is_named_and_taken_away(person: Visitor) -> None:
    page = person.page
    person.open("#/you")
    call_oneself(page, "Ada")
    keep_place(page)
    page.get_by_text("Tell a program of mine, too").click()
    page.get_by_label("Its address").fill("https://192.168.1.1/")
    person.forgiven.append("400")
    page.get_by_role("button", name="Tell it").click()
    expect(page.get_by_role("alert")).to_contain_text("has a public address that begins with https://")
    page.get_by_label("Its address").fill("https://example.org/ewala")
    with page.expect_response("**/api/me/webhook") as made:
        page.get_by_role("button", name="Tell it").click()
    expect(page.get_by_label("The secret by which")).to_have_value(made.value.json()["secret"])
    assert accessibility_problems(page) == []
    page.get_by_role("button", name="Take the program away").click()
    expect(page.get_by_label("Its address")).to_be_visible()


def _is_installed(page: Page) -> None:
    """As far as a page can tell, and so it has a sign of its own."""
    page.add_init_script(INSTALLED)


def _wants_silence(page: Page, person: Visitor, server: Server) -> None:
    page.goto(f"{person.address}/#/you")
    with page.expect_response("**/api/me/push/*") as said:
        page.get_by_role("button", name="No more").click()
    assert (said.value.request.method, said.value.status) == ("DELETE", 204)
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_enabled()
    assert page.evaluate("localStorage.subscribed ?? null") is None
