"""What a search works on: every buffer it writes to, allocated once and used for one search after another."""

from typing import Annotated, Any, NamedTuple

from ewala.core.buffers import reals, records, shorts, wholes
from ewala.games.kingdom_run.bots.features import ROOM
from ewala.games.kingdom_run.bots.multisets import FOURS, SETS
from ewala.games.kingdom_run.bots.network import FIRST_LAYER, SECOND_LAYER, SHARES_KEPT
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.state import CLANS, State

TRIAL_BOARDS = 5  # boards on which actions are tried: before, and after each runner of a disbanding
POOL = TRIAL_BOARDS  # where the best ends are kept
POOLED = 96  # at most
BASE = POOL + POOLED  # where the boards that are grown begin

MASKS = 33  # sets of actions that are possible on a board, and:
ALL = 32  # whatever is possible

# Numbers in `Workspace.tally`.
USED, NODES, MET, ENTRIES, ENDS, MOVER, KEPT_ENDS, SEED, WORST, NUMBERS = range(10)


class Plan(NamedTuple):
    """What of a turn is to be looked at."""

    sets: Annotated[Any, wholes(SETS)]  # the numbers of multisets of actions,
    keeps: Annotated[Any, wholes(SETS)]  # whether more can follow each,
    ending: Annotated[Any, wholes(SETS)]  # and whether its boards are ends
    payables: Annotated[Any, wholes(len(FOURS), SETS)]  # `multisets.payables` of the game's rules


class Workspace(NamedTuple):
    """The buffers of a search: room for so many `boards`, and for as many `keys`, a power of two.

    Boards are numbered, and `value` to `done` have a place for each. A set holds the boards to which one multiset of
    actions leads.
    """

    boards: Annotated[Any, records(State, "boards")]
    value: Annotated[Any, reals("boards")]  # the mover's, with the noise that the bot suffers from
    parent: Annotated[Any, wholes("boards")]  # the board from which it comes, or -1
    step: Annotated[Any, wholes("boards")]  # the moves that lead here from there, packed by `turns.packed_step`
    able: Annotated[Any, wholes("boards")]  # the actions found possible on it: a bit each
    done: Annotated[Any, wholes("boards")]  # the number of the multiset of actions performed
    first: Annotated[Any, wholes(SETS)]  # of each set: its first board
    after: Annotated[Any, wholes(SETS)]  # and the one after its last
    # Of each set and each mask: the best value of a board where just those actions are possible,
    best: Annotated[Any, reals(SETS * MASKS)]
    best_plain: Annotated[Any, reals(SETS * MASKS)]  # what the plain sum makes of it,
    best_shares: Annotated[Any, reals(SETS * MASKS, CLANS)]  # and what each seat may expect there
    kept: Annotated[Any, reals(len(HANDFULS))]  # of each handful kept: the mover's expectation, rolling the rest
    kept_shares: Annotated[Any, reals(len(HANDFULS), CLANS)]  # and everybody's
    keys: Annotated[Any, wholes("keys")]  # the fingerprints met: a hash table
    # A row for each of the boards that actions are tried on; likewise:
    moves: Annotated[Any, wholes(TRIAL_BOARDS, codes.MOST_MOVES)]
    level_many: Annotated[Any, wholes(TRIAL_BOARDS)]  # how many moves
    level_at: Annotated[Any, wholes(TRIAL_BOARDS)]  # the next one
    level_step: Annotated[Any, wholes(TRIAL_BOARDS)]  # the step so far
    which: Annotated[Any, wholes(CLANS * ROOM)]
    amount: Annotated[Any, reals(CLANS * ROOM)]
    many: Annotated[Any, wholes(CLANS)]
    short_amount: Annotated[Any, shorts(CLANS * ROOM)]
    # Kept shares of the network's first layer: for each distance from the seat that is corrected,
    first_shares: Annotated[Any, shorts(SHARES_KEPT, CLANS, FIRST_LAYER)]
    first_marks: Annotated[Any, wholes(SHARES_KEPT)]  # the fingerprints of the features they were made of,
    share_at: Annotated[Any, wholes(CLANS)]  # and which of them each seat has
    first_layer: Annotated[Any, shorts(FIRST_LAYER)]
    second_layer: Annotated[Any, shorts(SECOND_LAYER)]
    shares: Annotated[Any, reals(CLANS)]
    scores: Annotated[Any, wholes(2 * CLANS)]
    tally: Annotated[Any, wholes(NUMBERS)]
    noise: Annotated[Any, reals(1)]
