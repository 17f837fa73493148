"""Scenes at the host's desk. Its figures are those of the machine and of all other scenes: here they stand still."""

from typing import Any

from hosts import Host
from playwright.sync_api import Page, expect
from scene_setup import TIME, Place, Say, once, seated
from table_server import Server

TITLE = "The long table"
STILL: dict[str, Any] = {"tables": {"open": 3, "playing": 12, "over": 240}, "people": 57, "evenings": []}
LOAD = {
    "process": 1,
    "started_at": TIME - 86_400_000,
    "connections": 31,
    "devices": 28,
    "memory": 187_000_000,
    "database": 5_400_000,
    "set_aside": 0,
}


@once
def at_the_desk(server: Server) -> Place:
    seated(server, "kingdom-run", "KSF", title=TITLE)
    return Place(f"#/desk/{Host(server).key}")


# The page hears what the server says, but for what is different in every run.
STAND_STILL = """(still) => {
  const ask = window.fetch;
  window.fetch = async (path, how) => {
    const answer = await ask(path, how);
    if (path !== "/api/desk" || !answer.ok) return answer;
    const seen = await answer.json();
    return Response.json({ ...seen, ...still, load: { ...seen.load, ...still.load } });
  };
  dispatchEvent(new Event("visibilitychange")); // then one looks again
}"""


def _stand_still(page: Page) -> None:
    page.evaluate(STAND_STILL, {**STILL, "load": LOAD})
    expect(page.locator("main dd", has_text="57")).to_be_visible()


def one_table_open(page: Page, say: Say, place: Place) -> None:
    _stand_still(page)
    page.get_by_label(say("Search a table or a name")).fill(TITLE)
    expect(page.locator("main details")).to_have_count(1)
    page.locator("main summary").click()
    page.get_by_text(say("Close the table…")).click()


def in_the_house(page: Page, say: Say, place: Place) -> None:
    _stand_still(page)
    page.get_by_role("radio", name=say("House"), exact=True).check()
    page.get_by_role("heading", name=say("Announcements")).scroll_into_view_if_needed()
