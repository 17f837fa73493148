"""What each seat wins among equals who play well, in order of play.

20,000 games for each number of players, on the usual circuit: `seats_wins` in
docs/studies/kingdom-run-well/figures.csv. Ratings reckon with it, so that to begin is no merit.
"""

from collections.abc import Mapping

SEAT_SHARES: Mapping[int, tuple[float, ...]] = {
    2: (0.687850, 0.312150),
    3: (0.342750, 0.339600, 0.317650),
    4: (0.265250, 0.253550, 0.251000, 0.230200),
}
