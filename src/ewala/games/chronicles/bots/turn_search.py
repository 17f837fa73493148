"""The value of a position by search: each turn a matrix game, its entries the values of the turns that follow.

The only secret is the turn's first rune. Whoever bids first knows nothing that the other does not, so the choice of
a slot gives nothing away, and a mixture of slots gains nothing over the best one: for every slot the rune is a matrix
game (rows: the first bidder's runes; columns: the second's runes and slots), and the turn is worth the best of these
games (CR-3.1, CR-3.2). A first bid under Clairvoyance is an open one: then the best row against its best answer
(CR-5.5). Effects are decided in the open, one after the other (CR-3.4).

A slot's game is filled in only as far as its solution asks for: some columns at first, those that were right in the
slot before; then, against the mixture of rows that is best among these, every column in the rows that it plays, and of
the columns that do better there the best. Columns left out can only lower the value, so that a slot is given up as
soon as it promises no more than another one is sure of.

All values are order's.
"""

from ewala.core.kernels import kernel
from ewala.core.rng import begun, draw
from ewala.games.chronicles.bots.evaluation import evaluate
from ewala.games.chronicles.bots.matrix_game import solve
from ewala.games.chronicles.bots.payoffs import MIDDLE
from ewala.games.chronicles.bots.workspace import (
    AHEAD,
    COLUMN,
    COLUMNS,
    FILLED,
    MOST_REMEMBERED,
    ROW,
    ROWS,
    SLOT,
    STAGE,
    TRIED,
    WORKING,
    Workspace,
)
from ewala.games.chronicles.rules.effects import bid, open_slots, scores
from ewala.games.chronicles.rules.kernel import apply, to_act
from ewala.games.chronicles.rules.legality import legal
from ewala.games.chronicles.rules.state import BID, EFFECT, OVER, RUNES, SLOTS

__all__ = ["blur", "forget", "lay_out_slot", "pair_worth", "solve_game", "worth"]

FILL, SCAN, OPEN = range(3)  # a column of the restricted game; the rows that are played; a bid made face up
_MOST_ADDED = 3  # columns at a time
_NOTHING = -1e9  # less than any value
_EQUAL = 1e-9
_DRAWS = 12  # whose sum has a standard deviation of 1, and nearly a bell's shape
_FINE = 1 << 20


@kernel
def worth(work: Workspace, base: int, turns: int) -> float:
    """What the position on a level of the workspace is worth, looking `turns` turns ahead.

    A walk down and up the levels above, not a recursion: Numba can't keep recursive machine code on disk.
    """
    level = base
    work.nodes[level][AHEAD] = turns
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
def forget(work: Workspace) -> None:
    """Begin without what earlier searches found best: results must not depend on what was asked before."""
    for level in range(len(work.nodes)):
        work.best_slots[level] = -1
        work.remembered[level][0] = 0


@kernel
def sign_of(work: Workspace, level: int) -> int:
    """1 where order decides first, -1 where chaos does."""
    return 1 - 2 * to_act(work.stack[level], work.rules)


@kernel
def is_leaf(work: Workspace, level: int) -> bool:
    phase: int = work.stack[level].phase
    ahead: int = work.nodes[level][AHEAD]
    return phase == OVER or (phase == BID and ahead == 0)


@kernel
def leaf_worth(work: Workspace, level: int) -> float:
    """The payoff at the end; before it the fitted value."""
    s = work.stack[level]
    if s.phase == OVER:
        scores(s, work.rules, work.notes.power)
        payoff: float = work.payoff[MIDDLE + work.notes.power[0] - work.notes.power[1]]
        return payoff
    return sign_of(work, level) * evaluate(s, work.rules, work.network, work.notes)


@kernel
def open_node(work: Workspace, level: int) -> None:
    """Begin with a node's first child."""
    s = work.stack[level]
    work.bests[level] = _NOTHING
    node = work.nodes[level]
    if s.phase == EFFECT:
        node[COLUMNS] = legal(s, work.rules, work.moves[level])
        node[COLUMN] = 0
    else:
        node[TRIED] = 0
        next_slot(work, level)
        wants_entry(work, level)


