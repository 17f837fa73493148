"""People who play through the page: by pointer, or by keyboard alone.

A player is told what may be done by the same frames as the page, picks a move, and carries it out by touching what the
page shows. Nothing is set by script; scripts only look, at what has the focus and where things lie.
"""

import json
import random
import re
from collections.abc import Callable
from typing import Any, Literal, Protocol

from browsers import Visitor
from devices import Frame
from playwright.sync_api import FloatRect, Locator, Page, expect
from table_server import Table

from ewala.core.roles import SPECTATOR
from ewala.games.registry import game_class

Choose = Callable[[Frame], str]
Tried = tuple[str, str]  # what has the focus, and an arrow pressed there

MAIN_ACTION = "section.bar button.main"
RESULT = "#result-title"
BEHIND = "section.bar button[aria-keyshortcuts='Shift+End']"  # while the board shows how it came about
TELLING, TELLINGS = 10, 6000  # milliseconds between two looks at what was heard, and how many there are
PATIENT = 150  # keys pressed to reach something: more than there are stops on a page
FASTER = {"r": 0, ".": 1, "L": 2, "V": 3, "D": 4, "+": 4, "B": 5, "C": 6}


class Means(Protocol):
    """How somebody touches things."""

    def press(self, selector: str) -> None: ...

    def touch_runner(self, space: int, runner: str) -> None: ...


