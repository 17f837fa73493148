"""The numbers of features: where each kind begins, and what it counts.

Power (3) is a zone's power less 1; a side (2) is mine first; slots (2) attacker first; runes are 11. How a character
stands (4): in dispute, the winner, the loser, or waiting for an opponent.
"""

from ewala.games.chronicles.rules.state import RUNES, ZONES

DISPUTED, WON, LOST, WAITS = range(4)
FARTHEST_LEAD = 15
MOST_BEATEN = 7
MOST_FLIPPED = 5

EMPTY = 0  # power
FOUGHT = EMPTY + 3  # power, then disputed, mine, theirs
HELD = FOUGHT + 9  # power, side, slot, rune of a character that stands alone
DANGER = HELD + 132  # power, side, how many eighths of the other side's runes would defeat it
TIED = DANGER + 54  # power, side: some rune of the other side would dispute it
BOOSTED = TIED + 6  # side, rune of a character alone with the bonus of Justice
HAND = BOOSTED + 24  # side, rune
LEAD = HAND + 22  # mine, from -15 to 15
FORESEEN = LEAD + 31  # side
PLAIN_FEATURES = FORESEEN + 2  # all that the plain values see

STANDS = PLAIN_FEATURES  # power, side, rune of a character in a fought zone, how it stands
PREY = STANDS + 198  # power, side, how a character stands whom Loreen in the other hand may attract
BEATEN = PREY + 24  # power, side, how many runes of the other hand defeat a character alone, with Justice
CHEAPEST = BEATEN + 48  # power, side, the least of these runes, 0 for none
EMPTY_NEAR = CHEAPEST + 72  # power of an empty zone, beside my Keera, beside theirs
RAISABLE = EMPTY_NEAR + 12  # side: how a good character stands that Keera in hand could come beside
FLIPS = RAISABLE + 8  # side, power that Keera in hand could turn round at once
SWAPS = FLIPS + 12  # side, how a good character (Keera, Lisbeth, Thaal) stands that Broin in hand could swap with
THREATS = SWAPS + 24  # power, side, each rune of the other hand that defeats a character alone, with Justice
DISPUTES = THREATS + 66  # the same for those that would dispute
NO_FEATURE = DISPUTES + 66  # weighs nothing
FEATURES = NO_FEATURE + 1
# Of each zone six and a threat for each rune, hands, Justice and swaps, foreseen, the lead; filled up to fours.
MOST_FEATURES = (6 + RUNES) * ZONES + 2 * RUNES + 2 * 7 + 2 + 1 + 3
