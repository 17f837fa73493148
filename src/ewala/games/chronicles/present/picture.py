"""The Chronicles of Run drawn for whoever watches a learner: as text, and as the map of hexes with its stones."""

from math import cos, pi, sin, sqrt

from ewala.core.state import View
from ewala.games.chronicles.rules.effects import destiny, victor
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.layout import Hex, Layout
from ewala.games.chronicles.rules.notation import SIDES
from ewala.games.chronicles.rules.state import POWER, RUNES, UNKNOWN, ZONES, State
from ewala.kit.svg import Sheet

STONE, CARVED = ("#e6ddcd", "#3b3436"), ("#2c5ea0", "#ff7a6e")  # of order and chaos
RIM = ("#8f8676", "#171315")
INK, PAPER, DUSK, TILE_EDGE, GOLD = "#2b2320", "#f1e6d2", "#a98593", "#7d6470", "#f2b92e"

SIZE = 86  # from a hex's centre to its corner
SPAN = SIZE * sqrt(3)
CORNERS = [(SIZE * sin(n * pi / 3), -SIZE * cos(n * pi / 3)) for n in range(6)]
MARGIN, RACK = 24, 108
RADIUS = 29


def as_text(view: View) -> str:
    """A line for each zone in the order of the tiles: its power, attacker and defender with their destinies."""
    s = State.unpack(view.data)
    lines = []
    for tile in range(ZONES):
        zone = s.zone[tile] - 1
        if zone < 0:
            lines.append("? not turned up")
            continue
        near = [str(s.zone[other]) for other in range(ZONES) if _layout(view).near[tile] >> other & 1]
        attacker, defender = (_named(s, slot).ljust(10) for slot in (2 * zone, 2 * zone + 1))
        lines.append(f"{zone + 1} worth {POWER[zone]}   attacker {attacker} defender {defender} by {' '.join(near)}")
    for side, (seat, power) in enumerate(view.scores().items()):
        turn = ">" if view.to_act == seat else " "
        hand = " ".join(str(rune) for rune in range(1, RUNES + 1) if s.hand[side] >> rune & 1)
        lines.append(f"{turn} {seat} power {power}, hand {hand or '-'}")
    return "\n".join([*lines, view.text, ""])


def _named(s: State, slot: int) -> str:
    """`O5=7*`: order's fifth rune, whose destiny is seven now, wins the zone."""
    held = s.slot[slot]
    if not held:
        return "."
    if held & 15 == UNKNOWN or s.pending == slot + 1:
        rune = "?" if held & 15 == UNKNOWN else str(held & 15)
        return f"{SIDES[held >> 4]}{rune}, bid"
    return f"{SIDES[held >> 4]}{held & 15}={destiny(s, slot)}{'*' * (victor(s, slot // 2) == slot)}"


def as_svg(view: View) -> str:
    s, layout = State.unpack(view.data), _layout(view)
    places, width, height = _places(layout)
    width = max(width, 12 * 46 + 2 * MARGIN)
    sheet = Sheet(width, height + RACK, view.text)
    sheet.box(0, 0, width, height + RACK, DUSK, 18)
    for tile, (x, y) in enumerate(places):
        corners = " L".join(f"{x + dx:.5g} {y + dy:.5g}" for dx, dy in CORNERS)
        turned_up = s.zone[tile] > 0
        fill = PAPER if turned_up else TILE_EDGE
        sheet.path(f"M{corners}Z", fill, stroke=TILE_EDGE, stroke_width=4, stroke_linejoin="round")
        if turned_up:
            _draw_zone(sheet, s, s.zone[tile] - 1, x, y)
    for side in range(len(SIDES)):
        _draw_hand(sheet, s, view, side, height + 4 + 50 * side)
    return sheet.written()


