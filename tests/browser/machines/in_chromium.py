"""Modules and translated functions at work in Chromium, each in a page of its own, asked as they are in Node."""

import base64
import json
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from ewala.browser.build import Module

ADDRESS = "http://localhost/"  # of no server: the browser is given the folder's files where it would ask one
OPEN = """async ([script, code, about]) => {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { opened, perform } = await import(address);
  const module = await opened(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)), about);
  window.ask = (job) => perform(module, job);
}"""
PREPARE = """async (changes) => {
  const { answer, prepared } = await import("/calls.mjs");
  await prepared(async (name) => new Uint8Array(await (await fetch(`/${name}`)).arrayBuffer()), changes);
  window.ask = answer;
}"""
# One text each way: a tool for pages would look at every value of a great answer by itself.
ASK = "(job) => JSON.stringify(window.ask(JSON.parse(job)) ?? null)"


class InChromium:
    """A browser's pages as machines."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages = ExitStack()

    def module(self, module: Module) -> "_Module":
        page = self._page()
        script = (files("ewala.browser") / "replay.mjs").read_text(encoding="utf-8")
        page.evaluate(OPEN, [script, base64.b64encode(module.code).decode(), module.about])
        return _Module(page)

    def script(self, folder: Path, *, luck: int = 0, tick: float = 0.0) -> "_Script":
        def give(route: Route) -> None:
            file = folder / route.request.url.removeprefix(ADDRESS)
            route.fulfill(path=file) if file.is_file() else route.fulfill(content_type="text/html", body="")

        page = self._page()
        page.route(f"{ADDRESS}**", give)
        page.goto(ADDRESS)
        page.evaluate(PREPARE, {"luck": luck, "tick": tick})
        return _Script(page)

    def close(self) -> None:
        self._pages.close()

    def _page(self) -> Page:
        page = self._browser.new_page()
        self._pages.callback(page.close)
        return page


class _Module:
    def __init__(self, page: Page) -> None:
        self._page = page

    def ask(self, do: str, **job: object) -> Any:
        return json.loads(self._page.evaluate(ASK, json.dumps({"do": do, **job})))


class _Script:
    def __init__(self, page: Page) -> None:
        self._page = page

    def ask(self, do: str, *given: object) -> Any:
        return json.loads(self._page.evaluate(ASK, json.dumps({"do": do, "given": given})))
