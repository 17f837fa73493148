"""The search through a turn, behind plain Python values: positions as bytes, moves as codes, chances as floats."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ewala.core.machines import Machine, machine_of
from ewala.games.kingdom_run.bots import workspace
from ewala.games.kingdom_run.bots.features import FEATURES, ROOM
from ewala.games.kingdom_run.bots.multisets import ACTIONS, FOURS, MULTISETS, SETS, number_of, payables
from ewala.games.kingdom_run.bots.turns import FIRST_BITS, NO_PARENT, STOP_DIGIT
from ewala.games.kingdom_run.bots.values import Values, plain_values
from ewala.games.kingdom_run.bots.workspace import Plan, Workspace
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import FACES
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.state import ACT, COPY, DICE, OVER, SOW, State

NARROW = 16  # up to this width a small workspace does
SPARE = 4  # sets for which there is room beyond those that are kept, while the best of a set are chosen
HURRIED = 4  # boards of each set that are gone on with once there is no more time

_MODULES = "ewala.games.kingdom_run.bots."
Enough = Callable[[], bool]
_NUMBER = {FACES[four]: n for n, four in enumerate(FOURS)}


@dataclass(frozen=True, slots=True)
class End:
    """Where a turn can end."""

    value: float  # for the mover, with the bot's noise
    line: tuple[int, ...]  # the moves that lead there
    board: bytes


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may be expected of a turn before its dice have come up."""

    kept: list[float]  # for each handful kept while the other dice are rolled: the mover's chance, with the noise
    kept_shares: Any  # and each seat's, until the next look
    shares: list[float]  # each seat's before the first roll


