"""Hints for Kingdom Run: which dice to roll again; where a turn should end, in view of what the next player can do; and
every end that a turn can come to, with what it leaves.

Chances are corrected as those of an analysis are: of a position the coach says the same during a game and after it.
"""

import time
from functools import partial
from typing import cast

from ewala.core.state import State as Position
from ewala.core.state import View
from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.bots.search import End, TurnSearch
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach.calibration import calibrated, moved_along
from ewala.games.kingdom_run.coach.looks import Looks
from ewala.games.kingdom_run.coach.reasons import after_this_move, why_better, why_reroll
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, KEEP, OVER, ROLL, State
from ewala.kit.analysis import MOST, Better, Hint, TurnChoice, key_of
from ewala.kit.effort import Effort
from ewala.kit.ledger import Chances, as_chances

BEFORE_REROLL, SEARCHING, ROUGHLY, CLOSELY = 30, 100, 2, 12  # boards gone on with
ENDS = 48  # ends of the turn that are compared at first
# Parts of the time after which a search hurries, rough comparison ends, and close comparison ends.
HURRY, ROUGH, CLOSE = 0.4, 0.6, 0.85


def hint_for(view: View, seconds: float) -> Hint:
    with borrowed_search(cast(KingdomRun, view.game)) as search:
        if State.unpack(view.data).phase == KEEP:
            return _reroll(view, search, _Watch(seconds))
        return _actions(view, search, _Watch(seconds))


class _Watch:
    def __init__(self, seconds: float) -> None:
        self._start, self._seconds = time.perf_counter(), seconds

    def past(self, part: float) -> bool:
        return time.perf_counter() - self._start > part * self._seconds


def _reroll(view: View, search: TurnSearch, watch: _Watch) -> Hint:
    outlook = search.look(view.data, width=BEFORE_REROLL, enough=lambda: watch.past(HURRY))
    game, s = search.game, State.unpack(view.data)
    keeps = {move: kept_after(view.data, move) for move in game.engine.legal(view.data)}
    shares, rows = as_chances(outlook.shares), [as_chances(outlook.kept_shares[kept]) for kept in keeps.values()]
    fair = calibrated(game, view.data, shares)
    chances = dict(zip(keeps, moved_along(shares, fair, rows), strict=True))
    best = sorted(chances, key=lambda move: -chances[move][s.seat])
    s.phase, s.dice = ROLL, 0
    return Hint(
        str(view.viewer),
        [Better(game.move_text(move), chances[move][s.seat]) for move in best[:MOST]],
        why_reroll(view.data, best[0], best[1]) if len(best) > 1 else [],
        dict(zip(game.seats, chances[best[0]], strict=False)),
        1 - abs(shares[s.seat] - search.judge(s.pack())[s.seat]),
    )


def _actions(view: View, search: TurnSearch, watch: _Watch) -> Hint:
    game, seat = search.game, State.unpack(view.data).seat
    ends = search.ends(view.data, width=SEARCHING, most=ENDS, enough=lambda: watch.past(HURRY))
    rough = _looked_at(ends, seat, search, ROUGHLY, watch, ROUGH)
    ranked = _looked_at([end for _, end in rough[:MOST]], seat, search, CLOSELY, watch, CLOSE)
    shares, best = ranked[0]
    told: dict[int, Better] = {}
    for chances, end in ranked + rough:
        line = [game.move_text(move) for move in end.line]
        # A rough look is no reason to think more of a move than of the best of those looked at closely.
        told.setdefault(end.line[0], Better(line[0], min(chances[seat], shares[seat]), line=line))
    other = next((end for _, end in ranked + rough if end.board != best.board), None)
    return Hint(
        str(view.viewer),
        sorted(told.values(), key=lambda move: -move.value)[:MOST],
        why_better(search, seat, best.board, other.board, after_this_move) if other else [],
        dict(zip(game.seats, shares, strict=True)),
        1 - abs(shares[seat] - calibrated(game, best.board, as_chances(search.judge(best.board)))[seat]),
    )


def _looked_at(
    ends: list[End], seat: int, search: TurnSearch, width: int, watch: _Watch, part: float
) -> list[tuple[Chances, End]]:
    """Ends in view of the next player's turn, best first: at least two to compare, and as many as there is time for."""
    looked: list[tuple[Chances, End]] = []
    for end in ends:
        shares = as_chances(search.look(end.board, width=width).shares)
        looked.append((calibrated(search.game, end.board, shares), end))
        if len(looked) > 1 and watch.past(part):
            break
    return sorted(looked, key=lambda pair: -pair[0][seat])


# --- Every end of a turn

MOST_ENDS = 160  # of a turn with more, nobody could say which is best
MOST_BOARDS = 4000  # on the way there
CLOSE_ENDS = 6  # ends that are looked at closely


def choices_of(position: Position, effort: Effort) -> list[TurnChoice]:
    """Best first; none where no turn's first action is to be chosen, or where there are too many ends."""
    game = cast(KingdomRun, position.game)
    s = State.unpack(position.data)
    if s.phase != ACT or s.own or s.copied:
        return []
    ends = _ends(game, position.data)
    with borrowed_search(game) as search:
        looks = Looks(search, effort, partial(calibrated, game))
        ranked = sorted(ends, key=lambda board: -looks.rough(board)[s.seat])
        close = {board: looks.chances(board)[s.seat] for board in ranked[:CLOSE_ENDS]}
        best = max(close.values(), default=0.0)
        # A rough look is no reason to think more of an end than of those looked at closely.
        values = {
            board: close.get(board, min(best, calibrated(game, board, looks.rough(board))[s.seat])) for board in ends
        }
    seat = game.seats[s.seat]
    return [
        TurnChoice(
            [game.move_text(move) for move in ends[board]], key_of(Position(game, board), seat), round(values[board], 4)
        )
        for board in sorted(values, key=lambda board: -values[board])
    ]


def _ends(game: KingdomRun, start: bytes) -> dict[bytes, tuple[int, ...]]:
    """Every board at the turn's end with the moves that lead there; none if there are too many."""
    engine = game.engine
    known, ends = {start}, dict[bytes, tuple[int, ...]]()
    waiting: list[tuple[bytes, tuple[int, ...]]] = [(start, ())]
    while waiting:
        board, line = waiting.pop()
        for move in engine.legal(board):
            after = engine.apply(board, move)
            if after in known:
                continue
            known.add(after)
            if State.unpack(after).phase in (ROLL, OVER):
                ends[after] = (*line, move)
            else:
                waiting.append((after, (*line, move)))
        if len(ends) > MOST_ENDS or len(known) > MOST_BOARDS:
            return {}
    return ends
