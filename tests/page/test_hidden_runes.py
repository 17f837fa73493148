"""Between a bid and its reveal, a page shows and keeps nothing of a rune that its reader may not know (CR-3.2).

Two runs differ in nothing but the rune: dice, keys and time are the same. Whatever the others' browsers got, show or
keep must be the same; and what the owner sees must differ, or the test would see nothing at all.
"""

import random
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from browsers import Visitor, visitor
from players import Hand
from playwright.sync_api import Browser, expect
from table_server import Clock, Table, served

Run = Callable[[int, bool], dict[str, str]]  # a rune to bid, whether on one device -> what everybody finds

SLOT = "5a"
BEGUN = 14  # the event that gives the first initiative
RUNES = (4, 8)  # neither is under Clairvoyance, and both differ in name, destiny, side and effect


@pytest.fixture
def same_luck(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes the next server draw the same keys and the same names as the last one; its dice are the same anyway."""

    def begin() -> None:
        luck = random.Random(11)
        keys = SimpleNamespace(token_urlsafe=lambda n: luck.randbytes(n).hex(), choice=luck.choice)
        monkeypatch.setattr("ewala.tables.keys.secrets", keys)

    return begin


def heard(hand: Hand) -> list[str]:
    """What came by wire since the device last came to the table, but who else came and went meanwhile."""
    lines = [line for frame in hand.visitor.frames for line in frame.split("\n")]
    snapshots = [n for n, line in enumerate(lines) if line.startswith('{"type":"snapshot"')]
    return [line for line in lines[snapshots[-1] :] if not line.startswith('{"type":"presence"')]


def found_by(hand: Hand) -> str:
    """All that somebody could find in their browser: the page, how it is read aloud, its storage, what came by wire."""
    page = hand.page
    expect(page.locator(f"[data-line='{BEGUN}'] button")).to_have_count(
        1
    )  # what happened before one came, comes by itself
    # Without what fixed_chance.py keeps: how many pages and workers there were, also of a page that was left at once.
    kept = page.evaluate("() => JSON.stringify([{...localStorage, chance: ''}, {...sessionStorage}])")
    found = [page.content(), page.locator("body").aria_snapshot(), page.title(), kept, *heard(hand)]
    port = ":" + hand.visitor.address.rsplit(":", 1)[1]  # with its colon: a digest may have the same figures
    # What a browser draws by lot or reads from its own clock: names of its commands, when it kept something.
    numbered = re.sub(r"\bc\d+-", "c-", "\n".join(found).replace(port, "PORT"))  # ids count what was drawn before
    return re.sub(r'\\?"at\\?":\d+|"id":"\w+"', "", numbered)


def look_at(hand: Hand, slot: str) -> None:
    """Ask the board about a slot in every way there is."""
    button = hand.page.locator(f"[data-slot='{slot}']")
    button.hover()
    button.click()
    button.focus()


@pytest.fixture
def hidden(browser: Browser, tmp_path: Path, same_luck: Callable[[], None]) -> Run:
    """Plays a first bid and returns what everybody finds before the second."""

    def run(rune: int, shared: bool) -> dict[str, str]:
        folder = tmp_path / str(random.random())
        folder.mkdir()
        same_luck()
        with served(folder, clock=Clock()) as server, ExitStack() as people:

            def visit() -> Visitor:
                return people.enter_context(visitor(browser, f"http://127.0.0.1:{server.port}"))

            table = server.chronicles()
            first = table.seat_to_act()
            return on_one_device(visit(), table, first, rune) if shared else apart(visit, table, first, rune)

    return run


def apart(visit: Callable[[], Visitor], table: Table, first: str, rune: int) -> dict[str, str]:
    other = "C" if first == "O" else "O"
    owner, opponent, watcher = Hand(visit(), table, first), Hand(visit(), table, other), Hand(visit(), table)
    ply = 10  # after nine tiles and the initiative
    for hand in (owner, opponent, watcher):
        hand.await_ply(ply)
    owner.act(f"{rune}>{SLOT}")
    for hand in (owner, opponent, watcher):
        hand.await_ply(ply + 1)
        look_at(hand, SLOT)
    found = {"owner": found_by(owner), "opponent": found_by(opponent), "watcher": found_by(watcher)}
    opponent.page.mouse.move(0, 0)  # or the slot's card stays, and may lie over what is touched next
    opponent.act("7>1a")
    opponent.await_ply(ply + 2)
    found["revealed"] = found_by(opponent)
    return found


def on_one_device(visitor: Visitor, table: Table, first: str, rune: int) -> dict[str, str]:
    device = Hand(visitor, table, "OC")
    device.await_ply(10)
    expect(device.screen).to_be_visible()
    device.act(f"{rune}>{SLOT}")
    device.await_ply(11)
    expect(device.screen).to_be_visible()
    expect(device.page.locator("[data-rune], [data-slot], .stone")).to_have_count(0)
    found = {"covered": found_by(device)}
    device.screen.locator("button").click()
    look_at(device, SLOT)
    found["uncovered"] = found_by(device)
    device.page.mouse.move(0, 0)  # or the slot's card stays, and may lie over what is touched next
    device.act("7>1a")
    device.await_ply(12)
    found["revealed"] = found_by(device)
    return found


@pytest.mark.smoke
def test_a_hidden_rune_is_nowhere_in_the_others_browsers(hidden: Run) -> None:
    one, other = (hidden(rune, False) for rune in RUNES)
    assert one["opponent"] == other["opponent"]
    assert one["watcher"] == other["watcher"]
    assert one["owner"] != other["owner"]
    assert one["revealed"] != other["revealed"]


def test_on_one_device_a_hidden_rune_is_nowhere_before_the_reveal(hidden: Run) -> None:
    one, other = (hidden(rune, True) for rune in RUNES)
    assert one["covered"] == other["covered"]
    assert one["uncovered"] == other["uncovered"]
    assert one["revealed"] != other["revealed"]
