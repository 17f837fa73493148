"""The Chronicles of Run drawn as text: the map of hexes, the hands, the initiative.

A hex is drawn as a brick: rows are shifted by half a brick, so bricks touch exactly where hexes do. Groups of tiles
that hang together are drawn one below the other.
"""

import textwrap
from collections.abc import Mapping

from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.chronicles.present.names import CHARACTER_NAMES, ZONES
from ewala.games.chronicles.present.names import SIDES as SIDE_NAMES
from ewala.games.chronicles.present.standing import foreseen, hand_of, is_unknown, rune_called, turn_called
from ewala.games.chronicles.present.words import WORDS
from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.layout import Hex
from ewala.games.chronicles.rules.notation import SIDES, SLOT_LETTERS, read_move, slot_text, write_character
from ewala.games.chronicles.rules.state import State
from ewala.kit.phrases import capital, wrapped
from ewala.kit.screen import Canvas, Ink
from ewala.kit.words import called

COLOURS = ("cyan", "red")  # of the sides
WIDEST, NAMED = 22, 15  # columns of a brick: at most, and at least if it has room for names
ROOMY = 18  # columns inside a brick from which nothing has to touch its edge
EDGE = 1
NUMBER = 4  # columns of a move's number
RUNES_SHOWN = 3 * st.RUNES - 1  # columns of a hand


class ChroniclesBoard:
    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        s, game = State.unpack(view.data), view.game
        assert isinstance(game, Chronicles)
        lines = [ink(f" {game.title}. {ink.said(turn_called(s))}", "bold")]
        cut: set[int] = set()  # zones whose name does not fit their tile
        for group in game.layout.groups():
            places, brick = bricks([game.layout.hexes[tile] for tile in group], width - 2)
            cut |= {zone for zone in (s.zone[tile] - 1 for tile in group) if not _fits(zone, brick - 1, ink)}
            lines += _map(s, group, places, brick, ink)
        if cut:
            names = [f"{zone + 1} {ink.said(ZONES[zone])}" for zone in sorted(cut)]
            lines += ["", *wrapped(names, width - 1, first=f" {ink.said(Sentence('Zones'))}   ")]
        return [*lines, "", *_sides(view, s, seats, ink, width)]

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        """Bids: a row for each rune, a column for each open slot, in each place the move's number."""
        if State.unpack(view.data).phase != st.BID:
            return None
        bids = list(map(read_move, moves))
        slots = list(dict.fromkeys(bid.slot for bid in bids))
        runes = list(dict.fromkeys(bid.rune for bid in bids))
        if width <= NUMBER * (len(slots) + 1):
            said = [ink.said(line) for line in WORDS.menu(view, moves) or []]
            return [part for line in said for part in textwrap.wrap(line, width - 1)]
        number = {(bid.rune, bid.slot): n for n, bid in enumerate(bids, 1)}
        name = NUMBER if width < 14 + NUMBER * len(slots) else 14
        rows = [ink(" " * name + "".join(f"{slot_text(slot):>{NUMBER}}" for slot in slots), "dim")]
        for rune in runes:
            label = f" {rune_called(rune):>{len(rune_called(rune)) + (rune < 10)}}" if name > NUMBER else f" {rune:>2}"
            rows.append(ink(label.ljust(name), "bold") + "".join(f"{number[rune, slot]:>{NUMBER}}" for slot in slots))
        example = Sentence("Type a number, or RUNE>SLOT: {number} is {move}.", number=len(moves), move=moves[-1])
        return [*rows, ink(f" {ink.said(example)}", "dim")]


BOARD = ChroniclesBoard()


