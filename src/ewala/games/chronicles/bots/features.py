"""What a fitted value sees of a public position at the start of a turn: a set of numbered features.

Everything is told from the initiative's side ("mine"), so that both sides share what is learnt. Zones of equal power
are alike. Which zones touch is seen only in the score and in the bonuses that already hold.
"""

from typing import Any

from ewala.core.kernels import Constants, kernel
from ewala.games.chronicles.rules.effects import destiny, justice, scores, victor
from ewala.games.chronicles.rules.state import JYNZ, RUNES, THAAL, THENIDIEL, ZHOOR, ZONES, State

__all__ = ["FEATURES", "MOST_FEATURES", "NO_FEATURE", "features"]

# Where each kind of feature begins. A kind counts power (3), side (2: mine first), slot (2), rune (11), and so on.
_SPARE = Constants([2, 1, 1, 0, 1, 1, 0, 0, 0])  # of each zone, its power less 1
EMPTY = 0  # power
FOUGHT = EMPTY + 3  # power, then disputed, mine, theirs
HELD = FOUGHT + 9  # power, side, slot, rune of a character that stands alone
DANGER = HELD + 132  # power, side, how many eighths of the other side's runes would defeat it
TIED = DANGER + 54  # power, side: some rune of the other side would dispute it
BOOSTED = TIED + 6  # side, rune of a character alone with the bonus of Justice
HAND = BOOSTED + 24  # side, rune
LEAD = HAND + 22  # mine, from -15 to 15
FORESEEN = LEAD + 31  # side
NO_FEATURE = FORESEEN + 2  # weighs nothing
FEATURES = NO_FEATURE + 1
MOST_FEATURES = 4 * (ZONES + 8)  # four a zone with a character alone; two hands, two foreseen, the lead; NO_FACT
_FARTHEST_LEAD = 15


@kernel
def features(s: State, r: Any, out: Any, power: Any) -> int:
    """Write the features that hold to `out`; returns how many. `power` has room for the score."""
    first = s.initiative
    n = 0
    for zone in range(ZONES):
        spare = _SPARE[zone]
        attacker, defender = s.slot[2 * zone], s.slot[2 * zone + 1]
        if attacker == 0 and defender == 0:
            out[n] = EMPTY + spare
            n += 1
        elif attacker != 0 and defender != 0:
            winner = victor(s, zone)
            whose = 0
            if winner >= 0:
                whose = 1 + ((s.slot[winner] >> 4) ^ first)
            out[n] = FOUGHT + 3 * spare + whose
            n += 1
        else:
            n = _alone(s, spare, 2 * zone if attacker else 2 * zone + 1, out, n)
    for nth in range(2):
        hand = s.hand[nth ^ first]
        for rune in range(1, RUNES + 1):
            if (hand >> rune) & 1:
                out[n] = HAND + RUNES * nth + rune - 1
                n += 1
        if s.foreseen[nth ^ first]:
            out[n] = FORESEEN + nth
            n += 1
    scores(s, r, power)
    lead = power[first] - power[1 - first]
    out[n] = LEAD + _FARTHEST_LEAD + max(-_FARTHEST_LEAD, min(_FARTHEST_LEAD, lead))
    return n + 1


@kernel
def _alone(s: State, spare: int, slot: int, out: Any, n: int) -> int:
    """A character without an opponent: which, and how many of the runes that may still meet it defeat it."""
    character = s.slot[slot]
    side = character >> 4
    whose = side ^ s.initiative
    holds = destiny(s, slot)
    out[n] = HELD + 44 * spare + 22 * whose + 11 * (slot & 1) + (character & 15) - 1
    n += 1
    stronger = 0
    equal = 0
    many = 0
    hand = s.hand[1 - side]
    for rune in range(1, RUNES + 1):
        if (hand >> rune) & 1:
            many += 1
            other = rune
            if (rune == JYNZ and slot & 1 == 1) or (rune == THENIDIEL and slot & 1 == 0):
                other += 4
            fated = rune == THAAL and character & 15 == ZHOOR
            if fated or (other > holds and not (rune == ZHOOR and character & 15 == THAAL)):
                stronger += 1
            elif other == holds:
                equal = 1
    out[n] = DANGER + 18 * spare + 9 * whose + (8 * stronger + many // 2) // max(many, 1)
    n += 1
    if equal:
        out[n] = TIED + 2 * spare + whose
        n += 1
    if justice(s, slot):
        out[n] = BOOSTED + 12 * whose + (character & 15)
        n += 1
    return n
