"""The Chronicles of Run in words."""

from collections.abc import Mapping

from ewala.core.state import Seat, View
from ewala.games.chronicles.present.names import ZONE_NAMES
from ewala.games.chronicles.present.terminal_names import CHARACTERS, ROLES, SIDE_NAMES
from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.notation import SIDES, SLOT_LETTERS, write_character
from ewala.games.chronicles.rules.state import State as Table
from ewala.kit.phrases import a_list, capital, numbers

__all__ = ["WORDS", "called", "foreseen", "hand_of", "is_unknown", "outcome"]


def is_unknown(character: int) -> bool:
    """Whether the character lies face down and the viewer may not know it."""
    return character & 15 == st.UNKNOWN


def called(character: int) -> str:
    """`O10 Loreen`."""
    return f"{write_character(character)} {CHARACTERS[(character & 15) - 1][0]}"


def hand_of(s: Table, side: int) -> list[int]:
    return [rune for rune in range(1, st.RUNES + 1) if s.hand[side] >> rune & 1]


def outcome(s: Table, zone: int) -> str:
    """What is decided in a zone, "" while nothing is."""
    slots = s.slot[2 * zone], s.slot[2 * zone + 1]
    if not all(slots) or s.pending - 1 in (2 * zone, 2 * zone + 1):
        return ""
    winner = effects.victor(s, zone)
    if winner < 0:
        return "disputed"
    won, lost = s.slot[winner], s.slot[winner ^ 1]
    said = f"{SIDE_NAMES[SIDES[won >> 4]]} scores {st.POWER[zone]}"
    if won & 15 == st.BORT:
        said += " and 1 more for Bort"
    if lost & 15 == st.ZHOOR:
        said += f", {SIDE_NAMES[SIDES[lost >> 4]]} loses 1 for Zhoor"
    return said


class ChroniclesWords:
    seat_names: Mapping[Seat, str] = SIDE_NAMES
    help: list[str] = [  # noqa: RUF012
        "10>3a bids rune 10 on zone 3 as attacker, 10>3d as defender.",
        "Effects: >5d moves Aruh'ka to zone 5 as defender, x9 swaps Broin with the own character 9,",
        "<C3 attracts that character to Loreen, - declines.",
        "Characters, by destiny:",
        *(f"  {n}  {name}, {way}, {rune}: {does}." for n, (name, way, rune, does) in enumerate(CHARACTERS, 1)),
    ]

    def position(self, view: View, seats: Mapping[Seat, str]) -> list[str]:
        s = Table.unpack(view.data)
        lines = [self._turn(s)]
        for zone in sorted(number - 1 for number in s.zone if number):
            lines.append(_zone_in_words(s, zone))
        for side, seat in enumerate(SIDES):
            who = f", {seats[seat]}" if seats.get(seat) else ""
            lines.append(f"{capital(SIDE_NAMES[seat])}{who}: power {view.scores()[seat]}, {_hand_in_words(s, side)}.")
        return lines

    def _turn(self, s: Table) -> str:
        if s.phase == st.OVER:
            return "The game is over."
        said = f"Turn {s.turn} of {st.TURNS}"
        if s.drawn:
            said += f", {SIDE_NAMES[SIDES[s.initiative]]} has the initiative"
        return said + "".join(f"; {line}" for line in foreseen(s)) + "."

    def move(self, view: View, move: str) -> str:
        s = Table.unpack(view.data)
        if move == "-":
            return f"decline, {called(s.deciding[0])} stays as it is"
        if move[0] == ">":
            return f"{called(s.deciding[0])} moves to {_slot_in_words(move[1:])}"
        if move[0] == "x":
            return f"{called(s.deciding[0])} swaps with {called(s.deciding[0] & 16 | int(move[1:]))}"
        if move[0] == "<":
            prey = 16 * SIDES.index(move[1]) + int(move[2:])
            return f"{called(s.deciding[0])} attracts {called(prey)} from zone {(s.place[prey] - 1) // 2 + 1}"
        rune, _, slot = move.partition(">")
        return f"{rune} {CHARACTERS[int(rune) - 1][0]} to {_slot_in_words(slot)}"

    def menu(self, view: View, moves: list[str]) -> list[str] | None:
        """Every rune in hand can be bid on every open slot, so both lists say all."""
        s = Table.unpack(view.data)
        if s.phase != st.BID:
            return None
        side = effects.bidder(s)
        runes = [f"{rune} {CHARACTERS[rune - 1][0]}" for rune in hand_of(s, side)]
        return [
            f"{len(moves)} bids are possible. Runes: {', '.join(runes)}.",
            f"Open: {_open_in_words(effects.open_slots(s, side))}.",
            "Write a bid like 10>3a, rune 10 on zone 3 as attacker, or 10>3d, as defender.",
            "The word moves followed by a rune, such as moves 10, lists the bids of that rune.",
        ]

    def happened(self, before: View, move: str, after: View) -> list[str]:
        was, now = Table.unpack(before.data), Table.unpack(after.data)
        if move.startswith("!"):
            if move[1:] not in SIDE_NAMES:
                return []
            return [f"The nine tiles are turned up, and {SIDE_NAMES[move[1:]]} draws the first initiative."]
        who = capital(SIDE_NAMES[str(before.to_act)])
        if was.phase == st.BID and not was.pending:
            rune, _, slot = move.partition(">")
            what = "face down" if rune == "?" else f"{rune} {CHARACTERS[int(rune) - 1][0]} face up"
            return [f"{who} bids {what}: {_slot_in_words(slot)}."]
        if was.phase == st.BID:
            lines = _reveal(was, move, now)
        else:
            lines = [f"{who} plays {move}: {self.move(before, move)}."]
        if now.turn != was.turn:
            lines.append(f"Turn {now.turn} of {st.TURNS} begins: {SIDE_NAMES[SIDES[now.initiative]]} bids first.")
        return lines

    def account(self, view: View) -> list[str]:
        s = Table.unpack(view.data)
        lines = []
        for zone in range(st.ZONES):
            if outcome(s, zone):
                fighters = [f"{called(s.slot[slot])} {effects.destiny(s, slot)}" for slot in (2 * zone, 2 * zone + 1)]
                lines.append(
                    f"Zone {zone + 1}, {ZONE_NAMES[zone]}: {fighters[0]} against {fighters[1]}; {outcome(s, zone)}."
                )
        totals = [f"{SIDE_NAMES[seat]} {power}" for seat, power in view.scores().items()]
        return [*lines, f"Power in all: {a_list(totals)}."]


