"""Moves of the Chronicles in sentences, as they are said to whoever sees them made."""

from ewala.core.sentences import Sentence
from ewala.games.chronicles.present.names import CHARACTER_NAMES, SIDES, TILES
from ewala.kit.words import MoveInWords

__all__ = ["move_in_words"]

ATTACKER = "a"
HIDDEN = "?"


def move_in_words(move: str) -> MoveInWords:
    kind, rest = move[0], move[1:]
    if kind == "!":
        if rest in SIDES:
            return MoveInWords(Sentence("The first initiative goes to {other}."), rest)
        return MoveInWords(Sentence("A tile is turned up: {zone}.", zone=_zone(rest)))
    if kind == "-":
        return MoveInWords(Sentence("{player} does not use the effect."))
    if kind == ">":
        zone = _zone(rest[0])
        if rest[1] == ATTACKER:
            return MoveInWords(Sentence("{player} plays Treachery: Aruh'ka goes to {zone} as attacker.", zone=zone))
        return MoveInWords(Sentence("{player} plays Treachery: Aruh'ka goes to {zone} as defender.", zone=zone))
    if kind == "x":
        name = CHARACTER_NAMES[int(rest) - 1]
        return MoveInWords(Sentence("{player} plays Brotherhood: Broin and {name} change places.", name=name))
    if kind == "<":
        name = CHARACTER_NAMES[int(rest[1:]) - 1]
        return MoveInWords(Sentence("{player} plays Lust: Loreen attracts {name}.", name=name))
    return MoveInWords(_bid(move))


def _bid(move: str) -> Sentence:
    rune, _, slot = move.partition(">")
    zone = _zone(slot[0])
    if rune == HIDDEN:
        if slot[1] == ATTACKER:
            return Sentence("{player} bids face down on {zone} as attacker.", zone=zone)
        return Sentence("{player} bids face down on {zone} as defender.", zone=zone)
    name = CHARACTER_NAMES[int(rune) - 1]
    if slot[1] == ATTACKER:
        return Sentence("{player} bids {name} ({rune}) on {zone} as attacker.", name=name, rune=rune, zone=zone)
    return Sentence("{player} bids {name} ({rune}) on {zone} as defender.", name=name, rune=rune, zone=zone)


def _zone(number: str) -> Sentence:
    return Sentence("zone {number} ({name})", number=number, name=TILES[int(number) - 1])
