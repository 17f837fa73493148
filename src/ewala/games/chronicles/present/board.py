"""The Chronicles of Run drawn as text: the map of hexes, the hands, the initiative.

A hex is drawn as a brick: rows are shifted by half a brick, so bricks touch exactly where hexes do. Groups of tiles
that hang together are drawn one below the other.
"""

import textwrap
from collections.abc import Mapping

from ewala.core.state import Seat, View
from ewala.games.chronicles.present.names import ZONE_NAMES
from ewala.games.chronicles.present.terminal_names import CHARACTERS, SIDE_NAMES
from ewala.games.chronicles.present.words import WORDS, foreseen, hand_of, is_unknown
from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.layout import Hex, Layout
from ewala.games.chronicles.rules.notation import SIDES, SLOT_LETTERS, write_character
from ewala.games.chronicles.rules.state import State as Table
from ewala.kit.canvas import Canvas
from ewala.kit.phrases import wrapped
from ewala.kit.screen import Ink

__all__ = ["BOARD", "bricks"]

COLOURS = ("cyan", "red")  # of the sides
WIDEST, NAMED = 22, 15  # columns of a brick: at most, and at least if it has room for names
ROOMY = 18  # columns inside a brick from which nothing has to touch its edge
EDGE = 1
NUMBER = 4  # columns of a move's number


class ChroniclesBoard:
    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        s, game = Table.unpack(view.data), view.game
        assert isinstance(game, Chronicles)
        lines = [ink(f" The Chronicles of Run, {_turn(s)}", "bold")]
        nameless = False
        for group in groups(game.layout):
            places, brick = bricks([game.layout.hexes[tile] for tile in group], width - 2)
            nameless |= brick < NAMED
            lines += _map(s, group, places, brick, ink)
        if nameless:
            names = [f"{zone + 1} {name}" for zone, name in enumerate(ZONE_NAMES)]
            lines += ["", *wrapped(names, width - 1, first=" zones   ")]
        return [*lines, "", *_sides(view, s, seats, ink, width)]

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        """Bids: a row for each rune, a column for each open slot, in each place the move's number."""
        if Table.unpack(view.data).phase != st.BID:
            return None
        slots = list(dict.fromkeys(move.partition(">")[2] for move in moves))
        runes = list(dict.fromkeys(move.partition(">")[0] for move in moves))
        if width <= NUMBER * (len(slots) + 1):
            return [line for said in WORDS.menu(view, moves) or [] for line in textwrap.wrap(said, width - 1)]
        number = {move: n for n, move in enumerate(moves, 1)}
        name = NUMBER if width < 14 + NUMBER * len(slots) else 14
        rows = [ink(" " * name + "".join(f"{slot:>{NUMBER}}" for slot in slots), "dim")]
        for rune in runes:
            label = f" {rune:>2} {CHARACTERS[int(rune) - 1][0]}" if name > NUMBER else f" {rune:>2}"
            rows.append(
                ink(label.ljust(name), "bold") + "".join(f"{number[f'{rune}>{slot}']:>{NUMBER}}" for slot in slots)
            )
        example = moves[-1]
        return [*rows, ink(f" Type a number, or RUNE>SLOT: {number[example]} is {example}.", "dim")]


BOARD = ChroniclesBoard()


def groups(layout: Layout) -> list[list[int]]:
    """The tiles, by groups that hang together."""
    found: list[list[int]] = []
    left = list(range(len(layout.hexes)))
    while left:
        group, edge = [], [left[0]]
        while edge:
            tile = edge.pop()
            if tile in left:
                left.remove(tile)
                group.append(tile)
                edge += [other for other in left if layout.near[tile] >> other & 1]
        found.append(sorted(group))
    return found


