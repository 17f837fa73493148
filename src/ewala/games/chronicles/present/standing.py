"""How a position of the Chronicles stands, as people read it from the table: hands, runes, and what is decided."""

from ewala.core.sentences import Sentence
from ewala.games.chronicles.present.names import CHARACTER_NAMES, SIDES
from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules import state as st
from ewala.games.chronicles.rules.notation import SIDES as LETTERS
from ewala.games.chronicles.rules.notation import write_character
from ewala.games.chronicles.rules.state import State


def is_unknown(character: int) -> bool:
    """Whether the character lies face down and the viewer may not know it."""
    return character & 15 == st.UNKNOWN


def called(character: int) -> str:
    """`O10 Loreen`."""
    return f"{write_character(character)} {CHARACTER_NAMES[(character & 15) - 1]}"


def rune_called(rune: int) -> str:
    """`10 Loreen`."""
    return f"{rune} {CHARACTER_NAMES[rune - 1]}"


def side_of(character: int) -> Sentence:
    return SIDES[LETTERS[character >> 4]]


def hand_of(s: State, side: int) -> list[int]:
    return [rune for rune in range(1, st.RUNES + 1) if s.hand[side] >> rune & 1]


def foreseen(s: State, before: State | None = None) -> list[Sentence]:
    """The sides whose next bid is face up; if a position before is given, those of whom that is news."""
    return [
        Sentence("Lisbeth sees ahead: the next bid of {side} is face up.", side=SIDES[letter])
        for side, letter in enumerate(LETTERS)
        if s.foreseen[side] and not (before and before.foreseen[side])
    ]


def outcome(s: State, zone: int) -> list[Sentence]:
    """What is decided in a zone, nothing while two revealed runes have not met there."""
    slots = 2 * zone, 2 * zone + 1
    if not all(s.slot[slot] for slot in slots) or s.pending - 1 in slots:
        return []
    winner = effects.victor(s, zone)
    if winner < 0:
        return [Sentence("Disputed: equal destinies, nobody scores.")]
    won, lost = s.slot[winner], s.slot[winner ^ 1]
    said = [Sentence("Power {power} for {side}.", power=st.POWER[zone], side=side_of(won))]
    if effects.pain(won):
        said.append(Sentence("Pain: {points} more for {side}.", points=effects.pain(won), side=side_of(won)))
    if effects.evil(lost):
        said.append(Sentence("Evil: {points} less for {side}.", points=effects.evil(lost), side=side_of(lost)))
    return said


def turn_called(s: State) -> Sentence:
    if s.phase == st.OVER:
        return Sentence("The game is over.")
    turn = Sentence("Turn {turn} of {turns}", turn=s.turn, turns=st.TURNS)
    if not s.drawn:
        return Sentence("{turn}.", turn=turn)
    return Sentence("{turn}; initiative: {side}.", turn=turn, side=SIDES[LETTERS[s.initiative]])
