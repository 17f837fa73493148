"""Tables of a browser's own device, which no server knows: asked by way of the page's worker, as the page asks them."""

import json
import re
from typing import Any

import httpx
from browsers import Visitor
from devices import Frame
from playwright.sync_api import Page, Route
from table_server import Server, Table

OF_THIS_DEVICE = re.compile(r"#/table/0[a-z2-9]{9}$")
AT_A_SERVER = re.compile(r"#/table/[a-z2-9]{10}$")
A_TABLE = re.compile(r"#/table/([0a-z2-9]{10})\b")
# A browser that has no room, for as long as somebody wants that.
KEEPS_NOTHING = """
  (() => {
    const put = IDBObjectStore.prototype.put;
    let full = %s;
    new BroadcastChannel("room").onmessage = ({ data }) => { full = data === "none"; };
    IDBObjectStore.prototype.put = function (...what) {
      if (full) throw new DOMException("there is no room left", "QuotaExceededError");
      return put.apply(this, what);
    };
  })();
"""

PLAY_TO_THE_END = """
  ({ table, keys, hinted }) => new Promise((resolve) => {
    const { tablesHere } = window, line = 2e9; // the page's own lines have smaller numbers
    const say = (frame) => tablesHere.postMessage({ kind: "say", line, frame: JSON.stringify(frame) });
    const chosen = async ({ moves, to_act: seat }) => {
      if (!hinted) return moves[0];
      const [path, body] = [`/api/tables/${table}/hint`, JSON.stringify({ seat })];
      const { text } = await askHere({ kind: "ask", method: "POST", path, body, keys, language: "en" });
      return JSON.parse(text).moves[0].move;
    };
    let ply = -1;
    tablesHere.addEventListener("message", ({ data }) => {
      if (data.kind !== "frame" || data.line !== line) return;
      for (const { position, result } of data.frame.split("\\n").filter(Boolean).map((one) => JSON.parse(one))) {
        if (result) resolve();
        else if (position?.confirm) say({ type: "confirm", id: "c" + position.ply, seat: position.confirm });
        else if (position?.moves?.length && position.ply > ply) {
          ply = position.ply;
          const asked = { type: "move", id: "m" + ply, seat: position.to_act, ply };
          chosen(position).then((move) => say({ ...asked, move }));
        }
      }
    });
    tablesHere.postMessage({ kind: "open", line, table, language: "en" });
    say({ type: "hello", keys });
  })
"""


class Home(Server):
    """The device of whoever looks at a page, asked as a server is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def call(self, method: str, path: str, *keys: str, body: object = None) -> httpx.Response:
        asked = {
            "kind": "ask",
            "method": method,
            "path": path,
            "body": "" if body is None else json.dumps(body),
            "keys": list(keys),
            "language": "en",
        }
        self.page.wait_for_function("window.tablesHere")
        answer: dict[str, Any] = self.page.evaluate("asked => askHere(asked)", asked)
        return httpx.Response(answer["status"], text=answer["text"])


def table_of(page: Page) -> str:
    """The name of the table at which a page is."""
    page.wait_for_url(A_TABLE)
    found = A_TABLE.search(page.url)
    assert found
    return found[1]


def played_by(page: Page, server: Server) -> Table:
    """The table at which a page is, of the server or of its device, with the keys that its browser holds."""
    name = table_of(page)
    keys: Frame = page.evaluate("name => JSON.parse(localStorage['ewala.keys'])[name]", name)
    where = Home(page) if name.startswith("0") else server
    return Table(where, name, keys.get("host", ""), keys.get("watch", ""), keys["seats"])


def play_to_the_end(page: Page, table: Table, *, hinted: bool = False) -> None:
    """The first legal move again and again, or the coach's, by somebody who has all the keys and a line to the device's
    tables."""
    page.evaluate(PLAY_TO_THE_END, {"table": table.id, "keys": list(table.keys.values()), "hinted": hinted})


def keeps_nothing(person: Visitor, *, at_once: bool = False) -> None:
    """A browser that has no room, from the beginning or once somebody says so (`let_keep`)."""
    full = KEEPS_NOTHING.replace("%s", "true" if at_once else "false")

    def full_worker(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=full + answer.text())

    person.context.route("**/assets/worker-*.js", full_worker)


def without_server(person: Visitor) -> None:
    """From now on nothing is heard of the server; what makes up the page may still be fetched."""
    person.forgiven.append("net::ERR_")
    person.context.route("**/api/**", lambda route: route.abort())


def let_keep(person: Visitor, room: str) -> None:
    """Whether there is room in a browser that `keeps_nothing`: `none` or `some`."""
    person.page.evaluate("room => new BroadcastChannel('room').postMessage(room)", room)