def bricks(hexes: list[Hex], width: int) -> tuple[list[tuple[int, int]], int]:
    """For each hex the column and the row of bricks where its brick begins, and the width of a brick.

    The centre of the hex (q, r) lies q + r / 2 bricks to the right; counted in halves, that is a whole number.
    """
    halves = [2 * q + r for q, r in hexes]
    rows = [r for _, r in hexes]
    span = max(halves) - min(halves) + 2
    brick = min(WIDEST, 2 * (width - EDGE) // span)
    return [((half - min(halves)) * brick // 2, row - min(rows)) for half, row in zip(halves, rows, strict=True)], brick


def _map(s: Table, tiles: list[int], places: list[tuple[int, int]], brick: int, ink: Ink) -> list[str]:
    height = 5 if brick >= NAMED else 4
    canvas = Canvas(max(x for x, _ in places) + brick + 2, (max(y for _, y in places) + 1) * height + 1)
    for tile, (x, y) in zip(tiles, places, strict=True):
        canvas.box(x + 1, y * height, x + 1 + brick, (y + 1) * height)
        if s.zone[tile]:
            _tile(canvas, s, s.zone[tile] - 1, x + 2, y * height + 1, brick - 1)
    return canvas.rows(ink)


def _tile(canvas: Canvas, s: Table, zone: int, x: int, y: int, room: int) -> None:
    margin = " " * (room >= ROOMY)
    power = f"◆{st.POWER[zone]}{margin}"
    canvas.text(x + room - len(power), y, power, "yellow", "bold")
    if room < NAMED - 1:
        canvas.text(x, y, str(zone + 1), "bold")
    else:
        name = textwrap.wrap(f"{zone + 1} {ZONE_NAMES[zone]}", room - len(power) - 2, subsequent_indent="  ")
        for line, part in enumerate(name[:2]):
            canvas.text(x + 1, y + line, part, "bold")
    below = y + 1 + (room >= NAMED - 1)
    winner = effects.victor(s, zone)
    for role in (0, 1):
        slot = 2 * zone + role
        styles: tuple[str, ...] = (COLOURS[s.slot[slot] >> 4],) if s.slot[slot] else ("dim",)
        if slot == winner:
            styles = (*styles, "bold")
        canvas.text(x, below + role, _slot(s, slot, room, slot == winner), *styles)


def _slot(s: Table, slot: int, room: int, wins: bool) -> str:
    """A slot's line: who stands there, with its present destiny at the end of the line."""
    letter, character = SLOT_LETTERS[slot % 2], s.slot[slot]
    mark = "▸" if wins else " "
    if room < NAMED - 1:
        mark = "▸" if wins else ""
    if not character:
        return f"{mark}{letter} ·"
    if is_unknown(character):
        return f"{mark}{letter} ({write_character(character)})"[:room]
    destiny, name = str(effects.destiny(s, slot)), CHARACTERS[(character & 15) - 1][0]
    brackets = ("[]" if s.face_up else "()") if s.pending == slot + 1 else ("", "")
    known = f"{brackets[0]}{write_character(character)}{brackets[1]}"
    if room < NAMED - 1 and s.pending == slot + 1:
        return f"{letter}{known}"
    if room < NAMED - 1:
        return f"{mark or letter}{known}".ljust(room - len(destiny))[: room - len(destiny)] + destiny
    end = f" {destiny}" + " " * (room >= ROOMY)
    return f"{mark}{letter} {known} {name}".ljust(room - len(end))[: room - len(end)] + end


def _turn(s: Table) -> str:
    if s.phase == st.OVER:
        return "the end"
    said = f"turn {s.turn} of {st.TURNS}"
    return said + (f", initiative {SIDE_NAMES[SIDES[s.initiative]]}" if s.drawn else "")


def _sides(view: View, s: Table, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
    lines = []
    for side, seat in enumerate(SIDES):
        name = SIDE_NAMES[seat] + (f", {seats[seat]}" if seats.get(seat) else "")
        mark = "▸" if view.to_act == seat else " "
        runes = " ".join(f"{rune:>2}" if s.hand[side] >> rune & 1 else " ·" for rune in range(1, st.RUNES + 1))
        room = 16 if width >= 70 else 8
        hand = f"hand {runes}" if hand_of(s, side) else "no rune in hand"
        power = f"power {view.scores()[seat]}"
        lines.append(f" {ink(mark, 'bold')} {ink(f'{name:<{room}.{room}}', COLOURS[side], 'bold')} {power:<9} {hand}")
    return [*lines, *(ink(f"   Clairvoyance: {line}.", "yellow") for line in foreseen(s))]
