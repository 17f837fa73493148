"""Scenes at the boards of both games: every phase, and what one does there before one looks."""

from devices import Frame
from playwright.sync_api import Page, expect
from scene_setup import Arrange, Place, Say, at, likes, once, phase, play, play_confirming, seated
from table_server import Server

LONG_CIRCUIT = "oooo|o~oo|oo~o|oo~o|oooo 2:4,3:4,5:4,8:4 20,17,15,13,11,9,7,5,4,3,2,1"


def ran_on(position: Frame) -> bool:
    return int(position["ply"]) > 40


# --- Kingdom Run

FAST = likes("r:-", "C", "B", "D", "+", "V")


def lulling(move: str) -> float:
    """Lulls whom it can, and wakes nobody."""
    return 9 if move[0] == "L" and move[-1].isupper() else -9 if move[0] == "L" else 5 if move == "r:-" else 0


@once
def kr_keep(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KS", title="Friday evening")
    play(
        table,
        lambda position: phase(position).startswith("keep") and position["to_act"] == "K" and ran_on(position),
        FAST,
    )
    return at(table, "K", host=True)


@once
def kr_act(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSF")
    fits = lambda position: (  # noqa: E731
        phase(position).startswith("act")
        and position["to_act"] == "K"
        and ran_on(position)
        and len({move[0] for move in position["moves"] if move[0] in "DCBL"}) > 1
    )
    moves = play(table, fits, FAST)["moves"]
    spaces = [move[1:-1] for move in moves if move[0] in "DCBL"]
    return at(table, "K", touched=max(spaces, key=spaces.count))


def open_menu(page: Page, say: Say, place: Place) -> None:
    page.locator(f"[data-space='{place.touched}']:not([data-actions='0'])").press("Enter")
    expect(page.get_by_role("menu").or_(page.get_by_label(say("What to do"))).first).to_be_visible()


@once
def kr_sow(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSFG", confirm=True)
    fits = lambda position: phase(position).startswith("sow") and len(position["moves"]) > 1  # noqa: E731
    acting = play_confirming(table, fits, likes("r:-", "D", "+"))
    return at(table, acting["to_act"])


@once
def kr_waiting(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSFG", clock={"kind": "real-time", "seconds": 900, "increment": 10})
    play(
        table,
        lambda position: phase(position).startswith("keep") and position["to_act"] == "S" and ran_on(position),
        FAST,
    )
    return at(table, "K", host=True, deserted=True)


@once
def kr_sleepers(server: Server) -> Place:
    """A crowded position in which many sleep."""
    table = seated(server, "kingdom-run", "KSFG")
    fits = lambda position: (  # noqa: E731
        phase(position).startswith("act")
        and ran_on(position)
        and sum(letter.islower() for letter in position["text"].split(" ")[0]) >= 5
    )
    return at(table, play(table, fits, lulling, 3000)["to_act"])


@once
def kr_result(server: Server) -> Place:
    table = seated(server, "kingdom-run", "KSFG", title="Friday evening")
    play(table, lambda position: False, FAST, 3000)
    return at(table, "K", host=True)


@once
def kr_long(server: Server) -> Place:
    table = seated(server, "kingdom-run", "GK", options={"circuit": LONG_CIRCUIT, "players": "GKSF"})
    play(table, lambda position: phase(position).startswith("act") and int(position["ply"]) > 60, FAST)
    return at(table, "G", "K", host=True)


# --- The Chronicles of Run

BOLD = likes("10>", "3>", "2>", "11>", "9>")


@once
def cr_bid(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC")
    play(table, lambda position: phase(position) == "bid:O" and "5" in position["text"].split(" ")[-2], BOLD)
    return at(table, "O", host=True)


def choose_rune(page: Page, say: Say, place: Place) -> None:
    """A rune and a slot are chosen: one press more, and the bid is made."""
    page.locator(".ours .rune.marked").first.click()
    page.locator(".slots button[aria-pressed='false']").first.click()
    expect(page.locator(".slots button[aria-pressed='true']")).to_be_attached()


def cr_first(layout: str) -> Arrange:
    def arrange(server: Server) -> Place:
        table = seated(server, "chronicles-of-run", "OC", options={"layout": layout})
        turn = {"block": "1", "ring": "7", "line": "4"}[layout]
        play(table, lambda position: phase(position).startswith("bid") and position["text"].split(" ")[-2][0] == turn)
        return at(table, table.seat_to_act())

    return once(arrange, f"cr_first {layout}")


@once
def cr_waiting(server: Server) -> Place:
    """The opponent's bid lies face down, or mine does and I wait."""
    table = seated(server, "chronicles-of-run", "OC")
    play(table, lambda position: "(" in position["text"] and "3" in position["text"].split(" ")[-2], BOLD)
    other = "O" if table.seat_to_act() == "C" else "C"
    return at(table, other)


@once
def cr_privacy(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC")
    play(table, lambda position: phase(position).startswith("bid") and "2" in position["text"].split(" ")[-2], BOLD)
    return at(table, "O", "C", host=True)


@once
def cr_effect(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC")
    position = play(table, lambda position: phase(position).startswith("effect") and int(position["ply"]) > 16, BOLD)
    return at(table, position["to_act"])


@once
def cr_result(server: Server) -> Place:
    table = seated(server, "chronicles-of-run", "OC", title="Friday evening")
    play(table, lambda position: False)
    return at(table, "O", host=True)
