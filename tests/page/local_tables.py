"""People at tables of their own device, which no server knows.

Chance is the same in every run: what the page draws, and what its worker draws for the dice.
"""

import re
from pathlib import Path

from browsers import Visitor
from playwright.sync_api import Route

__all__ = ["KEEPS_NOTHING", "OF_THIS_DEVICE", "at_home", "hear_worker", "let_keep", "same_chance_in", "without_server"]

OF_THIS_DEVICE = re.compile(r"#/table/0[a-z2-9]{10}$")
SAME_CHANCE = """
  (() => {
    let state = 7;
    crypto.getRandomValues = (bytes) => {
      for (let n = 0; n < bytes.length; n++) bytes[n] = (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16;
      return bytes;
    };
  })();
"""
# A browser that has no room, for as long as somebody wants that.
KEEPS_NOTHING = """
  (() => {
    const put = IDBObjectStore.prototype.put;
    let full = false;
    new BroadcastChannel("room").onmessage = ({ data }) => { full = data === "none"; };
    IDBObjectStore.prototype.put = function (...what) {
      if (full) throw new DOMException("there is no room left", "QuotaExceededError");
      return put.apply(this, what);
    };
  })();
"""
TELL_WHAT_COMES = """
  window.Worker = class extends Worker {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => data.kind === "frame" && heardHere(data.frame));
    }
  };
"""


def hear_worker(person: Visitor) -> None:
    """What a table of this device tells its page is kept as what a server tells it."""
    person.page.expose_function("heardHere", lambda frame: person.frames.append(frame))
    person.page.add_init_script(TELL_WHAT_COMES)


def at_home(person: Visitor, *more: str) -> None:
    """Somebody whose device keeps tables itself, with chance that is the same in every run; `more` is run in the worker
    before anything else."""
    hear_worker(person)
    person.page.add_init_script(SAME_CHANCE)

    def same_worker(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body="\n".join([SAME_CHANCE, *more, answer.text()]))

    person.context.route("**/assets/worker-*.js", same_worker)


def same_chance_in(page_dir: Path) -> None:
    """The same in a page's own files: a browser that keeps them asks nobody else for a worker."""
    for worker in (page_dir / "assets").glob("worker-*.js"):
        worker.write_text(SAME_CHANCE + worker.read_text())


def without_server(person: Visitor) -> None:
    """From now on nothing is heard of the server; what makes up the page may still be fetched."""
    person.forgiven.append("net::ERR_")
    person.context.route("**/api/**", lambda route: route.abort())


def let_keep(person: Visitor, room: str) -> None:
    """Whether there is room in a browser that KEEPS_NOTHING: `none` or `some`."""
    person.page.evaluate("room => new BroadcastChannel('room').postMessage(room)", room)
