"""Every way to spend the dice of a turn of Kingdom Run, and what each leaves: all ends that the rules allow, the most
promising of them looked at with everything that the next player can do."""

from functools import partial
from typing import cast

from ewala.core.state import State as Position
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach.calibration import calibrated
from ewala.games.kingdom_run.coach.looks import Looks
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, OVER, ROLL, State
from ewala.kit.analysis import TurnChoice, key_of
from ewala.kit.effort import Effort

MOST_ENDS = 160  # of a turn with more, nobody could say which is best
MOST_BOARDS = 4000  # on the way there
CLOSE = 6  # ends that are looked at closely


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
        close = {board: looks.chances(board)[s.seat] for board in ranked[:CLOSE]}
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
