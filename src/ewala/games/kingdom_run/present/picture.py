"""Kingdom Run drawn for whoever watches a learner: as text, and as a path that winds upwards to the podium."""

from math import ceil

from ewala.core.state import View
from ewala.games.kingdom_run.present.standing import game_of, runners_on
from ewala.games.kingdom_run.rules.circuit import Circuit
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.notation import CLANS
from ewala.games.kingdom_run.rules.state import State
from ewala.kit.svg import Sheet

CELL, LABEL = 5, 8  # columns of a space, and of what stands before them

COLOURS = {"K": "#2f6db5", "S": "#8e4aa8", "F": "#2e8b57", "G": "#d9822b"}
INK, PAPER, MEADOW, PATH, EDGE = "#2b2320", "#f6efe0", "#b9cf8f", "#e8d3a2", "#c7a968"
LAKE, DEEP, GOLD, WOOD = "#7cc6d9", "#57aac1", "#e0b13a", "#d9b27c"

PITCH, ROW, SIDE = 104, 124, 76  # between spaces, between rows, from the edge
FEWEST, LONGEST_ROW = 7, 8  # spaces of a row
RADIUS, RUNNER = 44, 17
TOP, BOTTOM = 150, 92  # room for the podium, and for players and dice
CORNERS = ((-18, -18), (18, -18), (-18, 18), (18, 18))  # where the four runners of a space stand


def as_text(view: View) -> str:
    """The track, the podium, the players and the dice; small letters sleep, waves are a lake."""
    s, circuit = State.unpack(view.data), game_of(view).circuit
    spaces = range(len(circuit.track))
    podium = [f"{prize}{_arrived(s, place)}" for place, prize in enumerate(circuit.podium)]
    lines = [
        _row("space", [str(space + 1) for space in spaces]),
        _row("runners", [runners_on(s, space).ljust(4, circuit.track[space].replace("o", ".")) for space in spaces]),
        _row("worth", [str(value or "") for value in circuit.values]),
        _row("podium", podium),
    ]
    for number, (seat, points) in enumerate(view.scores().items()):
        turn = ">" if view.to_act is not None and s.seat == number else " "
        lines.append(f"{turn} {seat}     {s.tokens[number]} tokens, {points} points")
    return "\n".join([*lines, f"dice    {HANDFULS[s.dice] or '-'}", view.text, ""])


def _row(label: str, cells: list[str]) -> str:
    return (label.ljust(LABEL) + "".join(cell.ljust(CELL) for cell in cells)).rstrip()


def as_svg(view: View) -> str:
    s, circuit = State.unpack(view.data), game_of(view).circuit
    rows = ceil(len(circuit.track) / LONGEST_ROW)
    columns = max(ceil(len(circuit.track) / rows), FEWEST)
    width, height = 2 * SIDE + (columns - 1) * PITCH, TOP + rows * ROW + BOTTOM
    sheet = Sheet(width, height, view.text)
    sheet.box(0, 0, width, height, MEADOW, 18)
    places = [_place(space, columns, height) for space in range(len(circuit.track))]
    _draw_path(sheet, places)
    for space, (x, y) in enumerate(places):
        _draw_space(sheet, s, circuit, space, x, y)
    _draw_podium(sheet, s, circuit, width)
    _draw_players(sheet, s, view, height)
    _draw_dice(sheet, s, width, height)
    return sheet.written()


def _place(space: int, columns: int, height: int) -> tuple[float, float]:
    """Every other row runs back."""
    row, column = divmod(space, columns)
    if row % 2:
        column = columns - 1 - column
    return SIDE + column * PITCH, height - BOTTOM - ROW / 2 - row * ROW


def _draw_path(sheet: Sheet, places: list[tuple[float, float]]) -> None:
    course = "M" + " L".join(f"{x:g} {y:g}" for x, y in places)
    for colour, wide in ((EDGE, 62), (PATH, 54)):
        sheet.path(course, stroke=colour, stroke_width=wide, stroke_linejoin="round", stroke_linecap="round")


