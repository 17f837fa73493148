"""The value of a position by search: each turn a matrix game, its entries the values of the turns that follow.

The only secret is the turn's first rune. Whoever bids first knows nothing that the other does not, so the choice of
a slot gives nothing away, and a mixture of slots gains nothing over the best one: for every slot the rune is a matrix
game (rows: the first bidder's runes; columns: the second's runes and slots), and the turn is worth the best of these
games (CR-3.1, CR-3.2). A first bid under Clairvoyance is an open one: then the best row against its best answer
(CR-5.5). Effects are decided in the open, one after the other (CR-3.4).

All values are order's.
"""

from typing import Any

from ewala.core.kernels import kernel
from ewala.games.chronicles.bots.evaluation import evaluate
from ewala.games.chronicles.bots.matrix_game import solve
from ewala.games.chronicles.bots.payoffs import MIDDLE
from ewala.games.chronicles.rules.effects import bid, open_slots, scores
from ewala.games.chronicles.rules.kernel import apply, to_act
from ewala.games.chronicles.rules.legality import legal
from ewala.games.chronicles.rules.state import BID, EFFECT, OVER, POWER, RUNES, SLOTS, TURNS, ZONES, State

__all__ = ["LEVELS_PER_TURN", "considered", "lay_out_slot", "pair_worth", "worth"]

LEVELS_PER_TURN = 3  # two bids at once, and at most two effects

# A node's notes, on each level of the workspace: turns to look ahead; of an effect, how many choices and which is next;
# of a turn, the slot whose game is filled in, that game's size, and the entry that is next.
AHEAD, SLOT, ROWS, COLUMNS, ROW, COLUMN = range(6)
NOTES = 6
_NOTHING = -1e9  # less than any value


@kernel
def worth(work: Any, base: int, turns: int) -> float:
    """What the position on a level of the workspace is worth, looking `turns` turns ahead.

    A walk down and up the levels above, not a recursion: Numba can't keep recursive machine code on disk.
    """
    level = base
    work.nodes[level, AHEAD] = turns
    while True:
        if is_leaf(work, level):
            value = leaf_worth(work, level)
            more = False
            while not more:
                if level == base:
                    return value
                level -= 1
                more = note(work, level, value)
                if not more:
                    value = sign_of(work, level) * work.bests[level]
        else:
            open_node(work, level)
        lay_child(work, level)
        level += 1


@kernel
def sign_of(work: Any, level: int) -> int:
    """1 where order decides first, -1 where chaos does."""
    return 1 - 2 * to_act(work.stack[level], work.rules)


@kernel
def is_leaf(work: Any, level: int) -> bool:
    phase: int = work.stack[level].phase
    ahead: int = work.nodes[level, AHEAD]
    return phase == OVER or (phase == BID and ahead == 0)


@kernel
def leaf_worth(work: Any, level: int) -> float:
    """The payoff at the end; before it the fitted value."""
    s = work.stack[level]
    if s.phase == OVER:
        scores(s, work.rules, work.notes.power)
        payoff: float = work.payoff[MIDDLE + work.notes.power[0] - work.notes.power[1]]
        return payoff
    return sign_of(work, level) * evaluate(s, work.rules, work.network, work.notes)


@kernel
def open_node(work: Any, level: int) -> None:
    """Begin with a node's first child."""
    s = work.stack[level]
    work.bests[level] = _NOTHING
    node = work.nodes[level]
    if s.phase == EFFECT:
        node[COLUMNS] = legal(s, work.rules, work.moves[level])
        node[COLUMN] = 0
    else:
        node[SLOT] = -1
        next_slot(work, level)


