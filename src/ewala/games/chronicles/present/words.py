"""The Chronicles in words, for a face without pictures: the same names as everywhere else, in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence

from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.chronicles.present.characters import ALIGNMENTS, CHARACTERS
from ewala.games.chronicles.present.names import SIDES, zone_called, zone_numbered
from ewala.games.chronicles.present.standing import (
    called,
    foreseen,
    hand_of,
    is_unknown,
    outcome,
    rune_called,
    side_of,
    turn_called,
)
from ewala.games.chronicles.present.story import story
from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.notation import SIDES as LETTERS
from ewala.games.chronicles.rules.notation import RuneMove, read_move
from ewala.games.chronicles.rules.state import State
from ewala.kit import words
from ewala.kit.phrases import all_of, listed, numbers


def _characters() -> Iterator[Sentence]:
    for destiny, character in enumerate(CHARACTERS, 1):
        yield Sentence(
            "{destiny} {name}, {alignment}, {rune} ({power})",
            destiny=destiny,
            name=character.name,
            alignment=ALIGNMENTS[character.alignment],
            rune=character.rune,
            power=character.brief,
        )


class ChroniclesWords:
    help: Sequence[Sentence] = (
        Sentence("10>3a bids rune 10 on zone 3 as attacker, 10>3d as defender."),
        Sentence("Effects: >5d moves Aruh'ka to zone 5 as defender, x9 swaps Broin with your character 9."),
        Sentence("<C3 attracts chaos' character 3 to Loreen, - declines an effect."),
        Sentence("Characters, by destiny:"),
        *_characters(),
    )

    def position(self, view: View, seats: Mapping[Seat, str]) -> list[Sentence]:
        s = State.unpack(view.data)
        said = [turn_called(s), *foreseen(s)]
        said += [_zone(s, zone) for zone in sorted(number - 1 for number in s.zone if number)]
        for side, seat in enumerate(LETTERS):
            player, power = words.called(seats.get(seat, seat), SIDES[seat]), view.scores()[seat]
            said.append(_hand(player, power, hand_of(s, side)))
        return said

    def move(self, view: View, move: str) -> Sentence:
        made, s = read_move(move), State.unpack(view.data)
        if made.action == "decline":
            return Sentence("Do not use it")
        if made.action == "bid":
            return _bid(made)
        name = called(s.deciding[0])
        if made.action == "move":
            zone = zone_called(made.zone)
            if made.role == "attacker":
                return Sentence("Move {name} to {zone} as attacker", name=name, zone=zone)
            return Sentence("Move {name} to {zone} as defender", name=name, zone=zone)
        if made.action == "swap":
            return Sentence("Swap {name} with {other}", name=name, other=called(s.deciding[0] & 16 | made.rune))
        return Sentence("Bring {other} to {name}", name=name, other=called(16 * LETTERS.index(made.side) + made.rune))

    def menu(self, view: View, moves: list[str]) -> list[Sentence] | None:
        """Every rune in hand can be bid on every open slot, so both lists say all."""
        s = State.unpack(view.data)
        if s.phase != st.BID:
            return None
        side = effects.bidder(s)
        return [
            Sentence("Bids that are possible: {count}.", count=len(moves)),
            Sentence("Runes in hand: {runes}.", runes=listed([rune_called(rune) for rune in hand_of(s, side)])),
            *_open(effects.open_slots(s, side)),
            Sentence("Write a bid like 10>3a, rune 10 on zone 3 as attacker, or 10>3d, as defender."),
        ]

    def story(self, before: View, move: str, after: View) -> list[Sentence]:
        return list(story(State.unpack(before.data), read_move(move), State.unpack(after.data)))

    def happened(self, before: View, move: str, after: View) -> list[Sentence]:
        said = self.story(before, move, after)
        was, now = State.unpack(before.data), State.unpack(after.data)
        if was.phase != st.DEAL and now.turn != was.turn:
            side = SIDES[LETTERS[now.initiative]]
            said.append(_ended(Sentence("Turn {number}, {name} begins", number=now.turn, name=side)))
        return said

    def account(self, view: View) -> list[Sentence]:
        s = State.unpack(view.data)
        said = []
        for zone in range(st.ZONES):
            if outcome(s, zone):
                fighters = [f"{called(s.slot[slot])} {effects.destiny(s, slot)}" for slot in (2 * zone, 2 * zone + 1)]
                said.append(
                    Sentence(
                        "{zone}: {attacker} against {defender}. {outcome}",
                        zone=zone_numbered(zone + 1),
                        attacker=fighters[0],
                        defender=fighters[1],
                        outcome=listed(outcome(s, zone), " "),
                    )
                )
        totals = [Sentence("{side} {power}", side=SIDES[seat], power=power) for seat, power in view.scores().items()]
        return [*said, Sentence("Power in all: {totals}.", totals=all_of(totals))]


WORDS = ChroniclesWords()


def _ended(sentence: Sentence) -> Sentence:
    return Sentence("{sentence}.", sentence=sentence)


def _zone(s: State, zone: int) -> Sentence:
    near = [other + 1 for other in range(st.ZONES) if s.near[zone] >> 2 * other & 1]
    blanks: dict[str, object] = {"zone": zone_numbered(zone + 1), "power": st.POWER[zone], "near": numbers(near)}
    attacker, defender = (_holder(s, slot) for slot in (2 * zone, 2 * zone + 1))
    if not any(s.slot[2 * zone : 2 * zone + 2]):
        return Sentence("{zone}, power {power}, next to {near}: free.", **blanks)
    blanks |= {"attacker": attacker, "defender": defender}
    said = Sentence("{zone}, power {power}, next to {near}; attacker: {attacker}; defender: {defender}.", **blanks)
    return listed([said, *outcome(s, zone)], " ")


def _holder(s: State, slot: int) -> Sentence:
    """Who stands in a slot, as far as the viewer may know."""
    character = s.slot[slot]
    if not character:
        return Sentence("free")
    side = side_of(character)
    if is_unknown(character):
        return Sentence("a rune of {side}, face down", side=side)
    if s.pending == slot + 1 and not s.face_up:
        return Sentence("{name} of {side}, face down", name=called(character), side=side)
    destiny = effects.destiny(s, slot)
    return Sentence("{name} of {side}, destiny {destiny}", name=called(character), side=side, destiny=destiny)


def _hand(player: Sentence, power: int, runes: list[int]) -> Sentence:
    if not runes:
        return Sentence("{player}: power {power}, no rune in hand.", player=player, power=power)
    return Sentence(
        "{player}: power {power}, runes in hand: {runes}.", player=player, power=power, runes=numbers(runes)
    )


def _bid(move: RuneMove) -> Sentence:
    name, zone = rune_called(move.rune), zone_called(move.zone)
    if move.role == "attacker":
        return Sentence("Bid {name} on {zone} as attacker", name=name, zone=zone)
    return Sentence("Bid {name} on {zone} as defender", name=name, zone=zone)


def _open(slots: int) -> Iterator[Sentence]:
    """The open slots: zones with both, then those with one."""
    zones = {
        wanted: numbers(found)
        for wanted in (3, 1, 2)
        if (found := [zone + 1 for zone in range(st.ZONES) if slots >> 2 * zone & 3 == wanted])
    }
    if 3 in zones:
        yield Sentence("Zones open as attacker or defender: {zones}.", zones=zones[3])
    if 1 in zones:
        yield Sentence("Zones open as attacker only: {zones}.", zones=zones[1])
    if 2 in zones:
        yield Sentence("Zones open as defender only: {zones}.", zones=zones[2])
