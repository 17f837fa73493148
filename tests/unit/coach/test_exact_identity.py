"""Where every position's value is known exactly, a result is start, luck and decisions, and nothing is re-estimated."""

import random
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

import ewala
from ewala.core.engine import Rng
from ewala.core.record import Record
from ewala.core.state import State as Position
from ewala.games.kingdom_run.bots.search import End, Outlook, TurnSearch
from ewala.games.kingdom_run.coach.looks import Looks
from ewala.games.kingdom_run.coach.turns import entries_of
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import FIRST_OF_SIZE, HANDFULS, PLUS, REROLLS, REROLLS_FROM, WAYS
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, OVER, ROLL, SOW, State
from ewala.kit.analysis import Analysis
from ewala.kit.effort import Effort
from ewala.kit.ledger import analysis_of

# The shortest circuit: four spaces and three lakes. Fourteen of sixteen runners are home, and one place is left.
CIRCUIT = "oooo|~~~ 1:2,4:1 15,14,13,12,11,10,9,8,7,6,5,4,3,3,2"
PODIUM = "KKKSSSFFFFGGGG"
FOURS = range(FIRST_OF_SIZE[4], FIRST_OF_SIZE[5])


def _chances_of_four() -> np.ndarray[Any, np.dtype[np.float64]]:
    """For each handful kept, how likely each four dice come of it when the others are rolled."""
    chances = np.zeros((len(HANDFULS), len(FOURS)))
    for n, four in enumerate(FOURS):
        chances[four, n] = 1
    for handful in reversed(range(FIRST_OF_SIZE[4])):
        chances[handful] = sum(chances[PLUS[handful * 6 + face]] for face in range(6)) / 6
    return chances


CHANCES = _chances_of_four()
LIKELY = np.array([WAYS[four] for four in FOURS]) / 6**4
PARTS = [[REROLLS[i] for i in range(REROLLS_FROM[four], REROLLS_FROM[four + 1])] for four in FOURS]
KEEPS = np.array([parts + parts[-1:] * (16 - len(parts)) for parts in PARTS])  # which part of four dice may be kept


