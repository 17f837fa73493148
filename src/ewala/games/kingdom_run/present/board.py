"""Kingdom Run drawn as text: the track with its lakes and zones, the podium, the players, the dice."""

from collections.abc import Mapping

from ewala.core.state import Seat, View
from ewala.games.kingdom_run.present.words import FACES, WORDS, dice_left, game_of, points_of, runners_on
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.circuit import Circuit
from ewala.games.kingdom_run.rules.notation import CLANS
from ewala.games.kingdom_run.rules.state import State as Ground
from ewala.kit.screen import Ink

__all__ = ["BOARD"]

COLOURS = {"K": "blue", "S": "magenta", "F": "green", "G": "yellow"}
CELL = 4  # columns of a space: as many as there can be runners
LABEL = 8


class KingdomRunBoard:
    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        s, circuit = Ground.unpack(view.data), game_of(view).circuit
        track: list[str] = []
        row = (width - LABEL - 1) // (CELL + 1)
        for first in range(0, len(circuit.track), row):
            track += _track(s, circuit, range(first, min(first + row, len(circuit.track))), ink)
        return [
            ink(f" Kingdom Run, edition {view.game.values['edition']}", "bold"),
            *track,
            *_podium(s, circuit, ink, width),
            "",
            *_players(view, s, seats, ink),
            *_dice(s, ink, width),
        ]

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        return None


BOARD = KingdomRunBoard()


def _runner(letter: str, ink: Ink) -> str:
    return ink(letter, COLOURS[letter.upper()], "bold" if letter.isupper() else "dim")


def _track(s: Ground, circuit: Circuit, spaces: range, ink: Ink) -> list[str]:
    joints, end = set(), 0
    for board in circuit.boards:
        end += len(board)
        joints.add(end)
    top, middle, bottom, below = "", "", "", ""
    for space in spaces:
        lake = circuit.track[space] == "~"
        first = space == spaces[0]
        joint = space in joints
        edge = ink("≈" * CELL, "cyan") if lake else "─" * CELL
        top += ("╭" if first else "╥" if joint else "┬") + edge
        bottom += ("╰" if first else "╨" if joint else "┴") + edge
        middle += "│" if first or not joint else "║"
        runners = runners_on(s, space)
        water = "≈" if lake else " "
        middle += "".join(_runner(letter, ink) for letter in runners)
        middle += ink(water * (CELL - len(runners)), "cyan")
        value = circuit.values[space]
        below += " " + (f"+{value}" if value else "").center(CELL)
    middle += ink("▌", "bold") if spaces[-1] + 1 == len(circuit.track) else "│"  # the finishing line
    numbers = "".join(f" {space + 1:^{CELL}}" for space in spaces)
    return [
        " " * LABEL + numbers,
        " " * LABEL + top + "╮",
        " track".ljust(LABEL) + middle,
        " " * LABEL + bottom + "╯",
        " worth".ljust(LABEL) + ink(below, "dim"),
    ]


def _podium(s: Ground, circuit: Circuit, ink: Ink, width: int) -> list[str]:
    lines, line, used = [], " podium".ljust(LABEL), LABEL
    for place, value in enumerate(circuit.podium):
        if used + 6 > width:
            lines.append(line)
            line, used = " " * LABEL, LABEL
        taken = place < s.arrived
        line += f"{value:>3} " + (_runner(CLANS[s.podium[place]], ink) if taken else ink("·", "dim")) + " "
        used += 6
    return [*lines, line]


def _players(view: View, s: Ground, seats: Mapping[Seat, str], ink: Ink) -> list[str]:
    rows = [ink("   player                      podium zones  tokens   score", "dim")]
    for number, seat in enumerate(view.game.seats):
        points = points_of(view, seat)
        name = WORDS.seat_names[seat] + (f", {seats[seat]}" if seats.get(seat) else "")
        turn = number == s.seat and s.phase != st.OVER
        mark = ink("▸", "bold") if turn else " "
        tokens = f"{points.tokens} = {points.from_tokens}"
        rows.append(
            f" {mark} {_runner(seat, ink)} {ink(f'{name:<24.24}', 'bold' if turn else '')}"
            f" {sum(points.podium):>6} {sum(points.zones):>5} {tokens:>7} {ink(f'{points.total:>7}', 'bold')}"
        )
    neutral = [letter for letter in CLANS if letter not in view.game.seats]
    if neutral:
        names = ", ".join(f"{letter} {WORDS.seat_names[letter]}" for letter in neutral)
        rows.append(ink(f"     neutral: {names}", "dim"))
    return rows


def _dice(s: Ground, ink: Ink, width: int) -> list[str]:
    if s.phase not in (st.KEEP, st.ACT, st.SOW):
        return []
    named = sum(len(FACES[face]) + 6 for face in dice_left(s)) + LABEL < width  # else there is no room for names
    faces = "  ".join(ink(f"[{face}]", "bold") + (f" {FACES[face]}" if named else "") for face in dice_left(s))
    lines = ["", f" dice    {faces or 'none left'}"]
    if s.phase == st.SOW:
        lines.append(f"         space {s.origin + 1} is being disbanded: go on, or stop")
    return lines
