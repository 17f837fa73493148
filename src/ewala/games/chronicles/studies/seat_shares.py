"""What each seat wins among equals who play well, draws counted half; the first bids first in the first turn.

20,000 games in a block: `initiative_wins` in docs/studies/chronicles-of-run-learned/figures.csv. Other layouts are no
different. Ratings reckon with it, so that the lot is nobody's fault.
"""

SEAT_SHARES = {2: (0.467950, 0.532050)}
