"""What a search works on: a stack of positions, matrices, scratch. Made once a thread; kernels only write into it."""

from typing import Annotated, Any, NamedTuple

from ewala.core.buffers import flags, reals, record, records, shorts, wholes
from ewala.core.machines import Machine
from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.kinds import MOST_FEATURES
from ewala.games.chronicles.bots.matrix_game import MOST_COLUMNS, MOST_ROWS
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.payoffs import MIDDLE, PAYOFFS, Utility
from ewala.games.chronicles.rules.codes import MOST_MOVES
from ewala.games.chronicles.rules.state import Rules, State

DEEPEST = 4  # turns that a search can look ahead
LEVELS_PER_TURN = 3  # two bids at once, and at most two effects
_LEVELS = LEVELS_PER_TURN * DEEPEST + 2
MOST_REMEMBERED = 12  # answers

# A node's notes, on each level of the workspace: turns to look ahead; of an effect, how many choices and which is next;
# of a turn, the slot whose game is filled in, that game's size, the entry that is next, slots that are done, what the
# entry is wanted for, how many columns the restricted game has, and how many of them are filled in.
AHEAD, SLOT, ROWS, COLUMNS, ROW, COLUMN, TRIED, STAGE, WORKING, FILLED = range(10)
NOTES = 10


class Notes(NamedTuple):
    """Scratch of a single evaluation."""

    features: Annotated[Any, wholes(MOST_FEATURES)]
    power: Annotated[Any, wholes(2)]
    first: Annotated[Any, shorts(FIRST_LAYER)]
    second: Annotated[Any, shorts(SECOND_LAYER)]


class Workspace(NamedTuple):
    """Scratch of a search, and what it reads: the rules, payoffs, the fitted network."""

    stack: Annotated[Any, records(State, _LEVELS)]
    rules: Annotated[Any, record(Rules)]
    moves: Annotated[Any, wholes(_LEVELS, MOST_MOVES)]
    nodes: Annotated[Any, wholes(_LEVELS, NOTES)]  # each level's notes
    bests: Annotated[Any, reals(_LEVELS)]  # the best value so far on each level
    runes: Annotated[Any, wholes(_LEVELS, MOST_ROWS)]  # each level's rows
    games: Annotated[Any, reals(_LEVELS, MOST_ROWS, MOST_COLUMNS)]  # each level's matrix
    known: Annotated[Any, flags(_LEVELS, MOST_ROWS, MOST_COLUMNS)]  # which of its entries are filled in
    chosen: Annotated[Any, flags(_LEVELS, MOST_COLUMNS)]  # which of its columns the restricted game has,
    working: Annotated[Any, wholes(_LEVELS, MOST_COLUMNS)]  # the same as a list
    limits: Annotated[Any, reals(_LEVELS)]  # what the restricted game is worth; under Clairvoyance the row so far
    mixes: Annotated[Any, reals(_LEVELS, MOST_ROWS)]  # how often its rows are played,
    answers: Annotated[Any, reals(_LEVELS, MOST_COLUMNS)]  # and its columns
    best_slots: Annotated[Any, wholes(_LEVELS)]  # each level's best slot last time, -1 for none
    remembered: Annotated[Any, wholes(_LEVELS, MOST_REMEMBERED + 1)]  # and the answers to it, after their number
    restricted: Annotated[Any, reals(MOST_ROWS, MOST_COLUMNS)]
    tableau: Annotated[Any, reals(MOST_ROWS + 1, MOST_COLUMNS + 1)]
    names: Annotated[Any, wholes(2, MOST_COLUMNS)]
    x: Annotated[Any, reals(MOST_ROWS)]
    y: Annotated[Any, reals(MOST_COLUMNS)]
    word: Annotated[Any, wholes(1)]  # of random draws
    payoff: Annotated[Any, reals(2 * MIDDLE + 1)]
    network: Network
    notes: Notes


def new_workspace(machine: Machine, rules: Rules, utility: Utility, network: Network) -> Workspace:
    """A workspace for a layout and what to play for"""
    work = machine.blank(Workspace, machine.held(network))._replace(rules=machine.record(rules))
    machine.write(work.payoff, list(PAYOFFS[utility]))
    machine.write(work.best_slots, [-1] * _LEVELS)  # nothing is remembered
    return work