class ExactSearch:
    """Answers as `TurnSearch` does, from the values of all positions that can come about: everything is tried."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start.game, KingdomRun)
        self.game = start.game
        self._number: dict[bytes, int] = {}
        self._after: dict[bytes, tuple[list[list[int]], list[int]]] = {}  # where turns end; for each four dice, which
        waiting = [start.data]
        while waiting:
            board = waiting.pop()
            if board not in self._number:
                self._number[board] = len(self._number)
                if State.unpack(board).phase != OVER:
                    waiting += {end for four in FOURS for end in self._lines(self._with_dice(board, four))}
        for board in self._number:
            if State.unpack(board).phase != OVER:
                ends = [tuple(sorted(self._number[e] for e in self._lines(self._with_dice(board, f)))) for f in FOURS]
                kinds = sorted(set(ends))
                self._after[board] = [list(kind) for kind in kinds], [kinds.index(kind) for kind in ends]
        self.boards = list(self._number)
        self.values = np.full((len(self._number), 2), 0.5)
        for board, number in self._number.items():
            if board not in self._after:
                winners = Position(self.game, board).winners()
                self.values[number] = [(seat in winners) / len(winners) for seat in self.game.seats]
        change = 1.0
        while change > 1e-14:
            before = self.values.copy()
            for board in self._after:
                self.values[self._number[board]] = self._worked_out(board)[1]
            change = float(abs(self.values - before).max())

    def _with_dice(self, board: bytes, four: int) -> bytes:
        rolled = self.game.engine.apply(board, codes.ROLLED + four)
        return self.game.engine.apply(rolled, codes.REROLLED)

    def _lines(self, data: bytes) -> dict[bytes, tuple[int, ...]]:
        """Every end of a turn, with moves that lead there."""
        ends: dict[bytes, tuple[int, ...]] = {}
        seen = {data}
        waiting: list[tuple[bytes, tuple[int, ...]]] = [(data, ())]
        while waiting:
            now, line = waiting.pop()
            if State.unpack(now).phase not in (ACT, SOW):
                ends.setdefault(now, line)
                continue
            for move in self.game.engine.legal(now):
                then = self.game.engine.apply(now, move)
                if then not in seen:
                    seen.add(then)
                    waiting.append((then, (*line, move)))
        return ends

    def _worked_out(self, board: bytes) -> tuple[Any, Any]:
        """What every handful kept is worth, and what the turn is before its first roll."""
        seat = State.unpack(board).seat
        kinds, of_four = self._after[board]
        best = np.array([kind[int(self.values[kind, seat].argmax())] for kind in kinds])
        kept = CHANCES @ self.values[best][of_four]
        choice = kept[KEEPS][:, :, seat].argmax(axis=1)
        return kept, LIKELY @ kept[KEEPS[range(len(FOURS)), choice]]

    def judge(self, board: bytes) -> list[float]:
        return [float(value) for value in self.values[self._number[board]]]

    def look(self, state: bytes, *, width: int) -> Outlook:
        if state not in self._after:
            return Outlook([], [], self.judge(state))
        kept, shares = self._worked_out(state)
        return Outlook([], kept, list(shares))

    def ends(self, state: bytes, *, width: int, most: int) -> list[End]:
        seat = State.unpack(state).seat
        found = [End(self.judge(board)[seat], line, board) for board, line in self._lines(state).items()]
        return sorted(found, key=lambda end: -end.value)[:most]


@pytest.fixture(scope="module")
def start() -> Position:
    game = ewala.load("kingdom-run", players="KS", circuit=CIRCUIT)
    return game.parse(f"-/-/-/-/-/S/K {PODIUM} 7,5 KS K roll")


@pytest.fixture(scope="module")
def search(start: Position) -> ExactSearch:
    return ExactSearch(start)


def _at_random(start: Position, seed: int) -> Record:
    """Nobody thinks: decisions cost something, and luck goes both ways."""
    record, rng, dice = Record(start.game, start), random.Random(seed), Rng(seed)
    state = start
    while state.to_act is not None:
        move = state.sample(dice) if state.to_act is ewala.CHANCE else rng.choice(state.moves())
        record.moves.append(move)
        state = state.play(move)
    return record


def _analysis(record: Record, search: ExactSearch) -> Analysis:
    looks = Looks(cast(TurnSearch, search), Effort(400))
    return analysis_of(record, *entries_of(list(record.states()), record.moves, looks, lambda part: None))


@pytest.fixture(scope="module")
def analyses(start: Position, search: ExactSearch) -> list[Analysis]:
    return [_analysis(_at_random(start, seed), search) for seed in range(12)]


def test_the_values_are_solved(search: ExactSearch) -> None:
    assert len(search.values) > 50
    for board in search.boards:
        assert search.look(board, width=0).shares == pytest.approx(search.judge(board), abs=1e-12)
        assert sum(search.judge(board)) == pytest.approx(1)


def test_start_luck_and_decisions_are_the_result_exactly(analyses: list[Analysis]) -> None:
    for analysis in analyses:
        for sums in analysis.sums.values():
            assert sums.start + sums.luck + sums.own + sums.others == pytest.approx(sums.result, abs=1e-9)
            assert sums.re_estimated == pytest.approx(0, abs=1e-9)
            assert sums.result in (pytest.approx(0, abs=1e-9), pytest.approx(0.5), pytest.approx(1))


def test_no_position_is_re_estimated(analyses: list[Analysis]) -> None:
    for analysis in analyses:
        for step in analysis.steps:
            assert all(abs(change) < 1e-9 for change in step.re_estimated.values())


def test_decisions_cost_their_own_seat_and_chance_is_no_decision(analyses: list[Analysis]) -> None:
    losses = [step.loss for analysis in analyses for step in analysis.steps if step.seat]
    assert min(losses) >= 0
    assert max(losses) > 0.01
    for analysis in analyses:
        assert all(step.decision.get(step.seat, 0.0) <= 1e-12 for step in analysis.steps if step.seat)
        assert all(not step.decision for step in analysis.steps if not step.seat)


def test_the_better_moves_are_worth_what_is_said(
    analyses: list[Analysis], start: Position, search: ExactSearch
) -> None:
    """Playing the line that is named leads to an end with the named value."""
    told = 0
    for seed, analysis in enumerate(analyses):
        states = list(_at_random(start, seed).states())
        for costly in analysis.costly:
            for better in costly.better:
                if not better.line:
                    continue
                state = states[costly.ply]
                for move in better.line:
                    state = state.play(move)
                seat = analysis.seats.index(costly.seat)
                assert State.unpack(state.data).phase in (ROLL, OVER)
                assert search.judge(state.data)[seat] == pytest.approx(better.value, abs=1e-9)
                told += 1
    assert told


def test_the_curve_goes_by_the_steps(analyses: list[Analysis]) -> None:
    for analysis in analyses:
        for seat in analysis.seats:
            curve = analysis.curve[seat]
            assert len(curve) == len(analysis.steps) + 1
            for step, (before, after) in zip(analysis.steps, pairwise(curve), strict=True):
                change = sum(part.get(seat, 0.0) for part in (step.luck, step.decision, step.re_estimated))
                assert after - before == pytest.approx(change, abs=1e-12)
