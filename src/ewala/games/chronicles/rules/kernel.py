"""The rules of The Chronicles of Run (docs/rules/chronicles-of-run.md), under the names that every kernel gives.

What may be done is in legality.py, what it does in effects.py, and what both work on in state.py.
"""

from ewala.core.bits import nth, popcount
from ewala.core.kernels import kernel
from ewala.core.rng import draw
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules.choice import pick, pick_bid
from ewala.games.chronicles.rules.codes import CODES, MOST_MOVES
from ewala.games.chronicles.rules.effects import (
    bid,
    bidder,
    brotherhood,
    lust,
    next_effect,
    result,
    scores,
    settle_effects,
    treachery,
)
from ewala.games.chronicles.rules.legality import legal, tiles_up, why_not
from ewala.games.chronicles.rules.observation import FEATURES, observe
from ewala.games.chronicles.rules.state import (
    ALL_RUNES,
    BID,
    DEAL,
    EFFECT,
    OVER,
    SIDES,
    SLOTS,
    UNKNOWN,
    ZONES,
    Rules,
    State,
)

__all__ = [
    "CODES",
    "FEATURES",
    "MOST_MOVES",
    "Rules",
    "State",
    "apply",
    "chances",
    "codes",
    "determinize",
    "is_chance",
    "is_over",
    "legal",
    "observe",
    "pick",
    "play_on",
    "redact",
    "result",
    "sample",
    "scores",
    "seen",
    "setup",
    "to_act",
    "why_not",
]


@kernel
def setup(s: State, r: Rules) -> None:
    """Write the first position over a blank state: nothing is turned up yet (CR-2.1)."""
    for side in range(SIDES):
        s.hand[side] = ALL_RUNES
    s.turn = 1
    s.phase = DEAL


@kernel
def is_over(s: State) -> bool:
    return s.phase == OVER


@kernel
def is_chance(s: State) -> bool:
    return s.phase == DEAL


@kernel
def to_act(s: State, r: Rules) -> int:
    """The side that must decide, where neither chance nor the end does."""
    if s.phase == EFFECT:
        return s.deciding[0] >> 4
    return bidder(s)


@kernel
def apply(s: State, r: Rules, move: int) -> None:
    """Carry out a legal move."""
    if move >= codes.BID_MADE:
        bid(s, (move - codes.BID_MADE) // SLOTS, (move - codes.BID_MADE) % SLOTS)
    elif move < codes.DRAWN:
        turn_up(s, r, move - codes.DEALT)
    elif move < codes.DECLINED:
        s.initiative = move - codes.DRAWN
        s.drawn = 1
        s.phase = BID
    else:
        decide(s, move)


@kernel
def decide(s: State, move: int) -> None:
    """An effect finds its target, or is declined (CR-3.4)."""
    if move >= codes.ATTRACTED:
        lust(s, move - codes.ATTRACTED)
    elif move >= codes.MOVED:
        treachery(s, move - codes.MOVED)
    elif move >= codes.SWAPPED:
        brotherhood(s, move - codes.SWAPPED)
    next_effect(s)
    settle_effects(s)


@kernel
def turn_up(s: State, r: Rules, zone: int) -> None:
    """The next tile in layout order shows a zone; with the last one, neighbours are known (CR-2.1)."""
    s.zone[tiles_up(s)] = zone + 1
    if tiles_up(s) == ZONES:
        for tile in range(ZONES):
            for other in range(ZONES):
                if (r.near[tile] >> other) & 1:
                    s.near[s.zone[tile] - 1] |= 3 << 2 * (s.zone[other] - 1)


# --- Chance ------------------------------------------------------------------------------------------------


@kernel
def chances(s: State, r: Rules, moves: list[int], weights: list[int]) -> int:
    """Every outcome, all equally likely (CR-2.1, CR-2.3); returns how many."""
    n = 0
    if s.phase == DEAL:
        n = legal(s, r, moves)
    for i in range(n):
        weights[i] = 1
    return n


@kernel
def sample(s: State, r: Rules, rng: list[int]) -> int:
    """Turn up a tile, or draw the initiative: a chance move, each with its probability."""
    tiles = tiles_up(s)
    if tiles == ZONES:
        return codes.DRAWN + draw(rng, SIDES)
    n = draw(rng, ZONES - tiles)
    hidden = (1 << ZONES) - 1
    for tile in range(tiles):
        hidden &= ~(1 << (s.zone[tile] - 1))
    return codes.DEALT + nth(hidden, n)


@kernel
def play_on(s: State, r: Rules, rng: list[int]) -> int:
    """Play a whole turn at random, each legal move equally likely; before the first, lay the tiles.

    Returns the number of moves. Games that are played side by side do the same things at the same time so.
    """
    moves = 0
    while s.phase == DEAL:
        apply(s, r, sample(s, r, rng))
        moves += 1
    if s.phase == BID:
        for _ in range(1 if s.pending else SIDES):
            code = pick_bid(s, rng) - codes.BID_MADE
            bid(s, code // SLOTS, code % SLOTS)
            moves += 1
    while s.phase == EFFECT:
        decide(s, pick(s, r, rng))
        moves += 1
    return moves


# --- What a viewer may know ----------------------------------------------------------------------------------


@kernel
def redact(s: State, r: Rules, viewer: int) -> None:
    """Forget the rune of a face-down bid, unless the viewer made it: it counts as in hand again (CR-3.2)."""
    if s.pending and not s.face_up and viewer != s.initiative and s.slot[s.pending - 1] & 15 != UNKNOWN:
        slot = s.pending - 1
        s.hand[s.initiative] |= 1 << (s.slot[slot] & 15)
        s.slot[slot] = 16 * s.initiative + UNKNOWN


@kernel
def seen(s: State, r: Rules, move: int, viewer: int) -> int:
    """What a viewer sees of a move that is made here: of a bid face down, unless it is their own, the slot (CR-3.2)."""
    if move >= codes.BID_MADE and not s.pending and not s.foreseen[s.initiative] and viewer != s.initiative:
        return codes.BID_MADE + (move - codes.BID_MADE) % SLOTS
    return move


@kernel
def determinize(s: State, r: Rules, rng: list[int]) -> None:
    """Put one of the runes that it may be in place of an unknown bid, each equally likely."""
    if s.pending and s.slot[s.pending - 1] & 15 == UNKNOWN:
        hand = s.hand[s.initiative]
        rune = nth(hand, draw(rng, popcount(hand)))
        s.hand[s.initiative] &= ~(1 << rune)
        s.slot[s.pending - 1] = 16 * s.initiative + rune
