"""The end of a race is played on its board: purses, runners and podium are counted, and only then come the numbers."""

from actions import send_move
from browsers import Visit
from devices import Frame
from fixed_chance import fixed_chance
from playwright.sync_api import expect
from scene_setup import at, play, seated
from scenes_at_boards import FAST
from table_server import Server

import ewala

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
