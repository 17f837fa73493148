"""Kingdom Run, looked through turn by turn.

Before its dice are rolled, a turn is worth what one look at all rolls, rerolls and actions expects (`TurnSearch.look`,
which takes each end of the turn as it stands): so luck and the choice of a reroll are measured exactly, by that one
look. Once the dice lie, the ends to which they can lead are looked at again, each with all that the next player can do;
what that changes is the turn's re-estimation. An action costs what the best end that was in reach before it is better
than the best one in reach after it.
"""

from collections.abc import Sequence
from functools import partial
from typing import cast

from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.core.state import State as Position
from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.bots.search import End
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach.calibration import calibrated
from ewala.games.kingdom_run.coach.looks import Looks
from ewala.games.kingdom_run.coach.reasons import after_the_better_move, why_better, why_reroll
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, AGAIN, KEEP, OVER, ROLL, SOW, State
from ewala.kit.analysis import Better
from ewala.kit.effort import Effort, Watch
from ewala.kit.ledger import Chances, LedgerEntry, SoFar, minus, nobody

ALTERNATIVES = 3  # that are told
SAME = 1e-12


def look_through(record: Record, effort: Effort, watch: Watch, so_far: SoFar) -> tuple[Chances, list[LedgerEntry]]:
    """What everybody may expect at first, and the entry of every move."""
    game = cast(KingdomRun, record.game)
    with borrowed_search(game) as search:
        looks = Looks(search, effort, partial(calibrated, game))
        return entries_of(list(record.states()), record.moves, looks, watch, so_far)


def entries_of(
    states: Sequence[Position], moves: Sequence[str], looks: Looks, watch: Watch, so_far: SoFar = nobody
) -> tuple[Chances, list[LedgerEntry]]:
    """The same, with what the looks say."""
    entries: list[LedgerEntry] = []
    start: Chances | None = None
    first = 0
    while start is None or first < len(moves):
        watch(first / max(1, len(moves)))
        after = first + 1
        while after < len(moves) and _phase(states[after]) not in (ROLL, OVER):
            after += 1
        after = min(after, len(moves))
        turn = _Turn(states[first : after + 1], moves[first:after], first, looks)
        start = turn.start if start is None else start
        entries += turn.entries()
        so_far(start, entries)
        first = max(after, 1)
    return start, entries


def _phase(state: Position) -> int:
    return State.unpack(state.data).phase


class _Turn:
    """A turn, or as much of it as was recorded."""

    def __init__(self, states: Sequence[Position], moves: Sequence[str], first: int, looks: Looks) -> None:
        self.states, self.moves, self.first, self.looks = states, moves, first, looks
        self.game = looks.search.game
        s = State.unpack(states[0].data)
        self.mover = s.seat
        self.seat = self.game.seats[s.seat]
        self.acting = next((n for n, state in enumerate(states) if _phase(state) in (ACT, SOW)), len(states) - 1)
        # A roll with which nothing can be done ends the turn at once; a record may end before any action.
        self.acts = _phase(states[self.acting]) in (ACT, SOW) or (self.acting > 0 and self._is_end(self.acting))
        self.look = looks.close(states[0].data) if s.phase in (ROLL, KEEP, AGAIN) else None
        self.reached = self._reached() if self.acts else []
        self.start = self._promised(0)

    def _is_end(self, n: int) -> bool:
        return _phase(self.states[n]) in (ROLL, OVER)

    # --- What positions of the turn are worth

    def _promised(self, n: int) -> Chances:
        """What everybody may expect in a position of the turn."""
        state = self.states[n]
        s = State.unpack(state.data)
        if self.acts and n >= self.acting:
            return self.reached[n - self.acting][0][0]
        if s.phase == OVER or self.look is None:
            return self.looks.chances(state.data)
        return self.look.at(s)

    def _kept(self, handful: int) -> Chances:
        assert self.look is not None
        return self.look.kept[handful]

    def _kept_value(self, handful: int) -> float:
        return self._kept(handful)[self.mover]

    def _keeps(self, data: bytes) -> dict[int, int]:
        """Every reroll and what it keeps."""
        return {move: kept_after(data, move) for move in self.game.engine.legal(data)}

    def _reached(self) -> list[list[tuple[Chances, End]]]:
        """For each position from the first action on: the ends still in reach, best first.

        What is in reach after a move was in reach before it, so that no move can seem to gain anything.
        """
        last = len(self.states) - 1
        if self._is_end(last):
            board = self.states[last].data
            behind = [(self.looks.chances(board), End(0.0, (), board))]
        else:
            behind = self.looks.best_ends(self.states[last].data, self.mover)
        if last == self.acting:
            return [behind]
        at_first = self._merged(self.looks.best_ends(self.states[self.acting].data, self.mover), behind)
        reached = [behind]
        if at_first[0][0][self.mover] - behind[0][0][self.mover] <= SAME:
            return [behind] * (last - self.acting + 1)
        for n in range(last - 1, self.acting, -1):
            data = self.states[n].data
            if len(self.game.engine.legal(data)) > 1:
                behind = self._merged(self.looks.best_ends(data, self.mover), behind)
            reached.append(behind)
        reached.append(self._merged(at_first, behind))
        return reached[::-1]

    def _merged(self, own: list[tuple[Chances, End]], behind: list[tuple[Chances, End]]) -> list[tuple[Chances, End]]:
        known = {end.board for _, end in own}
        later = [(chances, End(end.value, (), end.board)) for chances, end in behind if end.board not in known]
        return sorted(own + later, key=lambda pair: -pair[0][self.mover])

    # --- Entries

    def entries(self) -> list[LedgerEntry]:
        return [self._entry(n) for n in range(len(self.moves))]

    def _entry(self, n: int) -> LedgerEntry:
        before, move, ply = self.states[n], self.moves[n], self.first + n
        now, then = self._promised(n), self._promised(n + 1)
        by_chance = before.to_act is CHANCE
        entry = LedgerEntry(ply, "" if by_chance else self.seat, move)
        expected = then  # as the look from before the roll has it
        if n < self.acting:
            assert self.look is not None
            expected = self.look.after(before.data, self.game.move_code(move))
            entry.re_estimated = minus(then, expected) if n + 1 == self.acting and self.acts else ()
        if by_chance:
            entry.luck = minus(expected, now)
        else:
            entry.decision = minus(expected, now)
            entry.value = expected[self.mover]
            if now[self.mover] - expected[self.mover] > SAME:
                self._note_better(entry, n)
        return entry

    def _note_better(self, entry: LedgerEntry, n: int) -> None:
        data = self.states[n].data
        if n < self.acting:
            keeps = self._keeps(data)
            best = sorted(keeps, key=lambda move: -self._kept_value(keeps[move]))
            entry.better = [
                Better(self.game.move_text(move), self._kept_value(keeps[move]))
                for move in best[:ALTERNATIVES]
                if self._kept_value(keeps[move]) > entry.value + SAME
            ]
            entry.reason = why_reroll(data, best[0], self.game.move_code(entry.move))
            return
        told: dict[int, Better] = {}
        reached = self.reached[n - self.acting]
        for chances, end in reached:
            if end.line and chances[self.mover] > entry.value + SAME and end.line[0] not in told:
                line = [self.game.move_text(move) for move in end.line]
                told[end.line[0]] = Better(line[0], chances[self.mover], line=line)
        entry.better = list(told.values())[:ALTERNATIVES]
        left = self.reached[n + 1 - self.acting][0][1]
        entry.reason = why_better(self.looks.search, self.mover, reached[0][1].board, left.board, after_the_better_move)
