"""Scenes around the games: start, lobby, waiting rooms, talk, replays, coach, rulebook, what is missing, the desk."""

import json
from collections.abc import Callable
from typing import Any

from actions import against_computer
from hosts import Host
from people_at import OwnDevice, become, claimed
from playwright.sync_api import Page, expect
from scene_setup import TIME, Arrange, Place, Say, at, once, seated
from scenes_at_boards import cr_result, cr_waiting, kr_keep, kr_result
from table_server import Server, Table


@once
def lobby(server: Server) -> Place:
    table = server.table(
        title="Friday evening", listed=True, clock={"kind": "real-time", "seconds": 600, "increment": 5}
    )
    table.sit("K", "Ada")
    table.seat_bot("S", "ranger")
    days = server.table("chronicles-of-run", listed=True, clock={"kind": "correspondence", "seconds": 259200})
    days.sit("O", "Cleo")
    return Place("#/lobby")


def empty_lobby(server: Server) -> Place:
    return Place("#/lobby", touched="empty")


@once
def hosting(server: Server) -> Place:
    table = server.table(title="Friday evening")
    table.sit("K", "Ada")
    table.sit("S", "Bo")
    table.seat_bot("F", "sorceress")
    return at(table, "K", host=True)


@once
def invited(server: Server) -> Place:
    table = server.table("chronicles-of-run")
    table.sit("O", "Ada")
    return Place(f"#/table/{table.id}")


def rated(server: Server) -> Table:
    answer = server.call("POST", "/api/tables", body={"game": "chronicles-of-run", "rated": True})
    made = answer.json()
    return Table(server, made["table"]["id"], made["host_key"], made["watch_key"])


@once
def rated_table(server: Server) -> Place:
    table = rated(server)
    table.sit("O", "Ada")
    return Place(f"#/table/{table.id}")


@once
def leading(server: Server) -> Place:
    """Three people have played rated games, of whom the first has won most."""
    tokens = {name: become(server, OwnDevice(), name) for name in ("Ada", "Bo", "Cleopatra of the Seven Rivers")}
    ada, bo, cleo = tokens.values()
    for winner, loser in [(ada, bo), (ada, cleo), (bo, cleo), (ada, bo)]:
        table = rated(server)
        for seat, token in (("O", winner), ("C", loser)):
            table.sit(seat)
            claimed(server, token, table, seat)
        table.start()
        table.do("POST", "/resign", table.keys["C"], body={})
    return Place("#/ratings/chronicles-of-run")


def known(server: Server) -> Place:
    """The start, for somebody who has been here."""
    tables = [kr_keep(server), cr_waiting(server), hosting(server), cr_result(server)]
    return Place("#/", {name: kept for place in tables for name, kept in place.keys.items()})


def mine(server: Server) -> Place:
    """The games of somebody who has been here, one of them long over."""
    tables = [kr_keep(server), cr_waiting(server), hosting(server), cr_result(server), kr_result(server)]
    return Place("#/you", {name: kept for place in tables for name, kept in place.keys.items()})


@once
def talked(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KS")
    with table.device("K") as ada, table.device("S") as bo:
        ada.ask("say", text="Hello Bo! Shall we?", seat="K")
        bo.ask("say", text="May the better clan win.", seat="S")
    return at(table, "K", host=True)


def replay_of(arranged: Arrange, ply: int) -> Arrange:
    def arrange(server: Server) -> Place:
        place = arranged(server)
        return Place(f"#/replay/{next(iter(place.keys))}/{ply}", place.keys)

    return arrange


def analysed(arranged: Arrange) -> Arrange:
    def arrange(server: Server) -> Place:
        place = arranged(server)
        return Place(f"#/analysis/{next(iter(place.keys))}", place.keys)

    return arrange


@once
def kr_alone(server: Server) -> Place:
    """One person against the computer, who is to act."""
    table, seat = against_computer(server)
    return at(table, seat, host=True)


@once
def cr_alone(server: Server) -> Place:
    table, seat = against_computer(server, "chronicles-of-run")
    return at(table, seat, host=True)


def ask_coach(page: Page, say: Say, place: Place) -> None:
    """A hint is shown, and its move marked on the board."""
    page.get_by_role("button", name=say("Hint"), exact=True).click()
    expect(page.locator("[data-play]")).to_be_visible()


def reviewed(page: Page, say: Say, place: Place) -> None:
    """The coach has looked at the whole game."""
    on_board(page, say, place)
    expect(page.locator("[data-decision][aria-pressed=true]")).to_be_attached()  # at the dearest
    expect(page.locator(".so-far")).to_have_count(0)  # and nothing is still to come


def step_into(page: Page, say: Say, place: Place) -> None:
    """The dearest decision, and what was better."""
    reviewed(page, say, place)
    page.locator("[data-decision]").first.click()
    page.get_by_role("region", name=say("The decision")).get_by_role("radio").nth(2).check()
    expect(page.get_by_text(say("Winning chance: {chance}.").split("{")[0]).first).to_be_visible()


def simply(where: str) -> Arrange:
    return lambda server: Place(where)


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((part) => (part.open = true))")


def unfolded(page: Page, say: Say, place: Place) -> None:
    expect(page.locator("main details").first).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    unfold(page)


def build_circuit(page: Page, say: Say, place: Place) -> None:
    unfold(page)
    page.get_by_role("radio", name=say("Boards of your own")).check()
    expect(page.get_by_text(say("This racetrack is valid."))).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    unfold(page)


def edit_layout(page: Page, say: Say, place: Place) -> None:
    unfold(page)
    page.get_by_role("radio", name=say("Your own")).check()
    expect(page.get_by_text(say("This layout is allowed."))).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)


