"""Texts of The Chronicles of Run: positions and moves, written and strictly read (CR-7)."""

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from ewala.core.move import Move
from ewala.core.sentences import Sentence
from ewala.core.spelling import all_texts
from ewala.core.text import Cursor, split_fields
from ewala.games.chronicles.rules import codes, spelling
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.layout import Layout, read_layout
from ewala.games.chronicles.rules.state import State

SIDES = spelling.SIDE_LETTERS
SLOT_LETTERS = spelling.ROLE_LETTERS
FIELDS = ("LAYOUT", "ZONES", "SLOTS", "HANDS", "TURN", "PHASE")


# --- Moves -------------------------------------------------------------------------------------------------


def slot_text(slot: int) -> str:
    return f"{slot // 2 + 1}{SLOT_LETTERS[slot % 2]}"


Action = Literal["deal", "draw", "decline", "swap", "move", "attract", "bid"]
Role = Literal["attacker", "defender"]
_ACTIONS: dict[int, Action] = {
    codes.DEALT: "deal",
    codes.DRAWN: "draw",
    codes.DECLINED: "decline",
    codes.SWAPPED: "swap",
    codes.MOVED: "move",
    codes.ATTRACTED: "attract",
    codes.BID_MADE: "bid",
}
ROLES: tuple[Role, Role] = ("attacker", "defender")


@dataclass(frozen=True, slots=True)
class RuneMove(Move):
    """A move of the Chronicles, with its parts."""

    action: Action
    rune: int = 0  # bid, swapped with or attracted; 0 if there is none, or none that may be known
    slot: int = -1  # where a character goes: 2 * (zone - 1), and 1 more as defender
    zone: int = 0  # where it goes, or which is turned up; from 1
    role: Role | None = None  # as what it goes there
    side: str = ""  # that begins, or whose character is attracted

    @property
    def hidden(self) -> bool:
        """Whether it is a bid whose rune may not be known."""
        return self.action == "bid" and not self.rune


_TEXTS = all_texts(codes.CODES, spelling.spell)
_HIDDEN = {_TEXTS[code]: code for code in range(codes.BID_MADE, codes.BID_MADE + st.SLOTS)}  # written, never played
_CODES = {text: code for code, text in _TEXTS.items() if text not in _HIDDEN}


@cache
def move_of(code: int) -> RuneMove:
    """A move as a value."""
    slot, side = spelling.slot_of(code), spelling.side_of(code)
    return RuneMove(
        code,
        _TEXTS[code],
        _ACTIONS[spelling.kind_of(code)],
        max(0, spelling.rune_of(code)),
        slot,
        spelling.zone_of(code) + 1,
        ROLES[slot % 2] if slot >= 0 else None,
        SIDES[side] if side >= 0 else "",
    )


def read_move(text: str) -> RuneMove:
    """A move as a value, from its text, also a bid as one sees it who may not know its rune; raises UnreadableText."""
    return move_of(_HIDDEN[text] if text in _HIDDEN else move_code(text))


def move_text(code: int) -> str:
    return _TEXTS[code]


def move_code(text: str) -> int:
    """The code of a move's text; raises UnreadableText."""
    code = _CODES.get(text)
    if code is None:
        _refuse_move(Cursor(text, "MOVE"))
        raise AssertionError(f"readable but unknown: {text!r}")  # pragma: no cover
    return code


def _refuse_move(cursor: Cursor) -> None:
    """Go through a text that is no move, as far as it makes sense."""
    if cursor.skip("!"):
        cursor.one_of("123456789OC", "a zone from 1 to 9, or the side O or C")
    elif cursor.skip("x"):
        _read_rune(cursor)
    elif cursor.skip("<"):
        cursor.one_of(SIDES, "a side: O or C")
        _read_rune(cursor)
    elif not cursor.skip("-"):
        if not cursor.skip(">"):
            if cursor.rest[:1] not in tuple("0123456789"):
                cursor.refuse(
                    "a move: RUNE>ZONE with a or d, >ZONE with a or d, xRUNE, <SIDE and RUNE, '-', !ZONE or !SIDE"
                )
            _read_rune(cursor)
            cursor.expect(">", "'>' and a zone")
        cursor.one_of("123456789", "a zone from 1 to 9")
        cursor.one_of(SLOT_LETTERS, "'a' for attacker or 'd' for defender")
    cursor.end("the end of the move")


def _read_rune(cursor: Cursor) -> int:
    return cursor.number("a rune from 1 to 11", 1, st.RUNES)


# --- Positions ---------------------------------------------------------------------------------------------


def write_position(s: State, layout: str) -> str:
    zones = "".join(str(zone or "-") for zone in s.zone)
    slots = "/".join(f"{_write_slot(s, 2 * zone)}|{_write_slot(s, 2 * zone + 1)}" for zone in range(st.ZONES))
    hands = ":".join(letter + _write_hand(s.hand[side]) for side, letter in enumerate(SIDES))
    turn = f"{s.turn}{SIDES[s.initiative] if s.drawn else '-'}"
    turn += "".join(f"*{letter}" for side, letter in enumerate(SIDES) if s.foreseen[side])
    return f"{layout} {zones} {slots} {hands} {turn} {_write_phase(s)}"


