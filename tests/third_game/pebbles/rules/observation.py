"""What a learner sees of the race: whole numbers in a fixed order, from one seat's point of view.

The viewer's own seat comes first; a spectator looks from the first. The state must be redacted for the viewer.
"""

from ewala.core.kernels import kernel
from pebbles.rules.state import GUESS, HANDS, HIDE, LEFT, MOST_PLAYERS, OVER, Rules, State

# Of each seat: whether it plays, how far its pebble has to go, has the nut, has to decide. Phases, the hand with the
# nut as far as it is known, the hand that was guessed.
FEATURES = 4 * MOST_PLAYERS + (OVER + 1) + 2 * HANDS


@kernel
def observe(s: State, r: Rules, viewer: int, out: list[int]) -> None:
    """Write the features of the position for a seat, or for a spectator."""
    for n in range(FEATURES):
        out[n] = 0
    for nth in range(r.players):
        seat = (max(viewer, 0) + nth) % r.players
        guesser = (s.hider + 1) % r.players
        out[4 * nth] = 1
        out[4 * nth + 1] = r.length - s.steps[seat]
        out[4 * nth + 2] = int(s.phase != OVER and s.hider == seat)
        out[4 * nth + 3] = int((s.phase == HIDE and s.hider == seat) or (s.phase == GUESS and guesser == seat))
    n = 4 * MOST_PLAYERS
    out[n + s.phase] = 1
    n += OVER + 1
    for hand in range(HANDS):
        out[n + hand] = int(s.hand == LEFT + hand)
        out[n + HANDS + hand] = int(s.guess == LEFT + hand)