def _draw_space(sheet: Sheet, s: State, circuit: Circuit, space: int, x: float, y: float) -> None:
    lake = circuit.track[space] == "~"
    sheet.disc(x, y, RADIUS, LAKE if lake else PAPER, stroke=DEEP if lake else EDGE, stroke_width=3)
    if lake:
        for dy in (-26, 0, 26):
            wave = f"M{x - 24:g} {y + dy:g} q6 -7 12 0 t12 0 t12 0 t12 0"
            sheet.path(wave, stroke=DEEP, stroke_width=2.5, stroke_linecap="round")
    for runner, (dx, dy) in zip(runners_on(s, space), CORNERS, strict=False):
        _draw_runner(sheet, runner, x + dx, y + dy)
    sheet.text(x - 35, y - 37, str(space + 1), 14, INK)
    if circuit.values[space]:
        sheet.disc(x + 36, y + 36, 13, GOLD, stroke=INK, stroke_width=1)
        sheet.text(x + 36, y + 36, str(circuit.values[space]), 14, INK)


def _draw_runner(sheet: Sheet, runner: str, x: float, y: float) -> None:
    """In the clan's colour; asleep it is pale, and snores."""
    colour, sleeps = COLOURS[runner.upper()], runner.islower()
    sheet.disc(x, y, RUNNER, PAPER if sleeps else colour, stroke=colour if sleeps else PAPER, stroke_width=2.5)
    sheet.text(x, y + 0.5, runner.upper(), 17, colour if sleeps else PAPER, font_weight="bold")
    if sleeps:
        sheet.text(x + 13, y - 13, "z", 16, INK, font_style="italic")


def _draw_podium(sheet: Sheet, s: State, circuit: Circuit, width: float) -> None:
    """Steps that fall from left to right, with whoever has arrived."""
    step = min(54, (width - 2 * SIDE / 2) / len(circuit.podium))
    left = width / 2 - step * len(circuit.podium) / 2
    for place, prize in enumerate(circuit.podium):
        tall = 62 - 34 * place / len(circuit.podium)
        x, y = left + place * step, 118 - tall
        sheet.box(x, y, step - 3, tall, WOOD, 4, stroke=INK, stroke_width=1.2)
        sheet.text(x + step / 2 - 1.5, 106, str(prize), 15, INK)
        if place < s.arrived:
            _draw_runner(sheet, _arrived(s, place), x + step / 2 - 1.5, y - 20)


def _draw_players(sheet: Sheet, s: State, view: View, height: float) -> None:
    """Tokens and points of each; a ring for whoever has the turn."""
    y = height - BOTTOM / 2
    for number, (seat, points) in enumerate(view.scores().items()):
        x = 44 + number * 124
        turn = view.to_act is not None and s.seat == number
        sheet.box(x - 28, y - 30, 114, 60, PAPER, 14, stroke=INK if turn else EDGE, stroke_width=3.5 if turn else 1.5)
        _draw_runner(sheet, seat, x, y)
        sheet.text(x + 36, y, str(points), 24, INK, font_weight="bold")
        sheet.disc(x + 68, y, 12, GOLD, stroke=INK, stroke_width=1)
        sheet.text(x + 68, y, str(s.tokens[number]), 13, INK)


def _draw_dice(sheet: Sheet, s: State, width: float, height: float) -> None:
    for number, face in enumerate(reversed(HANDFULS[s.dice])):
        x, y = width - 50 - number * 48, height - BOTTOM / 2
        sheet.box(x - 19, y - 19, 38, 38, PAPER, 8, stroke=INK, stroke_width=1.5)
        sheet.text(x, y + 1, face, 20, INK, font_weight="bold")


def _arrived(s: State, place: int) -> str:
    return CLANS[s.podium[place]] if place < s.arrived else ""