def write_character(character: int) -> str:
    rune = character & 15
    return f"{SIDES[character >> 4]}{'?' if rune == st.UNKNOWN else rune}"


def _write_slot(s: State, slot: int) -> str:
    if not s.slot[slot]:
        return "."
    character = write_character(s.slot[slot])
    if s.pending != slot + 1:
        return character
    return f"[{character}]" if s.face_up else f"({character})"


def _write_hand(hand: int) -> str:
    return ",".join(str(rune) for rune in range(1, st.RUNES + 1) if hand >> rune & 1) or "-"


def _write_phase(s: State) -> str:
    if s.phase == st.DEAL:
        return "deal"
    if s.phase == st.OVER:
        return "over"
    if s.phase == st.BID:
        return f"bid:{SIDES[1 - s.initiative if s.pending else s.initiative]}"
    return "effect:" + ",".join(write_character(character) for character in s.deciding if character)


@dataclass
class Reading:
    """What a position's text says, before anybody asks whether it could stand."""

    layout: Layout
    zones: list[int]  # 0 where none is turned up
    slots: list[int]  # characters, 0 if free
    hands: list[list[int]]
    turn: int
    initiative: int  # -1 until drawn
    foreseen: list[int]
    phase: int
    pending: list[int] = field(default_factory=list)  # slots in brackets
    face_up: bool = False
    bidder: int = -1
    deciding: list[int] = field(default_factory=list)


def read_position(text: str, *, of_view: bool = False) -> Reading:
    """Read a position's text strictly; raises UnreadableText, or BadSetup for a layout that is none.

    In the text of a view, the rune that lies face down may be a question mark."""
    layout, zones, slots, hands, turn, phase = split_fields(text, FIELDS)
    reading = Reading(
        layout=read_layout(layout),
        zones=_read_zones(zones),
        slots=[],
        hands=_read_hands(hands),
        turn=turn.number("a turn from 1 to 9", 1, st.TURNS),
        initiative="OC-".index(turn.one_of("OC-", "the side with the initiative: O, C, or '-' until it is drawn")),
        foreseen=[int(turn.skip(f"*{letter}")) for letter in SIDES],
        phase=-1,
    )
    turn.end("*O, *C, *O*C or the end of the field")
    reading.initiative = -1 if reading.initiative == len(SIDES) else reading.initiative
    _read_slots(slots, reading, of_view)
    _read_phase(phase, reading)
    return reading


def _read_zones(cursor: Cursor) -> list[int]:
    zones = [
        "-123456789".index(cursor.one_of("-123456789", "nine zones 1 to 9, '-' if not turned up")) for _ in range(9)
    ]
    cursor.end("nine zones")
    return zones


def _read_slots(cursor: Cursor, reading: Reading, of_view: bool) -> None:
    for zone in range(st.ZONES):
        if zone:
            cursor.expect("/", "'/' and the next zone, nine in all")
        _read_slot(cursor, reading, of_view)
        cursor.expect("|", "'|' and the defender")
        _read_slot(cursor, reading, of_view)
    cursor.end("nine zones")


def _read_slot(cursor: Cursor, reading: Reading, of_view: bool) -> None:
    slot = len(reading.slots)
    if cursor.skip("."):
        reading.slots.append(0)
    elif cursor.skip("(") or cursor.skip("["):
        opening = cursor.text[cursor.at - 1]
        reading.slots.append(_read_character(cursor, may_hide=of_view and opening == "("))
        cursor.expect(")" if opening == "(" else "]")
        reading.pending.append(slot)
        reading.face_up = opening == "["
    else:
        reading.slots.append(_read_character(cursor))


def _read_character(cursor: Cursor, may_hide: bool = False) -> int:
    side = SIDES.index(cursor.one_of(SIDES, "a character such as O10, or '.' for a free slot"))
    return 16 * side + (st.UNKNOWN if may_hide and cursor.skip("?") else _read_rune(cursor))


def _read_hands(cursor: Cursor) -> list[list[int]]:
    hands = []
    for side, letter in enumerate(SIDES):
        if side:
            cursor.expect(":", "':' and the runes of C")
        cursor.expect(letter)
        runes: list[int] = []
        if not cursor.skip("-"):
            least = 1
            while least == 1 or (least <= st.RUNES and cursor.skip(",")):
                runes.append(
                    cursor.number(Sentence("a rune from {least} to 11 (hands rise)", least=least), least, st.RUNES)
                )
                least = runes[-1] + 1
        hands.append(runes)
    cursor.end("',' and the next rune, or the end of the field")
    return hands


def _read_phase(cursor: Cursor, reading: Reading) -> None:
    if cursor.skip("deal"):
        reading.phase = st.DEAL
    elif cursor.skip("over"):
        reading.phase = st.OVER
    elif cursor.skip("bid:"):
        reading.phase = st.BID
        reading.bidder = SIDES.index(cursor.one_of(SIDES, "the side to bid: O or C"))
    elif cursor.skip("effect:"):
        reading.phase = st.EFFECT
        while not reading.deciding or cursor.skip(","):
            reading.deciding.append(_read_character(cursor))
    else:
        cursor.refuse("deal, bid:SIDE, effect:CHARACTERS or over")
    cursor.end("the end of the text")
