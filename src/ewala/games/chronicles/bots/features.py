"""What a fitted value sees of a public position at the start of a turn: a set of numbered features.

Everything is told from the initiative's side ("mine"), so that both sides share what is learnt. Zones of equal power
are alike but for what stands in them and what touches them (prospects.py has what may still come of a zone).
"""

from typing import Any

from ewala.core.kernels import Constants, kernel
from ewala.games.chronicles.bots.kinds import (
    BEATEN,
    BOOSTED,
    CHEAPEST,
    DANGER,
    DISPUTES,
    EMPTY,
    EMPTY_NEAR,
    FARTHEST_LEAD,
    FORESEEN,
    FOUGHT,
    HELD,
    LEAD,
    LOST,
    MOST_BEATEN,
    STANDS,
    THREATS,
    TIED,
    WAITS,
    WON,
)
from ewala.games.chronicles.bots.prospects import hands, justice_to_come, near_keera, preyed_on, swaps
from ewala.games.chronicles.rules.effects import destiny, justice, scores, victor
from ewala.games.chronicles.rules.state import GOOD, JYNZ, RUNES, THAAL, THENIDIEL, ZHOOR, ZONES, State

__all__ = ["features"]

_SPARE = Constants([2, 1, 1, 0, 1, 1, 0, 0, 0])  # of each zone, its power less 1


@kernel
def features(s: State, r: Any, out: Any, power: Any) -> int:
    """Write the features that hold to `out`; returns how many. `power` has room for the score."""
    first = s.initiative
    mine, theirs = near_keera(s, first), near_keera(s, 1 - first)
    n = 0
    for zone in range(ZONES):
        spare = _SPARE[zone]
        attacker, defender = s.slot[2 * zone], s.slot[2 * zone + 1]
        if attacker == 0 and defender == 0:
            out[n] = EMPTY + spare
            out[n + 1] = EMPTY_NEAR + 4 * spare + 2 * ((mine >> 2 * zone) & 1) + ((theirs >> 2 * zone) & 1)
            n += 2
        elif attacker != 0 and defender != 0:
            winner = victor(s, zone)
            whose = 0
            if winner >= 0:
                whose = 1 + ((s.slot[winner] >> 4) ^ first)
            out[n] = FOUGHT + 3 * spare + whose
            n = _fought(s, spare, zone, winner, out, n + 1)
        else:
            n = _alone(s, spare, 2 * zone if attacker else 2 * zone + 1, out, n)
    for nth in range(2):
        side = nth ^ first
        n = hands(s, side, out, n)
        n = justice_to_come(s, side, out, n)
        n = swaps(s, side, out, n)
        if s.foreseen[side]:
            out[n] = FORESEEN + nth
            n += 1
    scores(s, r, power)
    lead = power[first] - power[1 - first]
    out[n] = LEAD + FARTHEST_LEAD + max(-FARTHEST_LEAD, min(FARTHEST_LEAD, lead))
    return n + 1


@kernel
def _fought(s: State, spare: int, zone: int, winner: int, out: Any, n: int) -> int:
    """Two characters in a zone: who stands there, and how; either may still be drawn away."""
    for slot in (2 * zone, 2 * zone + 1):
        character = s.slot[slot]
        whose = (character >> 4) ^ s.initiative
        stands = 0
        if winner >= 0:
            stands = WON if winner == slot else LOST
        out[n] = STANDS + 3 * (22 * spare + 11 * whose + (character & 15) - 1) + stands
        n = preyed_on(s, spare, slot, stands, out, n + 1)
    return n


@kernel
def _alone(s: State, spare: int, slot: int, out: Any, n: int) -> int:
    """A character without an opponent: which, and how many of the runes that may still meet it defeat it."""
    character = s.slot[slot]
    side = character >> 4
    whose = side ^ s.initiative
    holds = destiny(s, slot)
    out[n] = HELD + 44 * spare + 22 * whose + 11 * (slot & 1) + (character & 15) - 1
    n += 1
    beside = (near_keera(s, 1 - side) >> slot) & 1
    stronger = 0
    equal = 0
    many = 0
    beaten = 0
    cheapest = 0
    hand = s.hand[1 - side]
    for rune in range(1, RUNES + 1):
        if (hand >> rune) & 1:
            many += 1
            other = rune
            if (rune == JYNZ and slot & 1 == 1) or (rune == THENIDIEL and slot & 1 == 0):
                other += 4
            fated = rune == THAAL and character & 15 == ZHOOR
            spared = rune == ZHOOR and character & 15 == THAAL
            if fated or (other > holds and not spared):
                stronger += 1
            elif other == holds:
                equal = 1
            other += beside & (GOOD >> rune)
            if fated or (other > holds and not spared):
                beaten += 1
                if cheapest == 0:
                    cheapest = rune
                out[n] = THREATS + 22 * spare + 11 * whose + rune - 1
                n += 1
            elif other == holds:
                out[n] = DISPUTES + 22 * spare + 11 * whose + rune - 1
                n += 1
    out[n] = DANGER + 18 * spare + 9 * whose + (8 * stronger + many // 2) // max(many, 1)
    out[n + 1] = BEATEN + 16 * spare + 8 * whose + min(beaten, MOST_BEATEN)
    out[n + 2] = CHEAPEST + 24 * spare + 12 * whose + cheapest
    n += 3
    if equal:
        out[n] = TIED + 2 * spare + whose
        n += 1
    if justice(s, slot):
        out[n] = BOOSTED + 12 * whose + (character & 15)
        n += 1
    return preyed_on(s, spare, slot, WAITS, out, n)
