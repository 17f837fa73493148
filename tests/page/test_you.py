"""Somebody without an account: on their device alone first, then with a place at the host, and forgotten again."""

import json
import re
from pathlib import Path

import pytest
from actions import call_oneself, called, keep_place, read_qr_code
from browsers import PHONE, Visit, Visitor, accessibility_problems, remaining
from local_tables import OF_THIS_DEVICE, play_to_the_end, played_by
from playwright.sync_api import CDPSession, Page, expect
from scene_setup import keys, play, seated
from table_server import Server, Table

STORED = "() => JSON.parse(localStorage['ewala.settings'])"
PORTRAIT = "figure-sorcerer light-night colour-purple sign-rune-7"
# What the browser keeps of a place: whose, and whether the key could be read out.
KEPT = """() => new Promise((resolve) => {
  const asked = indexedDB.open("ewala-person");
  asked.onsuccess = () => {
    const base = asked.result, found = base.transaction("keys").objectStore("keys").get("mine");
    found.onsuccess = () => {
      base.close();
      const { pair, place } = found.result ?? {};
      resolve(place ? { person: place.person, token: place.token, extractable: pair.privateKey.extractable } : null);
    };
  };
})"""


def choose_portrait(page: Page) -> None:
    page.get_by_role("button", name="Change the portrait").click()
    for group, part in {
        "Who you are like": "a sorcerer",
        "Hour": "Night",
        "Colour": "Purple",
        "Seal": "Clairvoyance",
    }.items():
        page.get_by_role("group", name=group).get_by_role("radio", name=part, exact=True).check()
    page.get_by_role("button", name="That is me").click()


@pytest.mark.smoke
def test_from_a_new_device_to_a_place_at_the_host_and_forgotten_again(visit: Visit, server: Server) -> None:
    person = visit()
    page = person.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.removeprefix(person.address)}"))
    person.open("#/you")
    keep = page.get_by_role("button", name="Keep a place at this host")
    expect(keep).to_be_disabled()  # of nobody
    call_oneself(page, "Ada")
    choose_portrait(page)
    expect(keep).to_be_enabled()
    assert page.evaluate(STORED)["portrait"] == PORTRAIT
    assert not [one for one in asked if "/api/people" in one or "/api/me" in one]
    assert page.evaluate(KEPT) is None

    beside = person.context.new_page()  # another window, which has looked before there was a place
    beside.goto(f"{person.address}/#/you")
    expect(beside.get_by_role("button", name="Keep a place at this host")).to_be_enabled()
    keep_place(page)
    kept = page.evaluate(KEPT)
    assert not kept["extractable"]
    keep_place(beside)
    assert page.evaluate(KEPT)["person"] == kept["person"]
    beside.close()
    profile = {"name": "Ada", "portrait": PORTRAIT, "language": "en"}
    assert server.call("GET", "/api/me", kept["token"]).json()["profile"] == profile

    with page.expect_response("**/api/me") as told:
        call_oneself(page, "Ada L.")
    assert told.value.request.method == "PUT"
    assert server.call("GET", "/api/me", kept["token"]).json()["profile"]["name"] == "Ada L."

    with page.expect_download() as saved:
        page.get_by_role("button", name="Download everything").click()
    text = Path(saved.value.path()).read_text()
    whole = json.loads(text)
    assert whole["host"]["person"]["person"] == kept["person"]
    assert whole["device"]["profile"] == profile | {"name": "Ada L."}
    assert kept["token"] not in text

    page.reload()
    expect(page.get_by_role("heading", name="Your place at this host")).to_be_visible()
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Yes, forget me").click()
    expect(page.get_by_role("heading", name="A place at this host", exact=True)).to_be_visible()
    expect(called(page)).to_have_value("")
    assert page.evaluate(KEPT) is None
    assert page.evaluate(STORED)["portrait"] == ""
    person.forgiven.append("403")
    assert server.call("GET", "/api/me", kept["token"]).status_code == 403


def test_a_name_is_offered_where_one_sits_down_and_greeted_at_the_start(visit: Visit, server: Server) -> None:
    table = server.table("chronicles-of-run")
    table.sit("O", "Bo")
    person = visit()
    page = person.open("#/you")
    call_oneself(page, "Ada")
    person.open("#/")
    page.reload()
    page.get_by_role("link", name="You: Ada").click()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    person.open(f"#/table/{table.id}")
    expect(page.locator("main").get_by_label("What shall we call you?")).to_have_value("Ada")


def test_a_token_that_is_not_good_any_more_is_proved_anew_and_a_place_that_is_gone_is_told(
    visit: Visit, server: Server
) -> None:
    person = visit()
    person.forgiven.append("403")
    page = person.page
    person.open("#/you")
    call_oneself(page, "Ada")
    keep_place(page)
    first = page.evaluate(KEPT)["token"]
    page.evaluate(AGED, STALE)
    page.reload()
    expect(page.get_by_role("list", name="Your devices")).to_contain_text("this device")
    second = page.evaluate(KEPT)["token"]
    assert second != STALE

    assert server.call("DELETE", "/api/me", first).status_code == 204
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("does not know this device any more")
    expect(called(page)).to_have_value("Ada")  # what is the device's own stays


