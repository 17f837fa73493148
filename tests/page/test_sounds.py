"""Every sound that the page makes, as it would be heard at full volume: audible, short, never too loud for a device.

A studio stands in for the device: what the page plays is not sounded but written down, each sound on a take of its own.
"""

from pathlib import Path
from typing import TypedDict

import pytest
from actions import give_up, hold, send_move, turn_bar
from browsers import Visit
from playwright.sync_api import Page, expect
from table_server import Server

import ewala

SECONDS = 3  # of each take
STUDIO = f"""(() => {{
  localStorage["ewala.settings"] = JSON.stringify({{ volume: 1, pace: "instant" }});
  window.takes = 0;
  let seed = 1; // the noise in the sounds is the same in every run
  Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  window.AudioContext = class extends OfflineAudioContext {{
    constructor() {{
      super(1, 44100 * {SECONDS} * 12, 44100);
      window.studio = this;
    }}
    get state() {{ return "running"; }}
    get currentTime() {{ return {SECONDS} * window.takes++; }}
    async resume() {{}}
  }};
}})()"""
DEVELOPED = f"""async () => {{
  const samples = (await studio.startRendering()).getChannelData(0);
  return Array.from({{ length: takes }}, (_, take) => {{
    const heard = samples.subarray(take * {SECONDS} * 44100, (take + 1) * {SECONDS} * 44100);
    let [peak, last, sum] = [0, 0, 0];
    heard.forEach((sample, at) => {{
      peak = Math.max(peak, Math.abs(sample));
      sum += sample * sample;
      if (Math.abs(sample) > 0.001) last = at;
    }});
    return {{ peak, lasts: last / 44100, loud: Math.sqrt(sum / Math.max(last, 1)) }};
  }});
}}"""

# Moves from the start, and what is heard of each.
KINGDOM_RUN = [
    ("!DBVL", "dice"),
    ("r:-", ""),
    ("D1K", "hop"),
    (".", ""),
    ("B2K", "splash"),
    ("L3K", "snore"),
    ("V:S", "coin"),
    ("!DBVL", "dice"),
    ("r:-", ""),
    ("L3k", "paper"),
]
CHRONICLES = [
    *((f"!{zone}", "paper") for zone in range(1, 10)),
    ("!O", "paper"),
    ("7>2d", "wood"),
    ("3>4a", "rune"),
]


class Take(TypedDict):
    peak: float
    lasts: float
    loud: float


def well_made(take: Take) -> bool:
    """Heard beside other things in a room, but nothing that makes one start, and no longer than a step or two."""
    return 0.05 < take["peak"] < 0.97 and 0.01 < take["loud"] < 0.3 and 0.05 < take["lasts"] < 1.8


def takes(page: Page) -> list[Take]:
    developed: list[Take] = page.evaluate(DEVELOPED)
    return developed


@pytest.mark.parametrize(
    ("game", "happens"),
    [(ewala.load("kingdom-run", players="KS"), KINGDOM_RUN), (ewala.load("chronicles-of-run"), CHRONICLES)],
    ids=["kingdom-run", "chronicles-of-run"],
)
def test_what_happens_on_the_board_can_be_heard(
    visit: Visit, tmp_path: Path, game: ewala.Game, happens: list[tuple[str, str]]
) -> None:
    record = ewala.Record.begin(game)
    record.moves += [move for move, _ in happens]
    record.save(tmp_path / "heard.ewala")
    person = visit()
    person.context.add_init_script(STUDIO)
    person.open("#/replay")
    page = person.page
    page.locator("input[type=file]").set_input_files(tmp_path / "heard.ewala")
    for ply in range(len(happens)):
        expect(page.locator(f"[data-ply='{ply}']")).to_be_visible()
        page.locator("body").press("ArrowRight")
    expect(page.locator(f"[data-ply='{len(happens)}']")).to_be_visible()
    heard = [(move, sound) for move, sound in happens if sound]
    bad = {made: take for made, take in zip(heard, takes(page), strict=True) if not well_made(take)}
    assert not bad


@pytest.mark.smoke
def test_ones_turn_and_ones_victory_can_be_heard(visit: Visit, server: Server) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    person = visit()
    person.context.add_init_script(STUDIO)
    hold(person, table, second)
    person.open(f"#/table/{table.id}")
    page = person.page
    turn_bar(page).click()
    send_move(table, first, "7>2d")
    expect(turn_bar(page)).to_contain_text("Your turn")
    give_up(table, first)
    expect(page.get_by_role("heading", name="wins!")).to_be_visible()
    laid, turn, victory = takes(page)
    assert [well_made(take) for take in (laid, turn, victory)] == [True, True, True], (laid, turn, victory)