@kernel
def lay_child(work: Any, level: int) -> None:
    """Put the node's next child on the level above."""
    node = work.nodes[level]
    move = work.moves[level][node[COLUMN]]
    work.stack[level + 1] = work.stack[level]
    child = work.stack[level + 1]
    if child.phase == EFFECT:
        work.nodes[level + 1, AHEAD] = node[AHEAD]
        apply(child, work.rules, move)
    else:
        work.nodes[level + 1, AHEAD] = node[AHEAD] - 1
        bid(child, work.runes[level, node[ROW]], node[SLOT])
        bid(child, move // SLOTS, move % SLOTS)


@kernel
def note(work: Any, level: int, value: float) -> bool:
    """Take down a child's value; returns whether another child is to be looked at."""
    node = work.nodes[level]
    own = sign_of(work, level) * value
    node[COLUMN] += 1
    if work.stack[level].phase == EFFECT:
        work.bests[level] = max(work.bests[level], own)
        return bool(node[COLUMN] < node[COLUMNS])
    work.games[level, node[ROW], node[COLUMN] - 1] = own
    if node[COLUMN] < node[COLUMNS]:
        return True
    node[COLUMN] = 0
    node[ROW] += 1
    if node[ROW] < node[ROWS]:
        return True
    work.bests[level] = max(work.bests[level], game_worth(work, level))
    return next_slot(work, level)


@kernel
def next_slot(work: Any, level: int) -> bool:
    """Go on to the first bidder's next slot; returns whether there is one."""
    s = work.stack[level]
    node = work.nodes[level]
    slots = considered(s, open_slots(s, s.initiative), node[AHEAD])
    slot = node[SLOT] + 1
    while slot < SLOTS and not (slots >> slot) & 1:
        slot += 1
    if slot == SLOTS:
        return False
    open_game(work, level, slot)
    return True


@kernel
def open_game(work: Any, level: int, slot: int) -> None:
    """Lay out the game of a first bid in this slot, still without values.

    Rows are the first bidder's runes, columns the second's runes, each with its open slots.
    """
    s = work.stack[level]
    node = work.nodes[level]
    node[SLOT], node[ROW], node[COLUMN], node[ROWS], node[COLUMNS] = slot, 0, 0, 0, 0
    for rune in range(1, RUNES + 1):
        if (s.hand[s.initiative] >> rune) & 1:
            work.runes[level, node[ROWS]] = rune
            node[ROWS] += 1
    work.stack[level + 1] = work.stack[level]
    after = work.stack[level + 1]
    bid(after, work.runes[level, 0], slot)
    places = considered(after, open_slots(after, 1 - s.initiative), node[AHEAD])
    for rune in range(1, RUNES + 1):
        if (s.hand[1 - s.initiative] >> rune) & 1:
            for place in range(SLOTS):
                if (places >> place) & 1:
                    work.moves[level][node[COLUMNS]] = SLOTS * rune + place
                    node[COLUMNS] += 1


@kernel
def considered(s: State, slots: int, turns: int) -> int:
    """Of empty zones with the same power, one is enough where a fitted value ends the search: it sees no difference."""
    if s.turn + turns > TURNS:
        return slots
    seen = 0
    for zone in range(ZONES):
        if s.slot[2 * zone] == 0 and s.slot[2 * zone + 1] == 0:
            if (seen >> POWER[zone]) & 1:
                slots &= ~(3 << 2 * zone)
            seen |= 1 << POWER[zone]
    return slots


@kernel
def game_worth(work: Any, level: int) -> float:
    """What the first bidder can be sure of in the level's game."""
    game = work.games[level]
    rows, columns = work.nodes[level, ROWS], work.nodes[level, COLUMNS]
    s = work.stack[level]
    if not s.foreseen[s.initiative]:
        return solve(game, rows, columns, work.tableau, work.names, work.x, work.y)
    best = _NOTHING
    for i in range(rows):
        least = game[i, 0]
        for j in range(1, columns):
            least = min(least, game[i, j])
        best = max(best, least)
    return best


@kernel
def lay_out_slot(work: Any, level: int, slot: int, turns: int) -> None:
    """Fill in the game of a first bid in this slot, in the first bidder's eyes; its size is in the level's notes."""
    node = work.nodes[level]
    node[AHEAD] = turns
    open_game(work, level, slot)
    sign = sign_of(work, level)
    for i in range(node[ROWS]):
        for j in range(node[COLUMNS]):
            node[ROW], node[COLUMN] = i, j
            lay_child(work, level)
            work.games[level, i, j] = sign * worth(work, level + 1, turns - 1)


@kernel
def pair_worth(work: Any, level: int, rune: int, slot: int, answer: int, place: int, turns: int) -> float:
    """One entry of a slot's game: what two bids are worth, in order's eyes."""
    work.stack[level + 1] = work.stack[level]
    bid(work.stack[level + 1], rune, slot)
    bid(work.stack[level + 1], answer, place)
    return worth(work, level + 1, turns - 1)