def test_a_second_device_by_the_camera_and_a_third_by_the_paper(visit: Visit, server: Server) -> None:
    first, second, third = visit(), visit(size=PHONE, language="fr"), visit(size=PHONE)
    page = first.page
    first.open("#/you")
    call_oneself(page, "Ada")
    choose_portrait(page)
    keep_place(page)

    page.get_by_role("button", name="Add another device").click()
    link = read_qr_code(page, page.get_by_role("img", name="Code for the camera of your other device"))
    assert link.startswith(f"{first.address}/#/you/pair/")
    assert accessibility_problems(page) == []
    second.page.goto(link)
    second.page.get_by_role("button", name="Oui, c’est le mien").click()
    devices = second.page.get_by_role("list", name="Your devices")  # in Ada's language
    expect(devices.get_by_role("listitem")).to_have_count(2)
    expect(called(second.page)).to_have_value("Ada")
    assert second.page.evaluate(STORED)["portrait"] == PORTRAIT
    expect(page.get_by_text("It is done: this place is on Chrome, Linux, too.")).to_be_visible()

    with second.page.expect_response("**/api/me") as told:
        call_oneself(second.page, "Ada L.")
    assert told.value.ok

    with page.expect_response("**/api/me/recovery") as answered:
        page.get_by_role("button", name="A recovery code to print").click()
    code: str = answered.value.json()["code"]
    card = page.get_by_role("group", name="Recovery code")
    expect(card).to_contain_text(code)
    assert accessibility_problems(page) == []
    page.emulate_media(media="print")
    expect(card).to_be_visible()
    expect(called(page)).to_be_hidden()  # on paper there is the card alone
    page.emulate_media(media="screen")
    page.get_by_role("button", name="I have it").click()
    expect(page.get_by_text(code)).to_have_count(0)

    third.forgiven.append("403")
    third.open("#/you")
    third.page.get_by_text("I have a place here already").click()
    written = third.page.get_by_label("Recovery code")
    written.fill("ABCDE-FGHJK")
    written.press("Enter")
    expect(third.page.get_by_role("alert")).to_contain_text("this code is nobody's")
    written.fill(code.lower().replace("-", " "))
    written.press("Enter")
    expect(called(third.page)).to_have_value("Ada L.")
    third.page.goto(link)
    expect(third.page.get_by_role("heading", name="This device has its place already")).to_be_visible()

    page.reload()
    expect(called(page)).to_have_value("Ada L.")  # as another device has said
    away = page.get_by_role("list", name="Your devices").get_by_role("listitem").filter(has_not_text="this device")
    expect(away).to_have_count(2)
    away.first.get_by_role("button", name="Take away: Chrome, Linux").click()
    page.get_by_role("button", name="Yes, take it away").click()
    expect(away).to_have_count(1)
    second.forgiven.append("403")
    second.page.reload()
    expect(second.page.get_by_role("alert")).to_contain_text("does not know this device any more")


AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(person: Visitor) -> tuple[CDPSession, str]:
    """A device whose system keeps passkeys; they are for names, not for addresses."""
    person.address = person.address.replace("127.0.0.1", "localhost")
    system = person.context.new_cdp_session(person.page)
    system.send("WebAuthn.enable")
    added = system.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return system, added["authenticatorId"]


def test_a_passkey_brings_ones_place_to_wherever_the_system_has_it(visit: Visit) -> None:
    first, second = visit(), visit(size=PHONE)
    (system, keeper), (other_system, other_keeper) = with_authenticator(first), with_authenticator(second)
    first.open("#/you")
    call_oneself(first.page, "Ada")
    keep_place(first.page)
    first.page.get_by_role("button", name="Add a passkey").click()
    devices = first.page.get_by_role("list", name="Your devices")
    expect(devices).to_contain_text("A passkey")

    (passkey,) = system.send("WebAuthn.getCredentials", {"authenticatorId": keeper})["credentials"]
    other_system.send("WebAuthn.addCredential", {"authenticatorId": other_keeper, "credential": passkey})
    second.open("#/you")
    second.page.get_by_text("I have a place here already").click()
    second.page.get_by_role("button", name="Use a passkey").click()
    expect(called(second.page)).to_have_value("Ada")
    own = second.page.get_by_role("list", name="Your devices").get_by_role("listitem")
    expect(own).to_have_count(3)  # the first device, the passkey, and this one
    own.filter(has_text="this device").get_by_role("button", name=re.compile("^Take away")).click()
    second.page.get_by_role("button", name="Yes, take it away").click()
    expect(called(second.page)).to_have_value("")  # nothing of Ada stays on a device that she has left
    first.page.reload()
    expect(devices.get_by_role("listitem")).to_have_count(2)