def without_tables(page: Page, say: Say, place: Place) -> None:
    page.route("**/api/tables*", lambda route: route.fulfill(json=[]))
    page.reload()
    expect(page.get_by_text(say("No table is waiting right now"))).to_be_visible()
    page.unroute("**/api/tables*")


def with_text(english: str) -> Callable[[Page, Say, Place], None]:
    return lambda page, say, place: expect(page.get_by_text(say(english)).first).to_be_visible()


def among_known(page: Page, say: Say, place: Place) -> None:
    """All the tables that this browser was at are there, and in sight."""
    expect(page.locator("main a[href^='#/table/']")).to_have_count(len(place.keys))
    page.get_by_role("heading", name=say("Your tables")).scroll_into_view_if_needed()


def in_book(page: Page, say: Say, place: Place) -> None:
    expect(page.get_by_role("navigation", name=say("Chapters"))).to_be_visible()


def on_board(page: Page, say: Say, place: Place) -> None:
    expect(page.locator("main .kingdom-run, main .chronicles").first).to_be_visible()


def after_game(page: Page, say: Say, place: Place) -> None:
    expect(page.get_by_role("button", name=say("Rematch")).first).to_be_visible()


def in_panel(english: str) -> Callable[[Page, Say, Place], None]:
    def act(page: Page, say: Say, place: Place) -> None:
        page.get_by_role("tab", name=say(english)).click()
        expect(page.get_by_role("tabpanel")).to_be_visible()

    return act


def open_settings(page: Page, say: Say, place: Place) -> None:
    page.get_by_role("button", name=say("Settings")).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def among_ones_games(page: Page, say: Say, place: Place) -> None:
    """All of them have been looked at, and what was won is told."""
    expect(page.locator("main section[aria-busy=false]")).to_be_attached()
    unfold(page)
    page.get_by_role("heading", name=say("Your games")).evaluate("heading => heading.scrollIntoView()")


def making_a_portrait(page: Page, say: Say, place: Place) -> None:
    page.get_by_role("button", name=say("Change the portrait")).click()
    maker = page.get_by_role("group", name=say("Who you are like"))
    maker.get_by_role("radio", name=say("a gnome")).check()
    page.get_by_role("radio", name=say("Dusk"), exact=True).check()
    page.get_by_role("radio", name=say("Red"), exact=True).check()
    page.get_by_role("group", name=say("Seal")).get_by_role("radio").nth(3).check()


def in_ones_place(page: Page, say: Say, place: Place) -> None:
    """Somebody has a place at the host, and is asked whether they want to give it up."""
    page.locator("main").get_by_label(say("Your name")).fill("Ada")
    page.get_by_role("button", name=say("Keep a place at this host")).click()
    expect(page.get_by_role("list", name=say("Your devices"))).to_contain_text(say("this device"))
    expect(page.locator("main section[aria-busy=false]")).to_be_attached()  # what comes later, above, moves the rest
    expect(page.get_by_role("heading", name=say("Your ratings"))).to_be_attached()
    expect(page.get_by_role("group", name=say("What you want to hear"))).to_be_attached()
    page.get_by_role("button", name=say("Forget me")).click()


# The browser without a window forbids notifications to everybody.
NOT_ASKED_YET = "() => void Object.defineProperty(Notification, 'permission', { get: () => 'default' })"


def to_be_told(page: Page, say: Say, place: Place) -> None:
    """Somebody who has a place may be told something while the page is closed, but not at night."""
    page.evaluate(NOT_ASKED_YET)
    page.locator("main").get_by_label(say("Your name")).fill("Ada")
    page.get_by_role("button", name=say("Keep a place at this host")).click()
    expect(page.get_by_role("list", name=say("Your devices"))).to_contain_text(say("this device"))
    expect(page.locator("main section[aria-busy=false]")).to_be_attached()
    expect(page.get_by_role("heading", name=say("Your ratings"))).to_be_attached()
    page.get_by_role("checkbox", name=say("Quiet hours")).check()
    page.get_by_role("heading", name=say("While the page is closed")).evaluate("heading => heading.scrollIntoView()")


def on_the_way(page: Page, say: Say, place: Place) -> None:
    """Three of the journey's opponents are beaten, and the story of the fourth is told."""
    beaten = {"kingdom-run/dormouse": 1, "chronicles-of-run/novice": 2, "kingdom-run/squire": 3}
    page.evaluate("beaten => localStorage.setItem('ewala.journey', beaten)", json.dumps(beaten))
    page.reload()
    expect(page.get_by_role("heading", name=say("The Minstrel"))).to_be_visible()
    expect(page.locator(".story")).not_to_be_empty()


def answered_today(page: Page, say: Say, place: Place) -> None:
    """A day's turn has been played, and the coach says how good it was."""
    page.evaluate("localStorage.removeItem('ewala.days')")  # whoever looks at it again has not answered yet
    page.reload()
    rune = page.locator("[data-rune][aria-pressed]:not([disabled])").first
    rune.click()
    page.locator("[data-slot][aria-pressed=false]").first.click()
    page.locator("[data-next]").click()
    expect(page.get_by_role("heading", name=say("The best turn"), exact=True)).to_be_visible()
    expect(page.locator("section p.line")).not_to_be_empty()


def lose_connection(page: Page, say: Say, place: Place) -> None:
    on_board(page, say, place)
    page.context.set_offline(True)
    expect(page.get_by_text(say("No connection."))).to_be_visible()


# --- The host's desk: its figures are those of the machine and of all other scenes, and so they stand still

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
