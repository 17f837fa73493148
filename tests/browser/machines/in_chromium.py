"""Modules and translated functions at work in Chromium, each in a page of its own."""

import base64
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from ewala.browser.build import Module
from ewala.browser.node import Machine
from ewala.browser.recorded import RecordingMachine

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


class Script:
    """A page to which jobs are given."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def ask(self, do: str, *given: object, **job: object) -> Any:
        """What a function gives, or the answer to a job of a module."""
        return json.loads(self._page.evaluate(ASK, json.dumps({"do": do, "given": given, **job})))


def module_at_work(browser: Browser, module: Module) -> Script:
    page = browser.new_page()
    script = (files("ewala.browser") / "replay.mjs").read_text(encoding="utf-8")
    page.evaluate(OPEN, [script, base64.b64encode(module.code).decode(), module.about])
    return Script(page)


def script_at_work(browser: Browser, folder: Path, luck: int = 0, tick: float = 0.0) -> Script:
    """The functions that `write_calls` has written. With `luck`, dice have secrets of that byte; with `tick`, the clock
    goes on by so many seconds whenever somebody looks."""

    def give(route: Route) -> None:
        file = folder / route.request.url.removeprefix(ADDRESS)
        route.fulfill(path=file) if file.is_file() else route.fulfill(content_type="text/html", body="")

    page = browser.new_page()
    page.route(f"{ADDRESS}**", give)
    page.goto(ADDRESS)
    page.evaluate(PREPARE, {"luck": luck, "tick": tick})
    return Script(page)


def check(recorded: RecordingMachine, module: Machine) -> None:
    """After each call that was recorded on the processor, the module has returned the same, and its buffers are."""
    kept = module.ask("keep", **recorded.job())
    for number, (step, there) in enumerate(zip(recorded.steps, module.ask("follow", kept=kept), strict=True)):
        assert there["returns"] == step.returns, f"what {step.call} returns, call {number}"
        assert there["digests"] == list(step.digests.values()), f"the buffers after {step.call}, call {number}"