@kernel
def lay_child(work: Workspace, level: int) -> None:
    """Put the node's next child on the level above."""
    node = work.nodes[level]
    move = work.moves[level][node[COLUMN]]
    work.stack[level + 1] = work.stack[level]
    child = work.stack[level + 1]
    if child.phase == EFFECT:
        work.nodes[level + 1][AHEAD] = node[AHEAD]
        apply(child, work.rules, move)
    else:
        work.nodes[level + 1][AHEAD] = node[AHEAD] - 1
        bid(child, work.runes[level][node[ROW]], node[SLOT])
        bid(child, move // SLOTS, move % SLOTS)


@kernel
def note(work: Workspace, level: int, value: float) -> bool:
    """Take down a child's value; returns whether another child is to be looked at."""
    node = work.nodes[level]
    own = sign_of(work, level) * value
    if work.stack[level].phase == EFFECT:
        work.bests[level] = max(work.bests[level], own)
        node[COLUMN] += 1
        return bool(node[COLUMN] < node[COLUMNS])
    work.games[level][node[ROW]][node[COLUMN]] = own
    work.known[level][node[ROW]][node[COLUMN]] = True
    while not wants_entry(work, level):
        if not next_slot(work, level):
            return False
    return True


# --- A turn: slot by slot -----------------------------------------------------------------------------------


@kernel
def next_slot(work: Workspace, level: int) -> bool:
    """Go on to the first bidder's next slot, the one that was best last time first; returns whether there is one."""
    s = work.stack[level]
    node = work.nodes[level]
    left = open_slots(s, s.initiative) & ~node[TRIED]
    if left == 0:
        return False
    slot = work.best_slots[level]
    if slot < 0 or not (left >> slot) & 1:
        slot = 0
        while not (left >> slot) & 1:
            slot += 1
    node[TRIED] |= 1 << slot
    open_game(work, level, slot)
    return True


@kernel
def open_game(work: Workspace, level: int, slot: int) -> None:
    """Lay out the game of a first bid in this slot, still without values.

    Rows are the first bidder's runes, columns the second's runes, each with its open slots.
    """
    s = work.stack[level]
    node = work.nodes[level]
    node[SLOT], node[ROW], node[COLUMN], node[ROWS], node[COLUMNS] = slot, 0, 0, 0, 0
    for rune in range(1, RUNES + 1):
        if (s.hand[s.initiative] >> rune) & 1:
            work.runes[level][node[ROWS]] = rune
            node[ROWS] += 1
    work.stack[level + 1] = work.stack[level]
    after = work.stack[level + 1]
    bid(after, work.runes[level][0], slot)
    places = open_slots(after, 1 - s.initiative)
    for rune in range(1, RUNES + 1):
        if (s.hand[1 - s.initiative] >> rune) & 1:
            for place in range(SLOTS):
                if (places >> place) & 1:
                    work.moves[level][node[COLUMNS]] = SLOTS * rune + place
                    node[COLUMNS] += 1
    for i in range(node[ROWS]):
        for j in range(node[COLUMNS]):
            work.known[level][i][j] = False
    for j in range(node[COLUMNS]):
        work.chosen[level][j] = False
    node[STAGE] = OPEN if s.foreseen[s.initiative] else FILL
    node[WORKING], node[FILLED] = 0, 0
    work.limits[level] = -_NOTHING
    if node[STAGE] == FILL:
        choose_columns(work, level)


@kernel
def choose_columns(work: Workspace, level: int) -> None:
    """The answers that the restricted game begins with: those that were right before, else all in the first's zone."""
    node = work.nodes[level]
    here = node[SLOT] ^ 1
    for j in range(node[COLUMNS]):
        code = work.moves[level][j]
        if work.remembered[level][0] == 0:
            if code % SLOTS == here:
                add_column(work, level, j)
        else:
            for n in range(1, work.remembered[level][0] + 1):
                answer = work.remembered[level][n]
                if code == answer or (answer < 0 and code == SLOTS * -answer + here):
                    add_column(work, level, j)
    if node[WORKING] == 0:
        add_column(work, level, 0)


@kernel
def add_column(work: Workspace, level: int, column: int) -> None:
    node = work.nodes[level]
    if not work.chosen[level][column]:
        work.chosen[level][column] = True
        work.working[level][node[WORKING]] = column
        node[WORKING] += 1


@kernel
def wants_entry(work: Workspace, level: int) -> bool:
    """Find the entry of the level's game that is needed next; none is left where the slot is settled."""
    node = work.nodes[level]
    if node[STAGE] == OPEN:
        return wants_open_entry(work, level)
    while True:
        if node[STAGE] == FILL:
            if wants_column(work, level):
                return True
            work.limits[level] = restricted_worth(work, level)
            if work.limits[level] <= work.bests[level] + _EQUAL:
                return False
            node[STAGE], node[ROW], node[COLUMN] = SCAN, 0, 0
        if wants_row(work, level):
            return True
        if not add_answers(work, level):
            work.bests[level] = work.limits[level]
            remember(work, level)
            return False
        node[STAGE] = FILL


@kernel
def wants_column(work: Workspace, level: int) -> bool:
    """The next entry of the restricted game's columns."""
    node = work.nodes[level]
    while node[FILLED] < node[WORKING]:
        column = work.working[level][node[FILLED]]
        for row in range(node[ROWS]):
            if not work.known[level][row][column]:
                node[ROW], node[COLUMN] = row, column
                return True
        node[FILLED] += 1
    return False


@kernel
def wants_row(work: Workspace, level: int) -> bool:
    """The next entry of the rows that are played in the restricted game's solution."""
    node = work.nodes[level]
    while node[ROW] < node[ROWS]:
        if work.mixes[level][node[ROW]] > 0:
            while node[COLUMN] < node[COLUMNS]:
                if not work.known[level][node[ROW]][node[COLUMN]]:
                    return True
                node[COLUMN] += 1
        node[ROW] += 1
        node[COLUMN] = 0
    return False


@kernel
def restricted_worth(work: Workspace, level: int) -> float:
    """What the first bidder can be sure of if the other keeps to the columns chosen so far."""
    node = work.nodes[level]
    for i in range(node[ROWS]):
        for n in range(node[WORKING]):
            work.restricted[i][n] = work.games[level][i][work.working[level][n]]
    answers = work.answers[level]
    return solve(work.restricted, node[ROWS], node[WORKING], work.tableau, work.names, work.mixes[level], answers)


@kernel
def add_answers(work: Workspace, level: int) -> bool:
    """Choose the columns that do best against the restricted game's mixture; returns whether there are any."""
    node = work.nodes[level]
    added = 0
    while added < _MOST_ADDED:
        best, least = -1, work.limits[level] - _EQUAL
        for j in range(node[COLUMNS]):
            if not work.chosen[level][j]:
                mean = 0.0
                for i in range(node[ROWS]):
                    if work.mixes[level][i] > 0:
                        mean += work.mixes[level][i] * work.games[level][i][j]
                if mean < least:
                    best, least = j, mean
        if best < 0:
            break
        add_column(work, level, best)
        added += 1
    return added > 0


@kernel
def remember(work: Workspace, level: int) -> None:
    """Keep the best slot and the answers to it for the next position on this level; -rune is one in its own zone."""
    node = work.nodes[level]
    work.best_slots[level] = node[SLOT]
    many = 0
    for n in range(node[WORKING]):
        if work.answers[level][n] > 0 and many < MOST_REMEMBERED:
            many += 1
            code = work.moves[level][work.working[level][n]]
            work.remembered[level][many] = -(code // SLOTS) if code % SLOTS == node[SLOT] ^ 1 else code
    work.remembered[level][0] = many


@kernel
def wants_open_entry(work: Workspace, level: int) -> bool:
    """Row by row, each as far as it promises more than the best: the answer to a bid made face up sees it."""
    node = work.nodes[level]
    while node[ROW] < node[ROWS]:
        if not work.known[level][node[ROW]][node[COLUMN]]:
            return True
        work.limits[level] = min(work.limits[level], work.games[level][node[ROW]][node[COLUMN]])
        node[COLUMN] += 1
        if node[COLUMN] == node[COLUMNS] or work.limits[level] <= work.bests[level]:
            if work.limits[level] > work.bests[level]:
                work.bests[level] = work.limits[level]
                work.best_slots[level] = node[SLOT]
            node[ROW], node[COLUMN] = node[ROW] + 1, 0
            work.limits[level] = -_NOTHING
    return False


# --- For whoever looks at a turn from outside ----------------------------------------------------------------


@kernel
def lay_out_slot(work: Workspace, level: int, slot: int, turns: int) -> None:
    """Fill in the game of a first bid in this slot, in the first bidder's eyes; its size is in the level's notes."""
    node = work.nodes[level]
    node[AHEAD] = turns
    open_game(work, level, slot)
    sign = sign_of(work, level)
    for i in range(node[ROWS]):
        for j in range(node[COLUMNS]):
            node[ROW], node[COLUMN] = i, j
            lay_child(work, level)
            work.games[level][i][j] = sign * worth(work, level + 1, turns - 1)


@kernel
def pair_worth(work: Workspace, level: int, rune: int, slot: int, answer: int, place: int, turns: int) -> float:
    """One entry of a slot's game: what two bids are worth, in order's eyes."""
    work.stack[level + 1] = work.stack[level]
    bid(work.stack[level + 1], rune, slot)
    bid(work.stack[level + 1], answer, place)
    return worth(work, level + 1, turns - 1)


@kernel
def solve_game(work: Workspace, rows: int, columns: int) -> float:
    """What the game in `work.restricted` is worth to the first bidder; both mixtures go to `work.x` and `work.y`."""
    return solve(work.restricted, rows, columns, work.tableau, work.names, work.x, work.y)


@kernel
def blur(work: Workspace, rows: int, columns: int, noise: float, seed: int) -> None:
    """Add an error of this standard deviation to every entry of the game in `work.restricted`."""
    work.word[0] = begun(0, seed)
    for i in range(rows):
        for j in range(columns):
            drawn = 0
            for _ in range(_DRAWS):
                drawn += draw(work.word, _FINE)
            work.restricted[i][j] += noise * (drawn / _FINE - _DRAWS / 2)
