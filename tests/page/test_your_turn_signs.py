"""Whoever looks elsewhere learns that it is their turn: by the tab's title, a sound, and the system if they like."""

from collections.abc import Iterator
from typing import Any

import pytest
from actions import make_move, send_move, sit_at, turn_bar
from browsers import Visit, launched
from playwright.sync_api import Browser, Page, Playwright, expect
from table_server import Server, Table

YOURS = "● Your turn – Ewala"

# What the page asks of the system, which is still asked.
NOTICES = """(() => {
  window.asked = 0;
  window.notices = [];
  const ask = Notification.requestPermission.bind(Notification);
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      const notice = { title, body: options.body, shown: "not yet" };
      window.notices.push(notice);
      this.addEventListener("show", () => (notice.shown = "yes"));
      this.addEventListener("error", () => (notice.shown = "no"));
    }
    static requestPermission() {
      window.asked += 1;
      return ask();
    }
  };
})()"""

LOOK_ELSEWHERE = """() => {
  Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# Every source of sound, when it begins and when the device has played it to its end.
LISTENING = """(() => {
  window.begun = 0;
  window.played = 0;
  window.contexts = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.contexts.push(this);
    }
  };
  for (const Source of [OscillatorNode, AudioBufferSourceNode]) {
    const start = Source.prototype.start;
    Source.prototype.start = function (...when) {
      window.begun += 1;
      this.addEventListener("ended", () => (window.played += 1));
      return start.apply(this, when);
    };
  }
})()"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole one: without a window around its pages it has the system tell nothing."""
    with launched(playwright, whole=True) as found:
        yield found


@pytest.fixture
def table(server: Server) -> Table:
    """The first bid of the Chronicles is to be made."""
    return server.chronicles(title="Friday evening")


def first_and_second(table: Table) -> tuple[str, str]:
    first = table.seat_to_act()
    return first, "C" if first == "O" else "O"


def bid(table: Table, seat: str) -> None:
    send_move(table, seat, "7>2d")


@pytest.mark.smoke
def test_the_tabs_title_says_that_it_is_your_turn_and_else_which_table_it_is(visit: Visit, table: Table) -> None:
    first, second = first_and_second(table)
    mine, theirs = sit_at(visit(), table, first), sit_at(visit(), table, second)
    expect(mine).to_have_title(YOURS)
    expect(theirs).to_have_title("Friday evening – Ewala")
    make_move(mine, "7>2d")
    expect(mine).to_have_title("Friday evening – Ewala")
    expect(theirs).to_have_title(YOURS)
    theirs.get_by_role("link", name="Ewala").first.click()
    expect(theirs).to_have_title("Ewala")


def test_ones_turn_is_heard_by_whoever_has_touched_the_page_and_wants_sound(visit: Visit, table: Table) -> None:
    first, second = first_and_second(table)

    def sits(**settings: Any) -> Page:
        person = visit()
        person.context.add_init_script(LISTENING)
        return sit_at(person, table, second, **settings)

    heard, muted, untouched = sits(), sits(volume=0), sits()
    for page in (heard, muted):
        turn_bar(page).click()
        page.wait_for_function("() => contexts[0]?.state === 'running'")
    bid(table, first)
    for page in (heard, muted, untouched):
        expect(page).to_have_title(YOURS)
    heard.wait_for_function("() => played > 0 && played === begun")
    assert [muted.evaluate("begun"), untouched.evaluate("begun")] == [0, 0]


def test_the_system_tells_it_to_whoever_asked_for_that_and_looks_elsewhere(visit: Visit, table: Table) -> None:
    first, second = first_and_second(table)
    person, looking = visit(), visit()
    for one in (person, looking):
        one.context.grant_permissions(["notifications"])
        one.context.add_init_script(NOTICES)
    page, looked_at = sit_at(person, table, second), sit_at(looking, table, second, notify=True)
    assert page.evaluate("asked") == 0, "nobody is asked before they want it"
    page.get_by_role("button", name="Settings").click()
    wish = page.get_by_label("Notify me when it is my turn")
    wish.check()
    expect(wish).to_be_checked()
    assert page.evaluate("asked") == 1
    page.keyboard.press("Escape")
    page.evaluate(LOOK_ELSEWHERE)
    bid(table, first)
    page.wait_for_function("() => notices[0]?.shown === 'yes'")
    (notice,) = page.evaluate("notices")
    assert notice["title"] == "Your turn – Ewala"
    assert notice["body"] == "Choose a rune and a slot."
    expect(looked_at).to_have_title(YOURS)
    assert looked_at.evaluate("notices") == []


@pytest.mark.smoke
def test_who_may_not_be_told_is_told_so(visit: Visit) -> None:
    person = visit()
    person.context.add_init_script("Notification.requestPermission = async () => 'denied'")
    person.open()
    page = person.page
    page.get_by_role("button", name="Settings").click()
    wish = page.get_by_label("Notify me when it is my turn")
    wish.click()
    expect(page.get_by_role("alert")).to_have_text("The browser does not allow notifications here.")
    expect(wish).not_to_be_checked()