def _places(layout: Layout) -> tuple[list[tuple[float, float]], float, float]:
    """The middle of each hex, and the sheet's size; tiles that do not hang together are drawn side by side."""
    places: dict[int, tuple[float, float]] = {}
    left, low = float(MARGIN), 0.0
    for group in layout.groups():
        flat = {tile: _middle(layout.hexes[tile]) for tile in group}
        west, north = min(x for x, _ in flat.values()), min(y for _, y in flat.values())
        for tile, (x, y) in flat.items():
            places[tile] = left + SPAN / 2 + x - west, MARGIN + SIZE + y - north
        left = max(places[tile][0] for tile in group) + SPAN / 2 + MARGIN
        low = max(low, *(places[tile][1] for tile in group))
    return [places[tile] for tile in range(ZONES)], left, low + SIZE + MARGIN


def _middle(hex_: Hex) -> tuple[float, float]:
    q, r = hex_
    return SPAN * (q + r / 2), SIZE * 1.5 * r


def _draw_zone(sheet: Sheet, s: State, zone: int, x: float, y: float) -> None:
    """Its number and its power, and below a stone for each slot: the attacker's left, the defender's right."""
    sheet.text(x, y - 54, str(zone + 1), 22, INK, font_weight="bold")
    for n in range(POWER[zone]):
        cx = x + (n - (POWER[zone] - 1) / 2) * 20
        sheet.path(f"M{cx:.5g} {y - 42:.5g} l8 9 l-8 9 l-8 -9Z", GOLD, stroke=INK, stroke_width=1)
    for slot, cx in ((2 * zone, x - 34), (2 * zone + 1, x + 34)):
        _draw_slot(sheet, s, slot, cx, y + 10)


def _draw_slot(sheet: Sheet, s: State, slot: int, x: float, y: float) -> None:
    held = s.slot[slot]
    if not held:
        sheet.disc(x, y, RADIUS - 2, "none", stroke=RIM[0], stroke_width=1.5, stroke_dasharray="5 4")
        sheet.text(x, y, "ad"[slot % 2], 18, RIM[0], font_style="italic")
        return
    face_down = s.pending == slot + 1 and not s.face_up
    if victor(s, slot // 2) == slot:
        sheet.disc(x, y, RADIUS + 4, GOLD)
    label = "?" if held & 15 == UNKNOWN else str(held & 15)
    _draw_stone(sheet, held >> 4, label, x, y, RADIUS, dashed=face_down)
    if s.pending != slot + 1:
        sheet.text(x, y + RADIUS + 13, str(destiny(s, slot)), 17, INK)


def _draw_stone(
    sheet: Sheet, side: int, label: str, x: float, y: float, radius: float, *, dashed: bool = False
) -> None:
    dashes = {"stroke_dasharray": "5 3"} if dashed else {}
    sheet.disc(x, y, radius, STONE[side], stroke=GOLD if dashed else RIM[side], stroke_width=2.5, **dashes)
    sheet.text(x, y + 1, label, radius * 0.95, CARVED[side], font_weight="bold")


def _draw_hand(sheet: Sheet, s: State, view: View, side: int, y: float) -> None:
    """The side's power on a shield, then the runes that it has left; a golden ring for whoever has to act."""
    seat = SIDES[side]
    acts = {"stroke": GOLD, "stroke_width": 4} if view.to_act == seat else {"stroke": RIM[side], "stroke_width": 2}
    sheet.box(MARGIN, y, 46, 42, STONE[side], 9, **acts)
    sheet.text(MARGIN + 23, y + 21, str(view.scores()[seat]), 24, CARVED[side], font_weight="bold")
    for rune in range(1, RUNES + 1):
        x = MARGIN + 32 + 46 * rune
        if s.hand[side] >> rune & 1:
            _draw_stone(sheet, side, str(rune), x, y + 21, 19)
        else:
            sheet.disc(x, y + 21, 5, TILE_EDGE)


def _layout(view: View) -> Layout:
    assert isinstance(view.game, Chronicles)
    return view.game.layout
