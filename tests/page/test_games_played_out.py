"""Whole games through the page: two browsers and one that watches, one device for all, the keyboard alone.

The dice are the same in every run, and so is what is chosen: every run is the same game.
"""

import random
from types import SimpleNamespace

import pytest
from browsers import PHONE, TABLET, Visit
from players import RESULT, Curious, Hand, play_out
from playwright.sync_api import expect
from table_server import Server, Table

# One place on the podium, behind few spaces: whoever is first across the line ends the game.
SHORT = "oooo|o~o|~o~ 1:4,3:2 9"


@pytest.fixture(autouse=True)
def same_dice(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice with which everything is tried before somebody wins."""
    luck = random.Random(5)
    monkeypatch.setattr("ewala.core.dice.secrets", SimpleNamespace(token_bytes=luck.randbytes))


def kingdom_run(server: Server, seats: str, **options: object) -> Table:
    table = server.table(options={"circuit": SHORT, **options})
    for seat in "KSFG":
        table.sit(seat) if seat in seats else table.close(seat)
    table.start()
    return table


def shown_result(hand: Hand) -> str:
    """Who won, and the score pad."""
    pad = hand.page.locator("section.result table")
    return "\n".join([hand.page.locator(RESULT).inner_text(), *pad.locator("th, td").all_inner_texts()])


def expect_result(table: Table, *hands: Hand) -> None:
    """Everybody sees the same result, and it is the server's."""
    said = {shown_result(hand) for hand in hands}
    assert len(said) == 1
    result = table.look(table.watch)["result"]
    title, *pad = said.pop().split("\n")
    if len(result["winners"]) == 1:
        assert title.endswith(" wins!")
    for seat in set(result["winners"]) & set(table.keys) if title != "A draw!" else ():
        assert f"Player {seat}" in title
    for score in result["scores"].values():
        assert str(score) in pad


def test_two_browsers_play_kingdom_run_and_a_third_watches(server: Server, visit: Visit) -> None:
    table = kingdom_run(server, "KS", may_pass=True)
    hands = {"K": Hand(visit(), table, "K"), "S": Hand(visit(size=PHONE), table, "S")}
    watcher = Hand(visit(size=TABLET), table)
    choose = Curious()
    play_out(hands, choose, (watcher,))
    assert choose.tried >= {"r", "r-", "D", "C", "B", "V", "L", "Lz", "+", ".", "end"}
    expect_result(table, *hands.values(), watcher)
    expect(watcher.page.locator("[data-space][aria-label*='Actions']")).to_have_count(0)


def test_two_browsers_play_the_chronicles_and_a_third_watches(server: Server, visit: Visit) -> None:
    table = server.chronicles()
    hands = {seat: Hand(visit(), table, seat) for seat in "OC"}
    watcher = Hand(visit(size=PHONE), table)
    choose = Curious()
    moves = play_out(hands, choose, (watcher,))
    assert sum(move[0].isdigit() for move in moves) == 18
    assert choose.tried >= {"bid", "-"}
    assert choose.tried & {"<", "x", ">"}
    expect_result(table, *hands.values(), watcher)


def test_four_play_kingdom_run_on_one_device(server: Server, visit: Visit) -> None:
    table = kingdom_run(server, "KSFG")
    device = Hand(visit(size=PHONE), table, "KSFG")
    moves = play_out(dict.fromkeys("KSFG", device), Curious())
    assert moves
    expect_result(table, device)


def test_kingdom_run_by_keyboard_alone(server: Server, visit: Visit) -> None:
    table = kingdom_run(server, "KS")
    hand = Hand(visit(), table, "KS", by="keys")
    choose = Curious()
    play_out(dict.fromkeys("KS", hand), choose)
    assert choose.tried >= {"r", "r-", "D", "C", "B", "V", "L", "Lz", "+", "."}
    expect_result(table, hand)


def test_the_chronicles_by_keyboard_alone_against_a_bot(server: Server, visit: Visit) -> None:
    table = server.table("chronicles-of-run")
    table.sit("O")
    table.seat_bot("C")
    table.start()
    hand = Hand(visit(), table, "O", by="keys")
    moves = play_out({"O": hand}, Curious())
    assert sum(move[0].isdigit() for move in moves) == 9
    expect_result(table, hand)
