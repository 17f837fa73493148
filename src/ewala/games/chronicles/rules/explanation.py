"""What there is to point at in a position of The Chronicles of Run: destinies, who defeats whom, how scores come about.

No rule stands here: everything is asked of the kernel's own functions. A view holds no more than its viewer may know,
and so its explanation can't tell more.
"""

from collections.abc import Iterator

from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules.layout import Layout
from ewala.games.chronicles.rules.notation import SIDES, slot_text
from ewala.games.chronicles.rules.state import POWER, SLOTS, UNKNOWN, ZONES, State

Item = dict[str, object]
BONUSES = {"madness": effects.madness, "deceit": effects.deceit, "justice": effects.justice}
DESTINY_CLAUSE = "CR-6.1"


def explain(s: State, layout: Layout) -> dict[str, object]:
    return {
        "hexes": [list(hex_) for hex_ in layout.hexes],
        "tally": {letter: list(_tally(s, side)) for side, letter in enumerate(SIDES)},
        "slots": {slot_text(slot): _slot(s, slot) for slot in range(SLOTS) if s.slot[slot]},
        "zones": {str(zone): _zone(s, zone - 1, tile) for tile, zone in enumerate(s.zone) if zone},
        "neighbours": {str(zone): _neighbours(s, near) for zone, near in zip(s.zone, layout.near, strict=True) if zone},
    }


def _tally(s: State, side: int) -> Iterator[Item]:
    """Zones won, and what Pain and Evil add and take (CR-6.2 to CR-6.4)."""
    for zone in range(ZONES):
        winner = effects.victor(s, zone)
        if winner < 0:
            continue
        won, lost = s.slot[winner], s.slot[winner ^ 1]
        if won >> 4 == side:
            yield {"kind": "zone", "at": zone + 1, "points": POWER[zone]}
            if effects.pain(won):
                yield {"kind": "pain", "at": zone + 1, "points": effects.pain(won)}
        elif effects.evil(lost):
            yield {"kind": "evil", "at": zone + 1, "points": -effects.evil(lost)}


def _slot(s: State, slot: int) -> Item:
    """A rune where it lies; with its destiny there, if the viewer may know the rune."""
    side, rune = SIDES[s.slot[slot] >> 4], s.slot[slot] & 15
    face = "down" if s.pending == slot + 1 and not s.face_up else "up"
    if rune == UNKNOWN:
        return {"side": side, "rune": None, "face": face}
    bonuses = [
        {"kind": kind, "points": points(s, slot), "clause": DESTINY_CLAUSE}
        for kind, points in BONUSES.items()
        if points(s, slot)
    ]
    destiny = effects.destiny(s, slot)
    return {"side": side, "rune": rune, "printed": rune, "bonuses": bonuses, "destiny": destiny, "face": face}


def _zone(s: State, zone: int, tile: int) -> Item:
    """Where a zone lies, and who has it for what reason, once two revealed runes meet there."""
    winner = effects.victor(s, zone)
    because = None
    if winner >= 0:
        because = "fate" if effects.fate(s, zone) >= 0 else "destiny"
    return {
        "hex": tile,
        "power": POWER[zone],
        "winner": SIDES[s.slot[winner] >> 4] if winner >= 0 else None,
        "disputed": effects.fought(s, zone) and winner < 0,
        "because": because,
    }


def _neighbours(s: State, near: int) -> list[int]:
    """The zones on the tiles of a set, those that are turned up."""
    return sorted(zone for tile, zone in enumerate(s.zone) if zone and near >> tile & 1)