WORDS = ChroniclesWords()


def foreseen(s: Table) -> list[str]:
    """The sides whose next bid is face up."""
    return [f"the next bid of {SIDE_NAMES[seat]} is face up" for side, seat in enumerate(SIDES) if s.foreseen[side]]


def _slot_in_words(slot: str) -> str:
    return f"zone {slot[0]} as {ROLES[SLOT_LETTERS.index(slot[1])]}"


def _open_in_words(slots: int) -> str:
    """The open slots: zones with both, then those with one."""
    parts = []
    for wanted, role in ((3, "attacker or defender"), (1, "attacker only"), (2, "defender only")):
        zones = [zone + 1 for zone in range(st.ZONES) if slots >> 2 * zone & 3 == wanted]
        if zones:
            parts.append(f"{'zones' if len(zones) > 1 else 'zone'} {numbers(zones)} as {role}")
    return "; ".join(parts)


def _reveal(was: Table, move: str, now: Table) -> list[str]:
    """Both bids of a turn, the first now known; effects that follow by themselves are in the position."""
    rune, _, slot = move.partition(">")
    second = 2 * (int(slot[0]) - 1) + SLOT_LETTERS.index(slot[1])
    first = was.pending - 1
    characters = now.slot[first], 16 * (1 - was.initiative) + int(rune)
    lines = [
        "Both runes are revealed: "
        + " and ".join(
            f"{called(character)} in zone {at // 2 + 1} as {ROLES[at % 2]}"
            for character, at in zip(characters, (first, second), strict=True)
        )
        + "."
    ]
    news = [line for line in foreseen(now) if line not in foreseen(was)]
    return [*lines, *(f"Clairvoyance: {line}." for line in news)]


def _zone_in_words(s: Table, zone: int) -> str:
    near = [other + 1 for other in range(st.ZONES) if s.near[zone] >> 2 * other & 1]
    parts = []
    for role in (0, 1):
        slot = 2 * zone + role
        if not s.slot[slot]:
            parts.append(f"{ROLES[role]} free")
        elif is_unknown(s.slot[slot]):
            parts.append(f"{ROLES[role]} a face-down rune of {SIDE_NAMES[SIDES[s.slot[slot] >> 4]]}")
        else:
            pending = ", still to be revealed" if s.pending == slot + 1 and not s.face_up else ""
            parts.append(f"{ROLES[role]} {called(s.slot[slot])} with destiny {effects.destiny(s, slot)}{pending}")
    if not any(s.slot[2 * zone : 2 * zone + 2]):
        parts = ["empty"]
    decided = f"; {outcome(s, zone)}" if outcome(s, zone) else ""
    return (
        f"Zone {zone + 1}, {ZONE_NAMES[zone]}, power {st.POWER[zone]}, next to {numbers(near)}: "
        f"{', '.join(parts)}{decided}."
    )


def _hand_in_words(s: Table, side: int) -> str:
    runes = hand_of(s, side)
    return f"runes in hand {numbers(runes)}" if runes else "no rune in hand"