def bricks(hexes: list[Hex], width: int) -> tuple[list[tuple[int, int]], int]:
    """For each hex the column and the row of bricks where its brick begins, and the width of a brick.

    The centre of the hex (q, r) lies q + r / 2 bricks to the right; counted in halves, that is a whole number.
    """
    halves = [2 * q + r for q, r in hexes]
    rows = [r for _, r in hexes]
    span = max(halves) - min(halves) + 2
    brick = min(WIDEST, 2 * (width - EDGE) // span)
    return [((half - min(halves)) * brick // 2, row - min(rows)) for half, row in zip(halves, rows, strict=True)], brick


def _map(s: State, tiles: list[int], places: list[tuple[int, int]], brick: int, ink: Ink) -> list[str]:
    height = 5 if brick >= NAMED else 4
    canvas = Canvas(max(x for x, _ in places) + brick + 2, (max(y for _, y in places) + 1) * height + 1)
    for tile, (x, y) in zip(tiles, places, strict=True):
        canvas.box(x + 1, y * height, x + 1 + brick, (y + 1) * height)
        if s.zone[tile]:
            _tile(canvas, s, s.zone[tile] - 1, x + 2, y * height + 1, brick - 1, ink)
    return canvas.rows(ink)


def _tile(canvas: Canvas, s: State, zone: int, x: int, y: int, room: int, ink: Ink) -> None:
    margin = " " * (room >= ROOMY)
    power = f"◆{st.POWER[zone]}{margin}"
    canvas.text(x + room - len(power), y, power, "yellow", "bold")
    if room < NAMED - 1:
        canvas.text(x, y, str(zone + 1), "bold")
    else:
        for line, part in enumerate(_name_lines(zone, room, ink)[:2]):
            canvas.text(x + 1, y + line, part, "bold")
    below = y + 1 + (room >= NAMED - 1)
    winner = effects.victor(s, zone)
    for role in (0, 1):
        slot = 2 * zone + role
        styles: tuple[str, ...] = (COLOURS[s.slot[slot] >> 4],) if s.slot[slot] else ("dim",)
        if slot == winner:
            styles = (*styles, "bold")
        canvas.text(x, below + role, _slot(s, slot, room, slot == winner), *styles)


def _name_lines(zone: int, room: int, ink: Ink) -> list[str]:
    """A zone's number and name on its tile; the first line leaves room for the power."""
    power = " " * (len("◆1") + (room >= ROOMY) + 1)
    first, *rest = textwrap.wrap(
        f"{zone + 1} {ink.said(ZONES[zone])}", room - 1, initial_indent=power, subsequent_indent="  "
    )
    return [first[len(power) :], *rest]


def _fits(zone: int, room: int, ink: Ink) -> bool:
    """Whether a tile has room for its zone's whole name; one that is not turned up yet needs none."""
    return zone < 0 or (room >= NAMED - 1 and len(_name_lines(zone, room, ink)) <= 2)


def _slot(s: State, slot: int, room: int, wins: bool) -> str:
    """A slot's line: who stands there, with its present destiny at the end of the line."""
    letter, character = SLOT_LETTERS[slot % 2], s.slot[slot]
    mark = "▸" if wins else " "
    if room < NAMED - 1:
        mark = "▸" if wins else ""
    if not character:
        return f"{mark}{letter} ·"
    if is_unknown(character):
        return f"{mark}{letter} ({write_character(character)})"[:room]
    destiny, name = str(effects.destiny(s, slot)), CHARACTER_NAMES[(character & 15) - 1]
    brackets = ("[]" if s.face_up else "()") if s.pending == slot + 1 else ("", "")
    known = f"{brackets[0]}{write_character(character)}{brackets[1]}"
    if room < NAMED - 1 and s.pending == slot + 1:
        return f"{letter}{known}"
    if room < NAMED - 1:
        return f"{mark or letter}{known}".ljust(room - len(destiny))[: room - len(destiny)] + destiny
    end = f" {destiny}" + " " * (room >= ROOMY)
    return f"{mark}{letter} {known} {name}".ljust(room - len(end))[: room - len(end)] + end


def _sides(view: View, s: State, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
    """A row for each side: who, its power, and its runes."""
    names = [_name(seat, seats, ink) for seat in SIDES]
    powers = [ink.said(Sentence("power {power}", power=power)) for power in view.scores().values()]
    hand = ink.said(Sentence("hand"))
    wide = max(map(len, powers))
    room = min(max(map(len, names)), width - wide - len(hand) - RUNES_SHOWN - 8)
    lines = []
    for side, (seat, name, power) in enumerate(zip(SIDES, names, powers, strict=True)):
        mark = "▸" if view.to_act == seat else " "
        runes = " ".join(f"{rune:>2}" if s.hand[side] >> rune & 1 else " ·" for rune in range(1, st.RUNES + 1))
        held = f"{hand} {runes}" if hand_of(s, side) else ink.said(Sentence("no rune in hand"))
        lines.append(
            f" {ink(mark, 'bold')} {ink(f'{name:<{room}.{room}}', COLOURS[side], 'bold')}  {power:<{wide}}  {held}"
        )
    return [*lines, *(ink(f"   {ink.said(line)}", "yellow") for line in foreseen(s))]


def _name(seat: Seat, seats: Mapping[Seat, str], ink: Ink) -> str:
    side = SIDE_NAMES[seat]
    return ink.said(called(seats[seat], side)) if seats.get(seat) else capital(ink.said(side))
