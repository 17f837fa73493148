"""What boards show by themselves: effects, lessons, and the end, which is counted before the numbers come."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from actions import next_button, send_move, turn_bar
from browsers import Visit
from devices import Frame
from fixed_chance import fixed_chance
from playwright.sync_api import Page, expect
from scene_setup import Arrange, Scene, SceneServer, at, play, seated
from scenes_at_boards import FAST, cr_effect, cr_privacy
from table_server import Server

import ewala

# --- The Chronicles of Run


@pytest.fixture
def stage(server: Server) -> Iterator[SceneServer]:
    """Whoever sits at its tables is there."""
    with ExitStack() as present:
        yield SceneServer(server, present)


def shown(visit: Visit, stage: SceneServer, arrange: Arrange) -> Page:
    person = visit()
    place = stage.place(Scene("", arrange))
    place.opened_by(person.page, person.address)
    expect(person.page.locator(".chronicles")).to_be_visible()
    return person.page


def test_leaving_an_effect_is_one_of_the_bars_actions(visit: Visit, stage: SceneServer) -> None:
    page = shown(visit, stage, cr_effect)
    leave = turn_bar(page).get_by_role("button", name="Do not use it")
    expect(leave).to_be_visible()
    expect(next_button(page)).to_have_count(0)
    page.locator("button[data-slot][aria-pressed=false]").first.click()
    expect(next_button(page)).to_be_visible()
    expect(leave).to_be_visible()


def test_who_takes_over_a_shared_device_is_told_of_no_rune_before_asking(visit: Visit, stage: SceneServer) -> None:
    page = shown(visit, stage, cr_privacy)
    page.get_by_role("button", name="show my runes").click()
    expect(page.locator(".ours button[data-rune]").first).to_be_focused()
    said = page.get_by_role("group", name="What these mean")
    expect(said).to_contain_text("In each zone the left slot, with the sword, attacks")
    page.keyboard.press("ArrowRight")
    expect(said).not_to_contain_text("In each zone")


def test_a_lesson_rings_the_learners_own_rune_alone(visit: Visit) -> None:
    page = visit().open("#/learn/chronicles-of-run")
    for _ in range(2):
        page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator(".rune.pointed")).to_have_count(1)
    expect(page.locator(".rune.pointed")).to_have_attribute("data-side", "O")


def test_the_numbers_come_when_the_board_has_counted_the_zones(visit: Visit, server: Server) -> None:
    table = seated(server, "chronicles-of-run", "OC")
    last = play(table, lambda position: position["text"].split(" ")[-2][0] == "9" and "(" in position["text"])
    seat, other = last["to_act"], "C" if last["to_act"] == "O" else "O"
    person = visit(moving=True)
    at(table, other, deserted=True).opened_by(person.page, person.address)
    expect(person.page.locator(f"[data-ply='{last['ply']}']")).to_be_visible()
    send_move(table, seat, last["moves"][0])
    if table.look(*table.keys.values())["result"] is None:
        play(table, lambda position: False)
    person.page.locator(".tile.counted, #result-title").first.wait_for(state="attached")
    assert person.page.locator(".tile.counted").count() == 1
    assert person.page.locator("#result-title").count() == 0
    person.page.locator(".chronicles .middle").click(position={"x": 3, "y": 3})  # whoever will not wait
    expect(person.page.locator("#result-title")).to_be_visible()
    expect(person.page.locator(".tile.counted")).to_have_count(0)


def test_what_was_chosen_stays_while_the_position_does(visit: Visit, server: Server) -> None:
    """Another language brings the same position once more, in other words."""
    table = server.chronicles()
    seat = table.seat_to_act()
    person = visit()
    at(table, seat, deserted=True).opened_by(person.page, person.address)
    rune = person.page.locator(".ours button[data-rune='7']")
    rune.click()
    expect(rune).to_have_attribute("aria-pressed", "true")
    with person.page.expect_response(lambda answer: answer.url.endswith("/story")):  # asked for when a position came
        person.page.locator("#language").select_option("fr")
    expect(person.page.get_by_text("Choisissez un emplacement pour Lisbeth.").first).to_be_visible()
    expect(rune).to_have_attribute("aria-pressed", "true")


# --- Kingdom Run

SHORT = "oooo|~~|oo~ 1:2,7:1,900:2 5"  # one place on the podium

# Whatever is counted, in order, and whether the numbers were there already.
WATCH = """() => {
  window.seen = [[], false];
  new MutationObserver(() => {
    const now = [...document.querySelectorAll("[data-counted]")];
    const last = JSON.stringify(seen[0].at(-1));
    for (const node of now) {
      const what = [node.dataset.counted, node.textContent];
      if (JSON.stringify(what) !== last) seen[0].push(what);
      if (document.querySelector("#result-title")) seen[1] = true;
    }
  }).observe(document, {childList: true, subtree: true});
}"""


def last_move(position: Frame) -> str:
    """A move that ends the race, if there is one."""
    here = ewala.load("kingdom-run", players="KS", circuit=SHORT).parse(position["text"])
    return next((move for move in position["moves"] if here.play(move).to_act is None), "")


def test_the_numbers_come_when_the_board_has_counted(visit: Visit, server: Server) -> None:
    with fixed_chance("a short race"):
        table = seated(server, "kingdom-run", "KS", options={"circuit": SHORT})
        last = play(table, lambda position: bool(last_move(position)), FAST)
    seat, other = last["to_act"], "K" if last["to_act"] == "S" else "S"
    person = visit(moving=True)
    page = person.page
    at(table, other, deserted=True).opened_by(page, person.address)
    expect(page.locator(f"[data-ply='{last['ply']}']")).to_be_visible()
    page.evaluate(WATCH)
    send_move(table, seat, last_move(last))
    expect(page.locator("#result-title")).to_be_visible()
    counted, numbers = page.evaluate("window.seen")
    assert counted, "whoever is worth something says so"
    assert not numbers, "while anything is counted"
    expect(page.locator("[data-counted]")).to_have_count(0)
    scores = table.look(*table.keys.values())["result"]["scores"]
    for clan, score in scores.items():
        expect(page.locator(f"[data-chip={clan}] .score")).to_have_text(f"Score{score}")