class Pointer:
    """A mouse, or a finger."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def touch_runner(self, space: int, runner: str) -> None:
        """Touch the space where this runner of it stands."""
        button = self.page.locator(f"[data-space='{space}']")
        whole = box_of(button)
        stands = box_of(self.page.locator(f"[data-runner='{space}{runner}']").first)
        x, y = stands["x"] + stands["width"] / 2, stands["y"] + stands["height"] / 2
        button.click(position={"x": x - whole["x"], "y": y - whole["y"]})


class Keys:
    """The tabulator, the arrows, Enter and Escape."""

    # Where the focus is, seen from where it should go: there; in the same group, with the way; elsewhere.
    LOOK = """selector => {
      const goal = document.querySelector(selector), here = document.activeElement;
      if (!goal) throw new Error(`there is no ${selector}`);
      if (goal === here) return {at: "goal"};
      const group = goal.closest("[role=toolbar], [role=menu], .spaces");
      if (!group?.contains(here)) return {at: "elsewhere"};
      const middle = element => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const [[x, y], [goalX, goalY]] = [middle(here), middle(goal)];
      const {slot, space} = here.dataset;
      const spaces = space ? goal.dataset.space - space : 0;
      return {at: "group", id: slot ?? "", spaces, dx: goalX - x, dy: goalY - y};
    }"""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def touch_runner(self, space: int, runner: str) -> None:
        """A space is one thing to the keyboard; which of its runners is meant, its menu asks."""
        self.press(f"[data-space='{space}']")

    def reach(self, selector: str) -> None:
        """Bring the focus there: with the tabulator to its group, with arrows inside it."""
        self.page.locator(selector).first.wait_for()
        tried: dict[Tried, int] = {}
        for _ in range(PATIENT):
            seen = self.page.evaluate(self.LOOK, selector)
            if seen["at"] == "goal":
                return
            self.page.keyboard.press("Tab" if seen["at"] == "elsewhere" else self._arrow(seen, tried))
        raise AssertionError(f"the keyboard does not lead to {selector}")

    def _arrow(self, seen: dict[str, Any], tried: dict[Tried, int]) -> str:
        if seen["spaces"]:
            return "ArrowRight" if seen["spaces"] > 0 else "ArrowLeft"
        if not seen["id"]:
            return "ArrowRight"
        # Slots lie all over the table: whichever arrow was tried least there, of these the one that points best.
        ways = {"ArrowRight": seen["dx"], "ArrowLeft": -seen["dx"], "ArrowDown": seen["dy"], "ArrowUp": -seen["dy"]}
        best = min(ways, key=lambda arrow: (tried.get((seen["id"], arrow), 0), -ways[arrow]))
        tried[seen["id"], best] = tried.get((seen["id"], best), 0) + 1
        return best


def explained(position: Frame, table: Frame) -> Frame:
    """With what the page finds in it itself, where a server leaves that out."""
    if "explained" in position:
        return position
    game = game_class(table["game"]).from_parameters(table["parameters"])
    return {**position, "explained": game.parse_view(position["text"], SPECTATOR).explained()}


class Hand:
    """Somebody at a table, with the seats that are played from their browser; with none, somebody who watches. Without
    a table: where their browser is."""

    def __init__(
        self, visitor: Visitor, table: Table | None, seats: str = "", by: Literal["pointer", "keys"] = "pointer"
    ) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.seats = seats
        self.means: Means = Keys(self.page) if by == "keys" else Pointer(self.page)
        self._read = 0
        self._position: Frame | None = None
        self._table: Frame = {}
        if table is None:
            return
        if not seats:
            visitor.open(f"#/table/{table.id}/watch/{table.watch}")
        for seat in seats:  # each link hands over one key
            self.page.goto("about:blank")
            visitor.open(f"#/table/{table.id}/seat/{table.keys[seat]}")
            self.page.wait_for_url(f"**/#/table/{table.id}")

    @property
    def position(self) -> Frame:
        """The last position that came over the live channel."""
        self._read_on()
        assert self._position is not None
        return self._position

    def _read_on(self) -> None:
        for frame in self.visitor.frames[self._read :]:
            for line in frame.split("\n"):
                message = json.loads(line)
                self._table = message.get("table") or self._table
                if message.get("position"):
                    self._position = explained(message["position"], self._table)
        self._read = len(self.visitor.frames)

    def _heard_of(self, ply: int) -> Frame:
        """The last position, once that after so many moves has come: a page may show it before we are told."""
        for _ in range(TELLINGS):
            self._read_on()
            if self._position is not None and self._position["ply"] >= ply:
                return self._position
            self.page.wait_for_timeout(TELLING)
        raise AssertionError(f"the page shows move {ply}, and nothing was heard of it")

    def await_turn(self, after: int, seats: str) -> Frame | None:
        """Wait until the page shows another position in which one of these seats must act; none: the game is over."""
        acting = ", ".join(f"[data-to-act='{seat}']" for seat in seats)
        later = f"[data-ply]:not([data-ply='{after}']):is({acting})"
        self.page.locator(f"{later}, {RESULT}").first.wait_for(state="attached")
        self.page.locator(BEHIND).wait_for(state="hidden")
        if self.page.locator(RESULT).count():
            return None
        return self._heard_of(int(self.page.locator("[data-ply]").first.get_attribute("data-ply") or 0))

    def await_ply(self, ply: int) -> Frame:
        """Wait until the page shows this position."""
        self.page.locator(f"[data-ply='{ply}']").wait_for(state="attached")
        position = self._heard_of(ply)
        assert position["ply"] == ply
        return position

    def act(self, move: str) -> None:
        """Carry out a legal move, whatever the page asks for on the way."""
        if of_the_chronicles(self.position):
            self.act_in_the_chronicles(move)
        else:
            self.act_in_kingdom_run(move)

    def main_action(self, label: str) -> None:
        """The one next action, which must say what it does, as far as we read it."""
        if self.page.locator("html").get_attribute("lang") == "en":
            self._expect_label(label)
        self.means.press(MAIN_ACTION)

    def _expect_label(self, label: str) -> None:
        expect(self.page.locator(MAIN_ACTION)).to_have_text(re.compile(rf"^\s*{label}\s*$"), use_inner_text=True)

    # --- Kingdom Run

    def act_in_kingdom_run(self, move: str) -> None:
        kind = move[0]
        if move == "end":
            self.main_action("End the turn")
        elif move == ".":
            self.main_action("Stop here")
        elif kind == "r":
            self.reroll(move[2:].strip("-"))
        elif kind == "V":
            if self.die_first:
                self.pick_die(move)
            self.means.press(f"button[data-move='{move}']")
        else:
            if kind != "+" and self.die_first:
                self.pick_die(move)
            made = f"[data-ply]:not([data-ply='{self.position['ply']}'])"
            self.means.touch_runner(int(self.origin if kind == "+" else move[1:-1]), move[-1])
            in_menu = f"[role=menu] [data-move='{move}']"  # where there is something to choose from
            self.page.locator(f"{in_menu}, {made}").first.wait_for(state="attached")
            if self.page.locator(in_menu).count():
                self.means.press(in_menu)

    def reroll(self, faces: str) -> None:
        for face in faces:
            self.means.press(f"button[data-face='{face}'][aria-pressed='false']")
        self.main_action({0: "Keep all", 1: "Reroll 1 die"}.get(len(faces), f"Reroll {len(faces)} dice"))

    def pick_die(self, move: str) -> None:
        """The die that pays for a move: its own, or a carbon copy."""
        paying = [
            die["face"]
            for die in self.position["explained"]["dice"]
            if move in die["moves"] and die["state"] == "ready"
        ]
        face = move[0] if move[0] in paying else paying[0]
        self.means.press(f"[data-state='ready'] button[data-face='{face}']")

    @property
    def die_first(self) -> bool:
        """People choose the die first, or the runner; here by turns."""
        return bool(self.position["ply"] % 2)

    @property
    def origin(self) -> str:
        """The space that is being disbanded."""
        phase: str = self.position["text"].split()[5]
        return phase.split(":")[3].split(">")[0]

    # --- The Chronicles of Run

    def act_in_the_chronicles(self, move: str) -> None:
        if self.screen.count():
            self.means.press(".chronicles .screen button")
        if move == "-":
            self.means.press("[data-instead]")
            return
        rune, bids, slot = move.partition(">")
        if bids and rune:
            side = self.position["to_act"]
            touched = [f"button[data-side='{side}'][data-rune='{rune}']", f"button[data-slot='{slot}']"]
            for selector in touched if self.position["ply"] % 4 < 2 else reversed(touched):
                self.means.press(selector)
            self.main_action("Bid .+ on .+ as (attacker|defender)")
            return
        self.means.press(f"button[data-slot='{self.target(move)}']")
        self.main_action("(Move|Swap|Bring) .+")

    @property
    def screen(self) -> Locator:
        """What covers the board while the device goes from hand to hand."""
        return self.page.locator(".chronicles .screen")

    def target(self, move: str) -> str:
        """The slot that one touches for an effect."""
        if move.startswith(">"):
            return move[1:]
        fields = self.position["text"].split()
        character = move[1:] if move.startswith("<") else fields[5].split(":")[1][0] + move[1:]
        for zone, slots in enumerate(fields[2].split("/"), 1):
            if character in slots.split("|"):
                return f"{zone}{'ad'[slots.split('|').index(character)]}"
        raise AssertionError(f"{character} is nowhere")


def of_the_chronicles(position: Frame) -> bool:
    return "|" in position["text"]  # between a zone's two slots


def box_of(locator: Locator) -> FloatRect:
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    assert box is not None
    return box


def play_out(hands: dict[str, Hand], choose: Choose, watching: tuple[Hand, ...] = ()) -> list[str]:
    """Play until the result is shown; seats may share a hand, and those without one are played elsewhere.

    Returns the moves that were made here.
    """
    made: list[str] = []
    anybody = next(iter(hands.values()))
    ply, seats = -1, "".join(hands)
    while position := anybody.await_turn(ply, seats):
        ply = position["ply"]
        mover = hands[position["to_act"]]
        move = choose(mover.await_ply(ply))
        for hand in watching:
            hand.await_ply(ply)
        mover.act(move)
        made.append(move)
    for hand in (*hands.values(), *watching):
        hand.page.locator(RESULT).wait_for()
    return made


def kind_of(move: str, position: Frame) -> str:
    """What sort of move it is, for a player who wants to try everything once."""
    if of_the_chronicles(position):
        return "bid" if re.match(r"\d", move) else move[0]
    if move[0] in "rL":
        return f"{move[0]}{'-' if move == 'r:-' else ''}{'z' if move[-1].islower() else ''}"
    return move if move == "end" else move[0]


class Curious:
    """Tries each sort of move once; else hurries: whatever brings a runner farthest, and no reroll. Bids anything."""

    def __init__(self, seed: int = 1) -> None:
        self.tried: set[str] = set()
        self.random = random.Random(seed)

    def __call__(self, position: Frame) -> str:
        landings = position.get("explained", {}).get("landings", {})

        def worth(move: str) -> tuple[bool, int, int, str]:
            new = kind_of(move, position) not in self.tried
            return new, landings.get(move, 0) if move[0] != "L" else 0, FASTER.get(move[0], 0) + (move == "r:-"), move

        moves = position["moves"]
        move: str = self.random.choice(moves) if moves[0][0].isdigit() else max(moves, key=worth)
        self.tried.add(kind_of(move, position))
        return move
