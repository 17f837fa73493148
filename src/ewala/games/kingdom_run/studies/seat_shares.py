"""What each seat wins among equals who play well, in order of play: docs/studies/kingdom-run-well/csv/seats_wins.csv.

3,000 games for each number of players, on the usual circuit. Ratings reckon with it, so that to begin is no merit.
"""

from collections.abc import Mapping

__all__ = ["SEAT_SHARES"]

SEAT_SHARES: Mapping[int, tuple[float, ...]] = {
    2: (0.681000, 0.319000),
    3: (0.346333, 0.330000, 0.323667),
    4: (0.256667, 0.253333, 0.262667, 0.227333),
}
