"""The codes of the Chronicles' moves: a move's code is its text (notation.py) as a number."""

from ewala.games.chronicles.rules.state import RUNES, SLOTS

# Codes with an offset count zones, sides, slots, destinies or characters; a bid is
# 18 * rune + slot, and rune 0 is one that the viewer may not know.
DEALT = 0
DRAWN = 9
DECLINED = 11
SWAPPED = 12
MOVED = 24
ATTRACTED = 42
BID_MADE = 74
CODES = BID_MADE + SLOTS * (RUNES + 1)
MOST_MOVES = SLOTS * RUNES
