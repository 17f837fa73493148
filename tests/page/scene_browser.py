"""A browser that goes from scene to scene in one window a language, and takes pictures that are the same in every run.

What the page is made of is loaded and compiled once. Nothing else is taken along: every scene is shown as on a first
visit.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from browsers import PHONE, Scheme, Visitor, launched, visitor
from playwright.sync_api import Browser, Page, Playwright, Request, ViewportSize
from scene_setup import Scene, SceneServer, go_aside

ADDRESS = "http://127.0.0.1"  # of the server, whatever its port: some scenes show it
# Letters as their outlines are, with the same colours: not as a system's screen would have them.
SAME_LETTERS = ("--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb")
PATIENCE = 30.0  # seconds; a page that has not come to rest by then never will

# Also who somebody has become; the tables of a device are nobody's without their keys.
FORGET = """() => new Promise((resolve) => {
  localStorage.clear();
  sessionStorage.clear();
  indexedDB.deleteDatabase("ewala-person").onsuccess = resolve;
})"""


class SceneBrowser:
    def __init__(self, browser: Browser, server: SceneServer, opened: ExitStack) -> None:
        self._browser, self._server, self._opened = browser, server, opened
        self._readers: dict[str, Visitor] = {}
        self._requests: dict[Page, Requests] = {}

    @contextmanager
    def visit(
        self, scene: Scene, language: str = "en", size: tuple[int, int] = PHONE, scheme: Scheme = "light"
    ) -> Iterator[Page]:
        """A reader of this language sees a scene; fails if the console has errors that are not the scene's own."""
        person = self._reader(language)
        self._requests[person.page].forget()
        resize(person.page, size).emulate_media(color_scheme=scheme)
        try:
            scene.show(person.page, self._server, language)
            yield person.page
        finally:
            self._leave(person)
            errors, person.complaints = person.complaints, []
        unexpected = [error for error in errors if not any(part in error for part in scene.complaints)]
        assert not unexpected, unexpected

    def screenshot(self, page: Page) -> bytes:
        """The screen once two looks see the same, and the page asked for nothing before, between and after them."""
        until = time.monotonic() + PATIENCE
        before: tuple[bytes, int | None] = b"", None
        while True:
            now = page.screenshot(animations="disabled", caret="hide"), self._requests[page].answered()
            if now == before and now[1] is not None:
                return now[0]
            assert time.monotonic() < until, "the page does not come to rest"
            before = now

    def _reader(self, language: str) -> Visitor:
        if language not in self._readers:
            context = visitor(self._browser, self._server.address, size=PHONE, language=language, timezone_id="UTC")
            person = self._readers[language] = self._opened.enter_context(context)
            person.page.clock.set_fixed_time(self._server.time)
            self._requests[person.page] = Requests(person.page)
        return self._readers[language]

    def _leave(self, person: Visitor) -> None:
        """Forget everything, and point at nothing; errors that still come belong to this scene."""
        person.context.set_offline(False)
        go_aside(person.page, self._server.address)
        person.page.evaluate(FORGET)
        person.page.mouse.move(-1, -1)


@contextmanager
def scene_browser(playwright: Playwright, server: SceneServer) -> Iterator[SceneBrowser]:
    address = f"--host-resolver-rules=MAP 127.0.0.1:80 127.0.0.1:{server.server.port}"
    with launched(playwright, address, *SAME_LETTERS) as browser, ExitStack() as opened:
        server.address = ADDRESS
        yield SceneBrowser(browser, server, opened)


def resize(page: Page, size: tuple[int, int]) -> Page:
    wanted: ViewportSize = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)
    return page


class Requests:
    """What a page has asked for and not got yet: of the server, and of the workers on its own device."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._waiting: set[Request] = set()
        self._ever = 0
        page.on("request", self._count)
        page.on("requestfinished", lambda request: self._waiting.discard(request))
        page.on("requestfailed", lambda request: self._waiting.discard(request))
        page.add_init_script(COUNT_QUESTIONS)

    def _count(self, request: Request) -> None:
        self._waiting.add(request)
        self._ever += 1

    def forget(self) -> None:
        """The page has been left: nobody waits for its answers any more."""
        self._waiting.clear()

    def answered(self) -> int | None:
        """How much has been asked for ever, if all of it was answered and the page has done what it does with that."""
        of_workers = self._page.evaluate(TAKEN_IN)
        return None if self._waiting or of_workers["waiting"] else self._ever + of_workers["ever"]


COUNT_QUESTIONS = """
  window.ofWorkers = { waiting: 0, ever: 0 };
  window.Worker = class extends Worker {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", () => ofWorkers.waiting--);
    }
    postMessage(...what) {
      ofWorkers.waiting++;
      ofWorkers.ever++;
      super.postMessage(...what);
    }
  };
"""
# An answer that has come is not one that is seen: it is read, and what follows from it drawn, when the page gets to it.
TAKEN_IN = """() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done(ofWorkers))))"""
