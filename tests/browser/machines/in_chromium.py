"""A module at work in Chromium, asked as it is in Node."""

import base64
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

from ewala.browser.build import Module

__all__ = ["InChromium"]

OPEN = """async ([script, code, about]) => {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { opened, perform } = await import(address);
  const kernel = await opened(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)), about);
  window.ask = (job) => perform(kernel, job);
}"""


class InChromium:
    """A module in a page of its own."""

    def __init__(self, page: Page, module: Module) -> None:
        self._page = page
        script = (files("ewala.browser") / "kernel.mjs").read_text(encoding="utf-8")
        page.evaluate(OPEN, [script, base64.b64encode(module.code).decode(), module.about])

    def ask(self, do: str, **job: object) -> Any:
        return self._page.evaluate("(job) => window.ask(job)", {"do": do, **job})
