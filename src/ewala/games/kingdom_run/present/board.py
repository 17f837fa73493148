"""Kingdom Run drawn as text: the racetrack with its lakes and zones, the podium, the players, the dice."""

from collections.abc import Mapping

from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.kingdom_run.present.names import FACE_NAMES, SIDES
from ewala.games.kingdom_run.present.standing import dice_left, game_of, points_of, runners_on
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.circuit import Circuit
from ewala.games.kingdom_run.rules.notation import CLANS
from ewala.games.kingdom_run.rules.state import State
from ewala.kit.phrases import capital, lettered
from ewala.kit.screen import Ink
from ewala.kit.words import called

COLOURS = {"K": "blue", "S": "magenta", "F": "green", "G": "yellow"}
CELL = 4  # columns of a space: as many as there can be runners
LABEL = 9  # columns of what stands before a row: every language has words of at most eight letters for it
WIDEST_NAME = 40


class KingdomRunBoard:
    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        s, circuit = State.unpack(view.data), game_of(view).circuit
        track: list[str] = []
        row = (width - LABEL - 1) // (CELL + 1)
        for first in range(0, len(circuit.track), row):
            track += _track(s, circuit, range(first, min(first + row, len(circuit.track))), ink)
        edition = view.game.values["edition"]
        title = ink.said(Sentence("{game}, edition {edition}", game=view.game.title, edition=edition))
        return [
            ink(f" {title}", "bold"),
            *track,
            *_podium(s, circuit, ink, width),
            "",
            *_players(view, s, seats, ink, width),
            *_dice(s, ink, width),
        ]

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        return None


BOARD = KingdomRunBoard()


def _label(word: Sentence, ink: Ink) -> str:
    return f" {ink.said(word)}".ljust(LABEL)


def _runner(letter: str, ink: Ink) -> str:
    return ink(letter, COLOURS[letter.upper()], "bold" if letter.isupper() else "dim")


def _track(s: State, circuit: Circuit, spaces: range, ink: Ink) -> list[str]:
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
        _label(Sentence("spaces"), ink) + middle,
        " " * LABEL + bottom + "╯",
        _label(Sentence("worth"), ink) + ink(below, "dim"),
    ]


def _podium(s: State, circuit: Circuit, ink: Ink, width: int) -> list[str]:
    lines, line, used = [], _label(Sentence("podium"), ink), LABEL
    for place, value in enumerate(circuit.podium):
        if used + 6 > width:
            lines.append(line)
            line, used = " " * LABEL, LABEL
        taken = place < s.arrived
        line += f"{value:>3} " + (_runner(CLANS[s.podium[place]], ink) if taken else ink("·", "dim")) + " "
        used += 6
    return [*lines, line]


def _players(view: View, s: State, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
    """A row for each player: who, and where the points come from."""
    heads = [ink.said(head) for head in (Sentence("Podium"), Sentence("Zones"), Sentence("Tokens"), Sentence("Score"))]
    widths = [max(len(head), 7) for head in heads]
    room = min(WIDEST_NAME, width - 6 - sum(widths) - len(widths))
    head = "".join(f" {head:>{wide}}" for head, wide in zip(heads, widths, strict=True))
    rows = [ink(f"     {ink.said(Sentence('Players')):<{room}.{room}}{head}", "dim")]
    for number, seat in enumerate(view.game.seats):
        points = points_of(view, seat)
        name = ink.said(called(seats[seat], SIDES[seat])) if seats.get(seat) else capital(ink.said(SIDES[seat]))
        turn = number == s.seat and s.phase != st.OVER
        cells = [sum(points.podium), sum(points.zones), f"{points.tokens} = {points.from_tokens}", points.total]
        *before, total = (f" {cell:>{wide}}" for cell, wide in zip(cells, widths, strict=True))
        rows.append(
            f" {ink('▸', 'bold') if turn else ' '} {_runner(seat, ink)} "
            f"{ink(f'{name:<{room}.{room}}', 'bold' if turn else '')}{''.join(before)}{ink(total, 'bold')}"
        )
    neutral = {letter: name for letter, name in SIDES.items() if letter not in view.game.seats}
    if neutral:
        said = ink.said(Sentence("without a player: {clans}", clans=lettered(neutral)))
        rows.append(ink(f"     {said}", "dim"))
    return rows


def _dice(s: State, ink: Ink, width: int) -> list[str]:
    if s.phase not in (st.KEEP, st.ACT, st.SOW):
        return []
    names = {face: ink.said(FACE_NAMES[face]) for face in dice_left(s)}
    named = sum(len(names[face]) + 6 for face in dice_left(s)) + LABEL < width  # else there is no room for names
    faces = "  ".join(ink(f"[{face}]", "bold") + (f" {names[face]}" if named else "") for face in dice_left(s))
    lines = ["", _label(Sentence("dice"), ink) + " " + (faces or ink.said(Sentence("none left")))]
    if s.phase == st.SOW:
        going_on = ink.said(Sentence("Go on disbanding space {space}, or stop.", space=s.origin + 1))
        lines.append(" " * (LABEL + 1) + going_on)
    return lines
