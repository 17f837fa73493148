"""What each seat wins among equals who play well, draws counted half; the first bids first in the first turn.

20,000 games in a block, docs/studies/chronicles-of-run-learned/csv/initiative_wins.csv; other layouts are no different.
Ratings reckon with it, so that the lot is nobody's fault.
"""

SEAT_SHARES = {2: (0.467950, 0.532050)}
