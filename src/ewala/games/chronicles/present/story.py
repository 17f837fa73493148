"""What a move of the Chronicles brought about, as all who sit around the table see it: both runes of a reveal, what
they sum up to, who has which zone and why.

It is made from what spectators may know. A rune that lies face down is nowhere in it before it is turned up.
"""

from collections.abc import Iterator

from ewala.core.sentences import Sentence
from ewala.games.chronicles.present.characters import CHARACTERS
from ewala.games.chronicles.present.names import CHARACTER_NAMES, ZONES
from ewala.games.chronicles.present.standing import foreseen, outcome, side_of
from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.notation import RuneMove
from ewala.games.chronicles.rules.state import State
from ewala.kit.phrases import listed
from ewala.kit.words import called


def story(was: State, move: RuneMove, now: State) -> Iterator[Sentence]:
    reveals = was.phase == st.BID and was.pending > 0
    if reveals:
        yield Sentence("Both runes are revealed.")
        yield _revealed(now, was.pending - 1)
        yield _revealed(now, move.slot)
    for zone in range(st.ZONES):
        if _duel(now, zone) != _duel(was, zone):
            yield _decided(now, zone)
    if reveals:
        yield from foreseen(now, was)


def _named(character: int) -> Sentence:
    return called(CHARACTER_NAMES[(character & 15) - 1], side_of(character))


def _revealed(s: State, slot: int) -> Sentence:
    """A rune that has just been turned up, and how its destiny comes about there (CR-6.1)."""
    character, zone = s.slot[slot], ZONES[slot // 2]
    printed, destiny = character & 15, effects.destiny(s, slot)
    place = Sentence("{zone}, defender", zone=zone) if slot % 2 else Sentence("{zone}, attacker", zone=zone)
    blanks: dict[str, object] = {"character": _named(character), "place": place, "destiny": destiny}
    if destiny == printed:
        return Sentence("{character}, {place}: destiny {destiny}.", **blanks)
    blanks |= {"printed": printed, "bonus": destiny - printed, "rune": _lender(s, slot)}
    return Sentence("{character}, {place}: destiny {printed} + {bonus} ({rune}) = {destiny}.", **blanks)


def _lender(s: State, slot: int) -> Sentence:
    """The rune that lends a character more destiny: its own, or Keera's beside it. No character has both."""
    return CHARACTERS[(st.KEERA if effects.justice(s, slot) else s.slot[slot] & 15) - 1].rune


def _duel(s: State, zone: int) -> tuple[int, ...]:
    """Who meets in a zone with which destinies, nobody while two revealed runes have not met there."""
    if not effects.fought(s, zone):
        return ()
    slots = 2 * zone, 2 * zone + 1
    return *(s.slot[slot] for slot in slots), *(effects.destiny(s, slot) for slot in slots)


def _decided(s: State, zone: int) -> Sentence:
    """Who has a zone now, and why (CR-6.2, CR-6.3)."""
    place, duel = ZONES[zone], _duel(s, zone)
    if not duel:
        return Sentence("{zone}: open again.", zone=place)
    attacker, defender = (
        Sentence("{character} {destiny}", character=_named(character), destiny=destiny)
        for character, destiny in zip(duel[:2], duel[2:], strict=True)
    )
    winner = effects.victor(s, zone)
    if winner < 0:
        said = Sentence("{zone}: {attacker} against {defender}.", zone=place, attacker=attacker, defender=defender)
    elif effects.fate(s, zone) >= 0:
        said = Sentence("{zone}: Thaal beats Zhoor by Fate.", zone=place)
    else:
        won, lost = (defender, attacker) if winner % 2 else (attacker, defender)
        said = Sentence("{zone}: {winner} beats {loser}.", zone=place, winner=won, loser=lost)
    return listed([said, *outcome(s, zone)], " ")
