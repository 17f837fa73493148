"""What there is to point at in a position of Kingdom Run: how scores come about, where runners land, what dice can do.

No rule stands here: everything is asked of the kernel's own functions.
"""

from collections.abc import Iterator

from ewala.games.kingdom_run.rules import actions, codes, legality, payment
from ewala.games.kingdom_run.rules import reasons as why
from ewala.games.kingdom_run.rules.dice import FACES, LETTERS
from ewala.games.kingdom_run.rules.kernel import goal_of
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.notation import CLANS, move_text
from ewala.games.kingdom_run.rules.spelling import kind_of, runner_move, space_of, theft_from
from ewala.games.kingdom_run.rules.state import ACT, COPY, KEEP, SOW, TOKEN_VALUE, Rules, State

Item = dict[str, object]

# The kinds of each action's moves, and those that send a runner off.
_KINDS = ((codes.DISBANDED,), (codes.CAUGHT_UP,), (codes.BATHED,), (codes.STOLEN,), (codes.LULLED, codes.AWAKENED))
_RUNNING = (codes.TAKEN, codes.DISBANDED, codes.CAUGHT_UP, codes.BATHED)


def explain(s: State, r: Rules) -> dict[str, object]:
    moves = _legal(s, r) if s.phase in (ACT, SOW) else []
    return {
        "tally": {CLANS[r.clan[seat]]: list(_tally(s, r, seat)) for seat in range(r.players)},
        "landings": {move_text(move): _landing(s, r, move) + 1 for move in moves if kind_of(move) in _RUNNING},
        "dice": list(_dice(s, r, moves)),
    }


def _legal(s: State, r: Rules) -> list[int]:
    out = [0] * codes.MOST_MOVES
    return out[: legality.legal(s, r, out)]


# --- How a score comes about (KR-8.3) ----------------------------------------------------------------------


def _tally(s: State, r: Rules, seat: int) -> Iterator[Item]:
    """An item for each runner, and one for the tokens."""
    clan = r.clan[seat]
    for place in range(s.arrived):
        if s.podium[place] == clan:
            yield {"kind": "podium", "at": place + 1, "points": r.prize[place]}
    for space in range(r.spaces):
        runners = count(s.ground[space], clan) + count(s.ground[space], clan + len(CLANS))
        for _ in range(runners):
            yield {"kind": "zone", "at": space + 1, "points": r.value[space]}
    yield {"kind": "tokens", "at": s.tokens[seat], "points": TOKEN_VALUE * s.tokens[seat]}


# --- Where a runner lands (KR-5.3, KR-6.1 to KR-6.3) ---------------------------------------------------------


def _landing(s: State, r: Rules, move: int) -> int:
    """The space where the move's runner lands; `r.spaces` is across the line."""
    return actions.landing(s, r, goal_of(s, r, move, space_of(move)))


# --- What the dice can do (KR-4.2 to KR-4.6) -----------------------------------------------------------------


def _dice(s: State, r: Rules, moves: list[int]) -> Iterator[Item]:
    """The four dice of the turn, by face; of equal ones the unspent come first."""
    if s.phase not in (KEEP, ACT, SOW):
        return
    for face, letter in enumerate(LETTERS):
        spent = payment.copies(s) if face == COPY else count(s.own, face)
        for _ in range(count(FACES[s.dice], face)):
            yield {"face": letter, **_use(s, r, face, moves)}
        for _ in range(spent):
            yield {"face": letter, "state": "spent", "moves": []}


def _use(s: State, r: Rules, face: int, moves: list[int]) -> Item:
    """Which moves an unspent die could pay for now; if none, why."""
    if s.phase == KEEP:
        return {"state": "ready", "moves": []}
    paid = payment.paid_by_copy(s, r) if face == COPY else payment.paid_by_own_die(s, r) & 8 << 4 * face
    found = [move_text(move) for move in moves if s.phase == ACT and payment.among(_action(move), paid)]
    if found:
        return {"state": "ready", "moves": found}
    reason = why.REASONS[_why_barred(s, r, face, paid)]
    return {"state": "barred", "moves": [], "code": reason.code, "clause": reason.clause}


def _action(move: int) -> int:
    return legality.action_of(move) if move >= codes.STOLEN else COPY  # ending the turn is nobody's action


def _why_barred(s: State, r: Rules, face: int, paid: int) -> int:
    """Why a die has no move: the rule of two, or what stands against the move that comes nearest to being allowed.

    Reasons are numbered in the order in which KR-10 asks, so that is the one with the highest number. When it is time
    to act, a carbon copy has a move: what another die may do, it may copy, and four dice leave no third copy waiting.
    """
    if s.phase == SOW:
        return why.STILL_DISBANDING
    if not paid:
        return why.RULE_OF_TWO
    return max(legality.why_not(s, r, move) for move in _thinkable(s, r, face))


def _thinkable(s: State, r: Rules, action: int) -> Iterator[int]:
    """Moves of an action with a runner that is there, or with any player."""
    for clan in range(len(CLANS)):
        for kind in _KINDS[action]:
            if kind == codes.STOLEN:
                yield theft_from(clan)
            else:
                runners = s.awake[clan] | s.asleep[clan]
                yield from (runner_move(kind, clan, space) for space in range(r.spaces) if runners >> space & 1)
