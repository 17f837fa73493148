"""What a learner sees of The Chronicles of Run: whole numbers in a fixed order, from one side's point of view.

The viewer's own side comes first, so that both see the same game; a spectator looks from order's side. The state must
be redacted for the viewer first: a rune that it may not know is then only "face down".
"""

from ewala.core.kernels import kernel
from ewala.games.chronicles.rules.effects import bidder
from ewala.games.chronicles.rules.state import (
    BID,
    EFFECT,
    OVER,
    POWER,
    RUNES,
    SIDES,
    SLOTS,
    TURNS,
    UNKNOWN,
    ZONES,
    Rules,
    State,
)

# Of each zone: power and its neighbours. Of each side: in each slot the rune's destiny and whether it lies face down;
# the hand; initiative, next bid face up, has to decide, the character deciding. Phases and turns.
FEATURES = ZONES * (1 + ZONES) + SIDES * (2 * SLOTS + RUNES + 4) + (OVER + 1) + TURNS


@kernel
def observe(s: State, r: Rules, viewer: int, out: list[int]) -> None:
    """Write the features of the position for a side, or for a spectator."""
    n = 0
    for zone in range(ZONES):
        out[n] = POWER[zone]
        n += 1
        for other in range(ZONES):
            out[n] = (s.near[zone] >> 2 * other) & 1
            n += 1
    for nth in range(SIDES):
        side = nth ^ max(viewer, 0)
        for slot in range(SLOTS):
            held = s.slot[slot]
            mine = held != 0 and held >> 4 == side
            out[n] = held & 15 if mine and held & 15 != UNKNOWN else 0
            out[n + 1] = int(mine and s.pending == slot + 1 and not s.face_up)
            n += 2
        for rune in range(1, RUNES + 1):
            out[n] = (s.hand[side] >> rune) & 1
            n += 1
        decides = s.phase == EFFECT and s.deciding[0] >> 4 == side
        out[n] = int(s.drawn and s.initiative == side)
        out[n + 1] = s.foreseen[side]
        out[n + 2] = int(decides or (s.phase == BID and bidder(s) == side))
        out[n + 3] = s.deciding[0] & 15 if decides else 0
        n += 4
    for phase in range(OVER + 1):
        out[n] = int(s.phase == phase)
        n += 1
    for turn in range(TURNS):
        out[n] = int(s.turn == turn + 1)
        n += 1
