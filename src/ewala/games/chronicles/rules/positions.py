"""Which positions could stand: builds one from its reading, or says what is impossible about it (CR-7)."""

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.chronicles.rules import effects, kernel
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.notation import SIDES, Reading, write_character
from ewala.games.chronicles.rules.state import Rules, State


def build_position(reading: Reading, r: Rules) -> State:
    """The position, if it could stand in a game with this layout."""
    s = State()
    kernel.setup(s, r)
    _turn_up_tiles(s, r, reading)
    if (reading.phase == st.DEAL) != (reading.initiative < 0):
        raise _impossible("initiative", "CR-2.3", "the initiative is drawn when the deal is done, and not before")
    s.phase = reading.phase
    s.turn = reading.turn
    s.drawn = int(reading.initiative >= 0)
    s.initiative = max(reading.initiative, 0)
    s.foreseen = list(reading.foreseen)
    _check_runes(reading)
    _place_runes(s, reading)
    _check_counts(s, reading)
    _check_foreseen(s)
    if reading.phase == st.EFFECT:
        _queue_effects(s, reading)
    return s


def _impossible(what: str, clause: str, template: str, **blanks: object) -> BadSetup:
    return BadSetup(f"position/{what}", clause, template, **blanks)


def _turn_up_tiles(s: State, r: Rules, reading: Reading) -> None:
    up = [zone for zone in reading.zones if zone]
    if reading.zones[: len(up)] != up:
        raise _impossible(
            "zones", "CR-2.1", "tiles are turned up in layout order: none follows one that is still hidden"
        )
    if len(set(up)) != len(up):
        raise _impossible("zones", "CR-1.2", "each zone lies there once")
    if reading.phase != st.DEAL and len(up) < st.ZONES:
        raise _impossible("zones", "CR-2.1", "all nine tiles are turned up before the first bid")
    for zone in up:
        kernel.turn_up(s, r, zone - 1)


def _check_runes(reading: Reading) -> None:
    """Each rune of a side is in its hand or in one slot (CR-1.1), and no zone has two of a side (CR-4.1)."""
    for side, letter in enumerate(SIDES):
        on_board = [character & 15 for character in reading.slots if character and character >> 4 == side]
        everywhere = sorted(on_board + reading.hands[side])
        for rune in range(1, st.RUNES + 1):
            if everywhere.count(rune) != 1:
                times = Sentence("in two places" if rune in everywhere else "nowhere")
                raise _impossible(
                    "rune",
                    "CR-1.1",
                    "each rune is in hand or in one slot: {letter}{rune} is {times}",
                    letter=letter,
                    rune=rune,
                    times=times,
                )
    for zone in range(st.ZONES):
        attacker, defender = reading.slots[2 * zone], reading.slots[2 * zone + 1]
        if attacker and defender and attacker >> 4 == defender >> 4:
            raise _impossible(
                "two-of-a-side",
                "CR-4.1",
                "zone {zone} has two runes of {side}",
                zone=zone + 1,
                side=SIDES[attacker >> 4],
            )


def _place_runes(s: State, reading: Reading) -> None:
    for slot, character in enumerate(reading.slots):
        if character:
            s.hand[character >> 4] &= ~(1 << (character & 15))
            if slot in reading.pending:
                s.slot[slot] = character
                s.taken[character >> 4] |= 1 << slot
            else:
                effects.put(s, character, slot)


def _check_counts(s: State, reading: Reading) -> None:
    """Runes on the board fit the turn and the phase (CR-3.1, CR-3.5)."""
    waiting = len(reading.pending)
    if waiting > 1 or (waiting and reading.phase != st.BID):
        raise _impossible(
            "pending", "CR-3.1", "only this turn's first bid lies in brackets, while the second is to come"
        )
    if reading.phase == st.DEAL and reading.turn != 1:
        raise _impossible("turn", "CR-2.3", "the deal comes before the first turn")
    played = reading.turn - 1 if reading.phase in (st.DEAL, st.BID) else reading.turn
    for side, letter in enumerate(SIDES):
        on_board = sum(1 for character in reading.slots if character and character >> 4 == side)
        expected = played + (waiting if side == s.initiative else 0)
        if on_board != expected:
            raise _impossible(
                "count",
                "CR-3.1",
                "{letter} has {on_board} runes in slots; turn and phase make it {expected}",
                letter=letter,
                on_board=on_board,
                expected=expected,
            )
    if waiting:
        s.pending = reading.pending[0] + 1
        s.face_up = int(reading.face_up)
    if reading.phase == st.BID and reading.bidder != effects.bidder(s):
        raise _impossible("bidder", "CR-3.1", "it is {side} who bids", side=SIDES[effects.bidder(s)])
    if reading.phase == st.OVER and reading.turn != st.TURNS:
        raise _impossible("not-over", "CR-3.5", "the game ends after nine turns")


def _check_foreseen(s: State) -> None:
    """A bid is face up because of the opponent's Lisbeth, once (CR-5.5)."""
    for side, letter in enumerate(SIDES):
        own_bid_up = bool(s.pending and s.face_up and side == s.initiative)
        if (s.foreseen[side] or own_bid_up) and not s.place[16 * (1 - side) + st.LISBETH]:
            raise _impossible(
                "foreseen", "CR-5.5", "a bid of {letter} is face up without the opponent's Lisbeth", letter=letter
            )
        bid_already = (s.pending and side == s.initiative) or (s.phase != st.BID and s.turn == st.TURNS)
        if s.foreseen[side] and bid_already:
            raise _impossible("foreseen", "CR-5.5", "{letter} has no bid to come that could be face up", letter=letter)


def _queue_effects(s: State, reading: Reading) -> None:
    """The characters revealed this turn whose effect is still to be decided, in order (CR-3.4)."""
    sides = [character >> 4 for character in reading.deciding]
    if len(sides) > st.SIDES or (len(sides) == st.SIDES and sides != [s.initiative, 1 - s.initiative]):
        raise _impossible("effects", "CR-3.4", "one character of each side at most decides, the initiative's first")
    for n, character in enumerate(reading.deciding):
        if not st.DECIDES >> (character & 15) & 1:
            raise _impossible(
                "effects",
                "CR-3.4",
                "{character} has no effect to decide: only 2, 3 and 10 have",
                character=write_character(character),
            )
        if not s.place[character]:
            raise _impossible("effects", "CR-3.3", "{character} is not revealed", character=write_character(character))
        s.deciding[n] = character
    if not effects.has_target(s):
        raise _impossible(
            "no-target",
            "CR-3.4",
            "the effect of {character} has no legal target",
            character=write_character(s.deciding[0]),
        )
