"""Moves of the Chronicles in sentences, as they are said to whoever sees them made."""

from ewala.core.sentences import Sentence
from ewala.games.chronicles.present.names import CHARACTER_NAMES, ZONES, zone_called
from ewala.games.chronicles.rules.notation import RuneMove, read_move
from ewala.kit.words import MoveInWords


def move_in_words(text: str) -> MoveInWords:
    move = read_move(text)
    if move.action == "draw":
        return MoveInWords(Sentence("The first initiative goes to {other}."), move.side)
    if move.action == "deal":
        return MoveInWords(Sentence("A tile is turned up: {zone}.", zone=ZONES[move.zone - 1]))
    if move.action == "decline":
        return MoveInWords(Sentence("{player} does not use the effect."))
    if move.action == "move":
        zone = zone_called(move.zone)
        if move.role == "attacker":
            return MoveInWords(Sentence("{player} plays Treachery: Aruh'ka goes to {zone} as attacker.", zone=zone))
        return MoveInWords(Sentence("{player} plays Treachery: Aruh'ka goes to {zone} as defender.", zone=zone))
    if move.action == "bid":
        return MoveInWords(_bid(move))
    name = CHARACTER_NAMES[move.rune - 1]
    if move.action == "swap":
        return MoveInWords(Sentence("{player} plays Brotherhood: Broin and {name} change places.", name=name))
    return MoveInWords(Sentence("{player} plays Lust: Loreen attracts {name}.", name=name))


def _bid(move: RuneMove) -> Sentence:
    zone = zone_called(move.zone)
    if move.hidden:
        if move.role == "attacker":
            return Sentence("{player} bids face down on {zone} as attacker.", zone=zone)
        return Sentence("{player} bids face down on {zone} as defender.", zone=zone)
    name = CHARACTER_NAMES[move.rune - 1]
    if move.role == "attacker":
        return Sentence("{player} bids {name} ({rune}) on {zone} as attacker.", name=name, rune=move.rune, zone=zone)
    return Sentence("{player} bids {name} ({rune}) on {zone} as defender.", name=name, rune=move.rune, zone=zone)
