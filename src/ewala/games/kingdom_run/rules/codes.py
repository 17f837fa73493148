"""The codes of Kingdom Run's moves: a move's code is its text (notation.py) as a number."""

# Codes with an offset count handfuls of dice, clans, or clans and spaces (32 * clan + space).
ROLLED = 0
REROLLED = 256
TAKEN = 480
STOPPED = 484
ENDED = 485
STOLEN = 488
DISBANDED = 512
CAUGHT_UP = 640
BATHED = 768
LULLED = 896
AWAKENED = 1024
CODES = 1152
MOST_MOVES = 126  # a roll of four dice
