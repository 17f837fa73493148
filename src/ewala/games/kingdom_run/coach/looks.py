"""Looks at a turn of Kingdom Run before its dice are rolled, and what each promises after every roll and reroll."""

from collections.abc import Callable
from dataclasses import dataclass

from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.bots.search import End, TurnSearch
from ewala.games.kingdom_run.coach.calibration import moved_along
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import DIE, PLUS, REROLLS, REROLLS_FROM, SIZE
from ewala.games.kingdom_run.rules.state import KEEP, ROLL, State
from ewala.kit.effort import Effort
from ewala.kit.ledger import Chances, as_chances

GLANCE = 2  # boards gone on with in a rough look
BEAM = 100  # and when the ends of a turn are searched

Calibrate = Callable[[bytes, Chances], Chances]  # makes of what a look says chances that come true


# --- What an effort buys


def width(effort: Effort) -> int:
    """Boards gone on with at each step, when a turn is looked at closely."""
    return max(2, min(200, 30 * effort.iterations // 100))


def glances(effort: Effort) -> int:
    """Ends of a turn after which the next player's turn is looked at roughly."""
    return max(2, min(96, 24 * effort.iterations // 100))


def close_looks(effort: Effort) -> int:
    """Of those ends, the best ones, after which it is looked at closely."""
    return max(1, min(12, 2 + effort.iterations // 100))


# --- Looks


@dataclass(frozen=True)
class Look:
    """A close look at a turn that begins: it is kept, since a position is met as an end and as a beginning."""

    shares: Chances
    kept: list[Chances]  # what every handful promises that is kept while the other dice are rolled

    def at(self, s: State) -> Chances:
        """What it promises in a position of the turn before the first action."""
        if s.phase == ROLL:
            return self.shares
        return self._best(s.dice, s.seat) if s.phase == KEEP else self.kept[s.dice]

    def after(self, data: bytes, move: int) -> Chances:
        """What it promises after a roll, or after the choice of a reroll; the mover will choose as it would."""
        s = State.unpack(data)
        if s.phase == KEEP:
            return self.kept[kept_after(data, move)]
        return self._best(_joined(0, move), s.seat) if s.phase == ROLL else self.kept[_joined(s.dice, move)]

    def _best(self, four: int, mover: int) -> Chances:
        """What four dice promise, of which the mover keeps the best part."""
        parts = range(REROLLS_FROM[four], REROLLS_FROM[four + 1])
        return max((self.kept[REROLLS[part]] for part in parts), key=lambda chances: chances[mover])


def _joined(kept: int, rolled: int) -> int:
    """The handful of the dice kept and those rolled."""
    for die in range(SIZE[rolled - codes.ROLLED]):
        kept = PLUS[kept * 6 + DIE[(rolled - codes.ROLLED) * 4 + die]]
    return kept


class Looks:
    """Looks at positions between two turns, each taken once."""

    def __init__(
        self, search: TurnSearch, effort: Effort, calibrate: Calibrate = lambda board, chances: chances
    ) -> None:
        self.search = search
        self.effort = effort
        self._calibrate = calibrate
        self._close: dict[bytes, Look] = {}
        self._rough: dict[bytes, Chances] = {}

    def close(self, board: bytes) -> Look:
        if board not in self._close:
            outlook = self.search.look(board, width=width(self.effort))
            shares = as_chances(outlook.shares)
            fair = self._calibrate(board, shares)
            self._close[board] = Look(fair, moved_along(shares, fair, [as_chances(row) for row in outlook.kept_shares]))
        return self._close[board]

    def rough(self, board: bytes) -> Chances:
        if board not in self._rough:
            self._rough[board] = as_chances(self.search.look(board, width=GLANCE).shares)
        return self._rough[board]

    def chances(self, board: bytes) -> Chances:
        return self.close(board).shares

    def best_ends(self, state: bytes, mover: int) -> list[tuple[Chances, End]]:
        """The ends of a turn that promise the mover most, closely looked at, best first."""
        ends = self.search.ends(state, width=BEAM, most=glances(self.effort))
        ends.sort(key=lambda end: -self.rough(end.board)[mover])
        found = [(self.chances(end.board), end) for end in ends[: close_looks(self.effort)]]
        return sorted(found, key=lambda pair: -pair[0][mover])
