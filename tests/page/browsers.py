"""Browsers that play on the real page of a real server, as people do: they look for what the page says and touch it.

Every page opened here is watched: an error in its console, a failed request or a refusal by the content security policy
fails the test. Frames of the live channel are kept, so that tests can look for what should not be in them; each has to
be one of the messages that the server says it sends.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, Literal

import msgspec
from fixed_chance import DRAWN_IN_PAGE
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, WebSocket, expect, sync_playwright
from programs import found, program, skip

from ewala.server.platform.config import Config
from ewala.tables.messages import TOLD_EVENTS, Happened, Position, ServerMessage, TableView

SHELL = "chromium-headless-shell"  # the same without a window around the page: it opens in half the time
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
PATIENCE = 60_000  # milliseconds: longer than anything takes, also where a busy machine has little time for us
expect.set_options(timeout=PATIENCE)

PHONE, TABLET, DESKTOP = (390, 844), (820, 1180), (1440, 900)
CUT = ["net::ERR_", "WebSocket connection to"]  # what a browser says itself of a line that is cut
Scheme = Literal["light", "dark"]
# The worker that has the tables of this device: what it tells its page is heard, and tests may ask it, too.
HEARD_FROM_WORKER = """
  (() => {
    const { Worker } = window;
    let count = 1e9; // the page's own questions have smaller numbers
    window.Worker = class extends Worker {
      constructor(...how) {
        super(...how);
        this.addEventListener("message", ({ data }) => data.kind === "frame" && window.heardHere?.(data.frame));
      }
      postMessage(message, ...more) {
        if (["ask", "open"].includes(message.kind)) window.tablesHere = this;
        super.postMessage(message, ...more);
      }
    };
    window.askHere = (asked) => new Promise((resolve) => {
      const id = ++count, { tablesHere } = window;
      const hear = ({ data }) => {
        if (data.kind !== "answer" || data.id !== id) return;
        tablesHere.removeEventListener("message", hear);
        resolve(data);
      };
      tablesHere.addEventListener("message", hear);
      tablesHere.postMessage({ ...asked, id });
    });
  })();
"""


def chromium(*, whole: bool = False) -> str:
    """Where the system's browser is. Without one, tests are skipped with what would install it, but never in CI."""
    browser = (None if whole else found(SHELL)) or program("chromium")
    if not (Config().page_dir / "index.html").is_file():
        skip("the page cannot be tried here: make page")
    return browser


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


@contextmanager
def remembering(playwright: Playwright, profile: Path) -> Iterator[Page]:
    """A page of a browser that has a profile: those without one install nothing."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(whole=True), args=list(FLAGS)
    )
    try:
        yield context.pages[0]
    finally:
        context.close()


@dataclass
class Visitor:
    """One person's browser: a window of its own, its own storage, and everything that went wrong in it."""

    page: Page
    context: BrowserContext
    address: str
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)  # all that came over the live channel
    forgiven: list[str] = field(default_factory=list)  # parts of complaints that a test brings about

    def open(self, where: str = "#/") -> Page:
        self.page.goto(f"{self.address}/{where}")
        return self.page

    def watch_over(self) -> None:
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("websocket", self._listen)
        self.page.expose_function("heardHere", lambda frame: self.frames.append(frame))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))


Visit = Callable[..., Visitor]  # the fixture `visit`, which opens the page for another person

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
    """Somebody who visits the page; without motion and waiting for nothing, unless a test is about motion or pace."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        locale=language,
        reduced_motion="no-preference" if moving else "reduce",
        accept_downloads=True,
        # A service worker would fetch every file of the page behind a test's back, and answer where a test wants the
        # server to be asked; tests of what it does let it in (test_installed.py).
        **{"service_workers": "block", **options},
    )
    context.set_default_timeout(PATIENCE)
    if not moving:
        context.add_init_script("try { localStorage['ewala.settings'] ??= '{\"pace\":\"instant\"}' } catch {}")
    context.add_init_script(DRAWN_IN_PAGE)
    context.add_init_script(HEARD_FROM_WORKER)
    page = context.new_page()
    person = Visitor(page, context, address)
    person.watch_over()
    try:
        yield person
    finally:
        context.close()
    for frame in person.frames:
        read_frame(frame)
    unforgiven = [said for said in person.complaints if not any(part in said for part in person.forgiven)]
    assert not unforgiven, "\n".join(unforgiven)


@cache
def axe_source() -> str:
    """The accessibility checker, from the page's own development tools."""
    path = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
    return path.read_text()


EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def each(things: Locator) -> list[Locator]:
    """All of them, when there are any: by itself `Locator.all` takes a page that is still loading for an empty one."""
    things.first.wait_for()
    return things.all()


def accessibility_problems(page: Page, rules: Sequence[str] = EVERY_RULE) -> list[str]:
    """What axe-core finds on a page: the rule, and where it is broken. A page that is still loading has no heading."""
    page.locator("h1").first.wait_for(state="attached")
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


# --- Whether a screen fits: nothing sticks out of it, and everything on it can be reached

AT_ONCE = 0.1  # milliseconds
LONGEST_LOOK = (
    20.0  # seconds; a page that has become narrower lays itself out anew first, a busy browser in its own time
)

# What reaches beyond the right edge, unless it lies in something that scrolls by itself or cuts it off.
STICKING_OUT = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const cut = (node) => node.parentElement && node.parentElement !== document.body &&
    (getComputedStyle(node.parentElement).overflowX !== "visible" || cut(node.parentElement));
  return [...document.body.querySelectorAll("*")]
    .filter((node) => node.getBoundingClientRect().right > root.clientWidth + 0.5 && !cut(node))
    .map((node) => `${node.tagName}.${node.getAttribute("class")} to ${node.getBoundingClientRect().right}`)
    .slice(0, 5).concat([`${root.scrollWidth} wide`]);
}"""

# Buttons, links and fields that lie where no scrolling leads; a strip that is swiped leads to what is in it.
OUT_OF_REACH = """() => {
  const swiped = (node) => node && node !== document.body &&
    (/auto|scroll/.test(getComputedStyle(node).overflowX) || swiped(node.parentElement));
  return [...document.querySelectorAll("main :is(button, a, input, select, textarea, summary)")]
  .filter((node) => node.checkVisibility() && !node.closest(".heard, [popover]"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([node, box]) => box.width > 1 && !swiped(node.parentElement))
  .filter(([, { left, right }]) => left < -1 || right > document.documentElement.clientWidth + 1)
  .map(([node, { left, right }]) => `${node.tagName} ${node.textContent.trim() || node.ariaLabel} ${left}–${right}`);
}"""


def sticking_out(page: Page) -> list[str]:
    """What would make the page scroll sideways."""
    return _settled(page, STICKING_OUT)


def out_of_reach(page: Page) -> list[str]:
    """What lies where one cannot touch it."""
    return _settled(page, OUT_OF_REACH)


def moving(page: Page) -> list[str]:
    """What still moves after a while; what jumps to its end at once does not, however slowly the browser draws."""
    return _settled(
        page,
        f"""() => document.getAnimations()
          .filter((one) => one.effect.getComputedTiming().activeDuration > {AT_ONCE})
          .map((one) => one.animationName ?? one.transitionProperty ?? one.id)""",
    )


def remaining(page: Page, look: Callable[[Page], list[str]]) -> list[str]:
    """What is found on a page however often one looks: what is gone as soon as the browser has drawn is no problem."""
    until = time.monotonic() + LONGEST_LOOK
    while True:
        found = look(page)
        if not found or time.monotonic() > until:
            return found
        page.evaluate("() => new Promise(requestAnimationFrame)")


def _settled(page: Page, script: str) -> list[str]:
    def look(page: Page) -> list[str]:
        found: list[str] = page.evaluate(script)
        return found

    return remaining(page, look)
