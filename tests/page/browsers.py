"""Browsers that play on the real page of a real server, as people do: they look for what the page says and touch it.

Every page opened here is watched: an error in its console, a failed request or a refusal by the content security policy
fails the test. Frames of the live channel are kept, so that tests can look for what should not be in them; each has to
be one of the messages that the server says it sends.
"""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, WebSocket, expect, sync_playwright

from ewala.server.config import Config
from ewala.server.wire.messages import TOLD_EVENTS, Happened, Position, ServerMessage, TableView

INSTALL = "apt-get install chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome", "Google Chrome")
SHELL = "chromium-headless-shell"  # the same without a window around the page: it opens in half the time
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
PATIENCE = 60_000  # milliseconds: longer than anything takes, also where a busy machine has little time for us
expect.set_options(timeout=PATIENCE)

PHONE, TABLET, DESKTOP = (390, 844), (820, 1180), (1440, 900)
Scheme = Literal["light", "dark"]


def chromium(*, whole: bool = False) -> str:
    """Where the system's browser is. Without one, tests are skipped with what would install it, but never in CI."""
    names = NAMES if whole else (SHELL, *NAMES)
    found = next((path for name in names if (path := shutil.which(name))), None)
    built = (Config().page_dir / "index.html").is_file()
    missing = None if found and built else ("make page" if found else INSTALL)
    if missing and os.environ.get("CI"):
        pytest.fail(f"in CI nothing is skipped: {missing}")
    if missing:
        pytest.skip(f"the page cannot be tried here: {missing}")
    assert found
    return found


@contextmanager
def browsers() -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, *flags: str, whole: bool = False) -> Iterator[Browser]:
    """A browser; `whole`, if a test is about more than pages, such as what the system shows."""
    browser = playwright.chromium.launch(executable_path=chromium(whole=whole), args=[*FLAGS, *flags])
    try:
        yield browser
    finally:
        browser.close()


@dataclass
class Visitor:
    """One person's browser: a window of its own, its own storage, and everything that went wrong in it."""

    page: Page
    context: BrowserContext
    address: str
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)  # all that came over the live channel
    forgiven: list[str] = field(default_factory=list)  # parts of complaints that a test brings about

    def open(self, where: str = "#/") -> None:
        self.page.goto(f"{self.address}/{where}")

    def watch_over(self) -> None:
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))


_EVENT: Any = reduce(or_, TOLD_EVENTS)


def read_frame(frame: str) -> None:
    """Hold what came over the live channel against the definition of the wire; raises msgspec.ValidationError."""
    for line in filter(None, frame.split("\n")):
        message = msgspec.json.decode(line, type=ServerMessage)
        if isinstance(message, Happened):
            msgspec.json.decode(message.event, type=_EVENT)
            if message.table is not msgspec.UNSET:
                msgspec.json.decode(message.table, type=TableView)
            if message.position is not msgspec.UNSET:
                msgspec.json.decode(message.position, type=Position)


@contextmanager
def visitor(
    browser: Browser,
    address: str,
    *,
    size: tuple[int, int] = DESKTOP,
    scheme: Scheme = "light",
    language: str = "en",
    moving: bool = False,
    **options: Any,
) -> Iterator[Visitor]:
    """Somebody who visits the page; without motion, unless a test is about motion."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        locale=language,
        reduced_motion="no-preference" if moving else "reduce",
        accept_downloads=True,
        **options,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    person = Visitor(page, context, address)
    person.watch_over()
    try:
        yield person
    finally:
        context.close()
    for frame in person.frames:
        read_frame(frame)
    assert [said for said in person.complaints if not any(part in said for part in person.forgiven)] == []


@cache
def axe_source() -> str:
    """The accessibility checker, from the page's own development tools."""
    path = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
    return path.read_text()


EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def accessibility_problems(page: Page, rules: Sequence[str] = EVERY_RULE) -> list[str]:
    """What axe-core finds on a page: the rule, and where it is broken."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source())  # not a script element: the page's policy would refuse it
    found: list[dict[str, Any]] = page.evaluate(
        "async (rules) => (await axe.run(document, {runOnly: rules, resultTypes: ['violations']})).violations",
        list(rules),
    )
    return [
        f"{problem['id']}: {node['target']} {node['failureSummary']}" for problem in found for node in problem["nodes"]
    ]


def contrast_problems(page: Page) -> list[str]:
    """The same, of what another light can change."""
    return accessibility_problems(page, ["color-contrast"])