class TurnSearch:
    """Looks through the turns of one game. It keeps its buffers: one thread at a time."""

    def __init__(self, game: KingdomRun, values: Values | None = None, machine: Machine | None = None) -> None:
        self.game = game
        self.nodes = 0  # different positions met so far, which were judged
        self._met = 0
        self._busy: Workspace | None = None  # what a search works on that is going on
        self._machine = machine or machine_of(game)
        self._turns, self._expectation, self._judge = (
            self._machine.kernels(_MODULES + name) for name in ("turns", "expectation", "judge")
        )
        given = plain_values(game) if values is None else values
        self.sums = given.rows  # the plain sum's weights, for whoever fits a correction
        self._rules, self._values = self._machine.record(game.rules), self._machine.held(given)
        self._payables = payables(bool(game.rules.copies_apart))
        self._plan = self._machine.blank(Plan)
        self._machine.write(self._plan.payables, [list(payable) for payable in self._payables])
        self._every = _wanted(self._payables, 0)[1:]
        self._keeps = [int(any(payable[more] > 0 for payable in self._payables)) for more in self._every]

    @cached_property
    def _wide(self) -> Workspace:
        boards, keys = (1 << 15, 1 << 18) if self._machine.quick else (3000, 1 << 16)
        return self._machine.blank(Workspace, boards=boards, keys=keys)

    @cached_property
    def _narrow(self) -> Workspace:
        return self._machine.blank(Workspace, boards=1 << 12 if self._machine.quick else 1000, keys=1 << 16)

    def judge(self, board: bytes) -> list[float]:
        """Each seat's chance in a position between two turns, or when the game is over, without looking ahead."""
        work = self._narrow
        self._machine.put(work.boards, 0, board)
        self._judge.judge_board(work, self._rules, self._values, 0)
        return self._machine.read(work.shares, len(self.game.seats))

    def features(self, board: bytes) -> list[list[float]]:
        """Each seat's features, all of them, in a position between two turns."""
        work = self._narrow
        self._machine.put(work.boards, 0, board)
        self._judge.look_at(work, self._rules, 0)
        written = [[0.0] * FEATURES for _ in self.game.seats]
        for seat, amounts in enumerate(written):
            for pair in range(seat * ROOM, int(work.many[seat])):
                amounts[int(work.which[pair])] += float(work.amount[pair])
        return written

    def ends(
        self,
        state: bytes,
        *,
        width: int,
        most: int,
        actions: int = DICE,
        noise: float = 0.0,
        seed: int = 0,
        enough: Enough | None = None,
    ) -> list[End]:
        """The best ends of a turn in which actions are being chosen, at most `most` (and `POOLED`), best first.

        Of the boards that one multiset of actions leads to, the best `width` are gone on with; once it is
        `enough`, only a few. Who looks fewer `actions` ahead takes the boards after them for ends.
        """
        s = State.unpack(state)
        four, done = _four_and_done(s)
        payable = self._payables[four]
        work = self._wide
        self._prepare(work, state, noise, seed)
        may_pass = bool(self.game.rules.may_pass)
        last = sum(MULTISETS[done]) + actions
        ending = [
            int(may_pass or left == 0 or sum(multiset) == last)
            for left, multiset in zip(payable, MULTISETS, strict=True)
        ]
        self._turns.begin(work, self._rules, self._values, done, min(most, workspace.POOLED), ending[done])
        if s.phase == SOW:
            self._turns.finish_disbanding(work, self._rules, self._values, done, ending[done])
        wanted = [more for more in _wanted((payable,), done) if more != done and sum(MULTISETS[more]) <= last]
        self._grow(work, wanted, [int(payable[more] > 0) for more in wanted], ending, width, enough)
        self._turns.note_stuck(work, self._rules, self._values, self._plan, four, int(not may_pass))
        self._count(work)
        found = range(workspace.POOL, workspace.POOL + int(work.tally[workspace.ENDS]))
        best = sorted(found, key=lambda end: -work.value[end])
        lines = {end: self._line(work, end) for end in best}
        if may_pass:
            for end in best:
                if actions == DICE or sum(MULTISETS[int(work.done[end])]) < last:
                    lines[end] = self._passed(state, lines[end])
        return [End(float(work.value[end]), lines[end], self._machine.get(work.boards, end)) for end in best]

    def look(
        self, state: bytes, *, width: int, noise: float = 0.0, seed: int = 0, enough: Enough | None = None
    ) -> "Outlook":
        """What may be expected of a turn in which nothing has been done yet; exact if `width` suffices."""
        if State.unpack(state).phase == OVER:
            return Outlook([], [], self.judge(state))
        work = self._wide if width > NARROW else self._narrow
        self._prepare(work, state, noise, seed)
        self._turns.begin(work, self._rules, self._values, 0, 0, 0)
        self._grow(work, self._every, self._keeps, [0] * SETS, width, enough)
        self._turns.note_stuck(work, self._rules, self._values, self._plan, 0, 0)
        self._expectation.expect_keeping(work, self._rules, self._plan)
        self._expectation.expect_roll(work, self._rules)
        self._count(work)
        return Outlook(
            self._machine.read(work.kept), work.kept_shares, self._machine.read(work.shares, len(self.game.seats))
        )

    def _grow(
        self, work: Workspace, sets: list[int], keeps: list[int], ending: list[int], width: int, enough: Enough | None
    ) -> None:
        """Grow sets, all at once if there is no need to look at the clock."""
        width = min(width, (len(work.boards) - workspace.BASE) // (sum(keeps) + SPARE))
        ends = [ending[more] for more in sets]
        together = 1 if enough else max(1, len(sets))
        for i in range(0, len(sets), together):
            if enough and enough():
                width = min(width, HURRIED)
            after = min(i + together, len(sets))
            self._machine.write(self._plan.sets, sets[i:after])
            self._machine.write(self._plan.keeps, keeps[i:after])
            self._machine.write(self._plan.ending, ends[i:after])
            self._turns.grow(work, self._rules, self._values, self._plan, after - i, width)

    @property
    def met(self) -> int:
        """How many positions have been met so far, now included."""
        return self._met + (int(self._busy.tally[workspace.MET]) if self._busy else 0)

    def _count(self, work: Workspace) -> None:
        self.nodes += int(work.tally[workspace.NODES])
        self._met, self._busy = self.met, None

    def _prepare(self, work: Workspace, state: bytes, noise: float, seed: int) -> None:
        self._machine.put(work.boards, 0, state)
        work.noise[0] = 2 * noise
        work.tally[workspace.SEED], work.tally[workspace.MET] = seed, 0
        self._busy = work

    def _line(self, work: Workspace, end: int) -> tuple[int, ...]:
        """The moves from the root to an end."""
        steps = []
        while end != NO_PARENT:
            steps.append(int(work.step[end]))
            end = int(work.parent[end])
        return tuple(move for step in reversed(steps) for move in _unpacked(step))

    def _passed(self, state: bytes, line: tuple[int, ...]) -> tuple[int, ...]:
        """The line and, where the turn would go on after it, its end (KR-4.4)."""
        for move in line:
            state = self.game.engine.apply(state, move)
        return (*line, codes.ENDED) if State.unpack(state).phase == ACT else line


def _unpacked(step: int) -> list[int]:
    first, digits = step & ((1 << FIRST_BITS) - 1), step >> FIRST_BITS
    moves = [first] if first else []
    while digits:
        digit = digits & 7
        if digit:  # the first is 0 where a disbanding begins
            moves.append(codes.STOPPED if digit == STOP_DIGIT else codes.TAKEN + digit - 1)
        digits >>= 3
    return moves


def _four_and_done(s: State) -> tuple[int, int]:
    """Which of the `FOURS` lay on the table at first, and the number of the multiset of actions done since."""
    copied = sum(count(s.copied, action) for action in range(ACTIONS))
    faces = FACES[s.dice] + s.own + (copied << 4 * COPY)
    done = tuple(count(s.own + s.copied, action) for action in range(ACTIONS))
    return _NUMBER[faces], number_of(done)


def _wanted(pays: tuple[tuple[int, ...], ...], done: int) -> list[int]:
    """The multisets from `done` on that some of the dice pay for, smaller ones first."""
    return [
        more
        for more in range(SETS)
        if all(a >= b for a, b in zip(MULTISETS[more], MULTISETS[done], strict=True))
        and any(payable[more] >= 0 for payable in pays)
    ]