@pytest.mark.smoke
def test_seats_are_known_to_be_of_whoever_has_a_place_and_nobody_hears_of_it(visit: Visit, server: Server) -> None:
    before, after = server.table("chronicles-of-run"), server.table("chronicles-of-run")
    person = visit()
    page = person.page

    def sit_down(table: Table) -> None:
        person.open(f"#/table/{table.id}")
        page.get_by_role("button", name=re.compile("^Sit down")).click()
        expect(page.get_by_text("on this device").first).to_be_visible()

    sit_down(before)  # as nobody
    person.open("#/you")
    call_oneself(page, "Ada")
    keep_place(page)
    token = page.evaluate(KEPT)["token"]
    expect_seats(page, server, token, {before.id})
    sit_down(after)
    expect_seats(page, server, token, {before.id, after.id})

    assert server.call("DELETE", "/api/me", token).status_code == 204
    person.forgiven.append("403")
    another = server.table("chronicles-of-run")
    sit_down(another)  # the place is gone, and the seat is there all the same


def test_ones_games_are_listed_with_those_to_move_first_and_what_was_won(visit: Visit, server: Server) -> None:
    person = visit()
    page = person.page
    running, over = seated(server, "kingdom-run", "KS"), seated(server, "chronicles-of-run", "OC")
    play(running, lambda position: position["to_act"] == "K" and position["ply"] > 1)
    play(over, lambda position: False)
    scores = over.look(over.keys["O"])["result"]["scores"]
    person.open("#/")
    held = keys(running, "K") | keys(over, "O")
    page.evaluate("keys => localStorage.setItem('ewala.keys', keys)", json.dumps(held))
    person.open("#/new/chronicles-of-run/device")
    page.get_by_role("button", name="Play now", exact=True).click()
    page.wait_for_url(OF_THIS_DEVICE)
    expect(page.locator("[data-ply]").first).to_be_attached()
    play_to_the_end(page, played_by(page, server))

    person.open("#/you")
    call_oneself(page, "Ada")
    keep_place(page)
    games = page.get_by_role("region", name="Your games")
    rows = games.get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="with Bo").first).to_contain_text("Your turn")
    here = rows.filter(has_text="on this device, unrated")
    expect(here).to_contain_text("The Chronicles of Run")
    told = rows.filter(has_text=f"{scores['O']} : {scores['C']}").filter(has_text="with Bo")
    expect(told).to_contain_text(re.compile("Won|Lost|Draw"))
    expect(told.get_by_role("link", name=re.compile("^Analysis"))).to_have_attribute("href", f"#/analysis/{over.id}")

    wins = page.get_by_role("region", name="What you have won")
    expect(wins).to_contain_text(re.compile(r"The Chronicles of Run\s*[01] of 1"))
    games.get_by_role("button", name="Let a game of this device join").click()
    expect(wins).to_contain_text(re.compile(r"The Chronicles of Run\s*[012] of 2"))
    expect(games.get_by_role("button", name="join")).to_have_count(0)
    page.reload()
    expect(rows).to_have_count(3)  # it is not listed twice
    expect(here).to_have_count(1)

    games.get_by_role("radio", name="Finished").check()
    expect(rows).to_have_count(2)
    games.get_by_role("radio", name="Running").check()
    expect(rows).to_have_count(1)
    games.get_by_role("radio", name="The Chronicles of Run").check()
    expect(rows).to_have_count(0)
    games.get_by_role("group", name="Which of them").get_by_role("radio", name="All").check()
    expect(rows).to_have_count(2)
    assert accessibility_problems(page) == []
    told.get_by_role("link", name=re.compile("^The Chronicles of Run")).click()
    expect(page).to_have_url(re.compile(f"#/table/{over.id}$"))


def expect_seats(page: Page, server: Server, token: str, tables: set[str]) -> None:
    """The host learns of seats behind the page's back: asked until it has."""

    def known(page: Page) -> list[str]:
        seats = server.call("GET", "/api/me/everything", token).json()["seats"]
        return sorted(tables ^ {seat["table"] for seat in seats})

    assert remaining(page, known) == []


# A token that the host does not take, such as one of before its database was another.
STALE = "p.c3RhbGU.c3RhbGU"
AGED = """(stale) => new Promise((resolve) => {
  const asked = indexedDB.open("ewala-person");
  asked.onsuccess = () => {
    const base = asked.result, all = base.transaction("keys", "readwrite"), store = all.objectStore("keys");
    const found = store.get("mine");
    found.onsuccess = () => {
      found.result.place.token = stale;
      store.put(found.result, "mine");
    };
    all.oncomplete = () => { base.close(); resolve(); };
  };
})"""
