"""The Chronicles of Run, looked through turn by turn.

A turn is a game with a hidden rune, solved as the bots solve it: a matrix for the first bid's slot, and both sides'
optimal mixtures. A first bid is judged by what it is worth against the other side's optimal answer; an
answer by what it is worth against the first side's optimal mixture, which is all that its player could know. What the
two bids come to together beyond that is the luck of the hidden rune: it is nothing on the average as long as one of
the two mixes as the solution says. The last two turns are solved to the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ewala.core.record import Record
from ewala.core.state import State as Position
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.public import Bidding, bidding
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.bots.search_budget import SearchBudget
from ewala.games.chronicles.bots.slot_game import Answer, SlotGame
from ewala.games.chronicles.coach.reasons import why_bid, why_effect
from ewala.games.chronicles.rules.codes import BID_MADE
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import DEAL, EFFECT, OVER, SLOTS, TURNS, State
from ewala.kit.analysis import Better
from ewala.kit.effort import Effort, Watch
from ewala.kit.ledger import Chances, LedgerEntry, SoFar, minus

_EXACT = 2  # turns that are solved to the end at once
_SOLVED_FROM = 7  # the turn from which a second look goes to the end
_DEEPER = 2  # turns that a second look goes ahead before
ALTERNATIVES = 3
_SECOND_LOOK = 10  # of search.PRICES, about milliseconds, for each iteration of an effort
SAME = 1e-9


def search_for(game: Chronicles) -> Search:
    """The search of a game's layout, for the chance of winning and nothing else."""
    return _search(str(game.values["layout"]), game.backend)


@lru_cache(maxsize=16)
def _search(layout: str, backend: str) -> Search:
    return Search(Chronicles.from_options({"layout": layout}, backend), "result", fitted_network())


@dataclass(frozen=True)
class Solved:
    """A turn's bids, solved; values are the first bidder's, from -1 to 1."""

    turn: Bidding
    games: dict[int, SlotGame]  # for each slot of the first bid

    @property
    def value(self) -> float:
        return max(game.value for game in self.games.values())

    @staticmethod
    def of(search: Search, start: State, looks: int, first: int | None, answer: int | None) -> "Solved":
        """Solve the turn that starts here; the two bids that were made, if any, are looked at closely in any case."""
        turn = bidding(start)
        exact = start.turn > TURNS - _EXACT
        ahead = TURNS if exact else 1
        games = {slot: search.slot_game(turn, slot, ahead) for slot in search.slots(turn)}
        if not exact:
            deep = TURNS if start.turn >= _SOLVED_FROM else _DEEPER
            search.deepen(turn, list(games.values()), deep, SearchBudget(looks, None).go_on)
            if first is not None and answer is not None:
                rune, slot = divmod(first - BID_MADE, SLOTS)
                _look_at(search, turn, games[slot], rune, answer, deep)
        return Solved(turn, games)


def _column(game: SlotGame, answer: int) -> int:
    """The column of an answer."""
    made: Answer = divmod(answer - BID_MADE, SLOTS)
    return game.answers.index(made)


def _look_at(search: Search, turn: Bidding, game: SlotGame, rune: int, answer: int, deep: int) -> None:
    row, column = game.runes.index(rune), _column(game, answer)
    if not game.deep[row][column]:
        game.look(row, column, search.pair_worth(turn, game, row, column, deep))
        search.solve(game)


def look_through(record: Record, effort: Effort, watch: Watch, so_far: SoFar) -> tuple[Chances, list[LedgerEntry]]:
    """What both sides may expect at first, and the entry of every move."""
    moves = record.moves
    account = _Account(list(record.states()), moves, effort)
    start = account.promised(0)
    entries = []
    for ply in range(len(moves)):
        watch(ply / len(moves))
        entries.append(account.entry(ply))
        so_far(start, entries)
    return start, entries


class _Account:
    def __init__(self, states: Sequence[Position], moves: Sequence[str], effort: Effort) -> None:
        self.states, self.moves, self.effort = states, moves, effort
        self.game = cast(Chronicles, states[0].game)
        self.search = search_for(self.game)
        self.codes = [self.game.move_code(move) for move in moves]
        self._solved: dict[int, Solved] = {}
        self._effects: dict[int, dict[int, float]] = {}

    # --- What positions are worth to order, from -1 to 1

    def promised(self, ply: int) -> Chances:
        return _chances(self._worth(ply))

    def _worth(self, ply: int) -> float:
        s = State.unpack(self.states[ply].data)
        if s.phase == OVER:
            winners = self.states[ply].winners()
            return 0.0 if len(winners) != 1 else 1.0 if "O" in winners else -1.0
        if s.phase == DEAL:
            return 0.0  # whatever is turned up, both sides are alike until the initiative is drawn (CR-2.3)
        if s.phase == EFFECT:
            return self._sign(s) * max(self._effect_values(ply).values())
        solved = self._solution(ply)
        sign = 1 - 2 * s.initiative
        if not s.pending:
            return sign * solved.value
        game, row = self._first_bid(ply)
        return sign * game.rune_values()[row]

    @staticmethod
    def _sign(s: State) -> int:
        return 1 - 2 * (s.deciding[0] >> 4)

    def _solution(self, ply: int) -> Solved:
        """The turn of a position in the bidding, with the bids that were made in it."""
        s = State.unpack(self.states[ply].data)
        at = ply - 1 if s.pending and ply else ply
        if at not in self._solved:
            start = State.unpack(self.states[at].data)
            first, answer = self._code(at), self._code(at + 1)
            if s.pending and not ply:  # the record begins in the middle of a turn
                start, first, answer = bidding(s).start, self._pending_bid(s), self._code(ply)
            self._solved[at] = Solved.of(self.search, start, _SECOND_LOOK * self.effort.iterations, first, answer)
        return self._solved[at]

    @staticmethod
    def _pending_bid(s: State) -> int:
        return BID_MADE + SLOTS * (s.slot[s.pending - 1] & 15) + s.pending - 1

    def _code(self, ply: int) -> int | None:
        return self.codes[ply] if ply < len(self.codes) else None

    def _first_bid(self, ply: int) -> tuple[SlotGame, int]:
        """The game of the bid that lies there, and its row."""
        s = State.unpack(self.states[ply].data)
        rune, slot = divmod(self._pending_bid(s) - BID_MADE, SLOTS)
        game = self._solution(ply).games[slot]
        return game, game.runes.index(rune)

    def _effect_values(self, ply: int) -> dict[int, float]:
        """What each effect is worth to whoever decides."""
        if ply not in self._effects:
            s, engine = State.unpack(self.states[ply].data), self.game.interpreted
            far = s.turn > TURNS - _EXACT or s.turn >= _SOLVED_FROM
            data = self.states[ply].data
            self._effects[ply] = {
                move: self._sign(s) * self.search.worth(State.unpack(engine.apply(data, move)), TURNS if far else 1)
                for move in engine.legal(data)
            }
        return self._effects[ply]

    # --- Entries

    def entry(self, ply: int) -> LedgerEntry:
        s = State.unpack(self.states[ply].data)
        if s.phase == DEAL:
            return LedgerEntry(ply, "", self.moves[ply], luck=minus(self.promised(ply + 1), self.promised(ply)))
        if s.phase == EFFECT:
            return self._effect(ply, s)
        return self._second(ply, s) if s.pending else self._first(ply, s)

    def _effect(self, ply: int, s: State) -> LedgerEntry:
        values, made, sign = self._effect_values(ply), self.codes[ply], self._sign(s)
        best = max(values.values())
        entry = self._entry(ply, sign, (values[made] - best) / 2, 0.0, sign * values[made])
        entry.value = (1 + values[made]) / 2
        if best > values[made] + SAME:
            ranked = sorted(values, key=lambda move: -values[move])
            better = [move for move in ranked if values[move] > values[made] + SAME][:ALTERNATIVES]
            entry.better = [Better(self.game.move_text(move), (1 + values[move]) / 2) for move in better]
            entry.reason = why_effect(self.states[ply], entry.better[0].move, entry.move)
        return entry

    def _first(self, ply: int, s: State) -> LedgerEntry:
        solved, sign = self._solution(ply), 1 - 2 * s.initiative
        rune, slot = divmod(self.codes[ply] - BID_MADE, SLOTS)
        game = solved.games[slot]
        row = game.runes.index(rune)
        value = game.rune_values()[row]
        entry = self._entry(ply, sign, (value - solved.value) / 2, 0.0, sign * value)
        entry.value = (1 + value) / 2
        if (answer := self._code(ply + 1)) is not None and not game.face_up:
            at = _column(game, answer)
            entry.in_hindsight = (max(values[at] for values in game.matrix) - game.matrix[row][at]) / 2
        if solved.value > value + SAME:
            bids = [
                (worth, often, BID_MADE + SLOTS * other.runes[n] + other.slot)
                for other in solved.games.values()
                for n, (worth, often) in enumerate(zip(other.rune_values(), other.x, strict=True))
                if other.value >= solved.value - SAME
            ]
            self._note_better(entry, bids, value)
        return entry

    def _second(self, ply: int, s: State) -> LedgerEntry:
        game, row = self._first_bid(ply)
        first = 1 - 2 * s.initiative
        column = _column(game, self.codes[ply])
        promised, true = game.rune_values()[row], game.matrix[row][column]
        if game.face_up:
            left = game.matrix[row]
            often = [float(n == left.index(min(left))) for n in range(len(left))]
            known, best = true, promised
        else:
            left, often = game.answer_values(None), game.y
            known, best = left[column], min(game.value, *left)
        given_away = max(0.0, known - best)  # to the first bidder
        entry = self._entry(ply, first, given_away / 2, (true - promised - given_away) / 2, first * true)
        entry.value = (1 - known) / 2
        if not game.face_up:
            entry.in_hindsight = (true - min(game.matrix[row])) / 2
        if given_away > SAME:
            bids = [
                (-worth, chance, BID_MADE + SLOTS * rune + slot)
                for (rune, slot), worth, chance in zip(game.answers, left, often, strict=True)
            ]
            self._note_better(entry, bids, -known)
        return entry

    def _entry(self, ply: int, sign: int, decision: float, luck: float, worth: float) -> LedgerEntry:
        """An entry from changes of the chance of the side that `sign` stands for, to what it is worth to order."""
        seat = self.states[ply].to_act
        assert isinstance(seat, str)
        return LedgerEntry(
            ply,
            seat,
            self.moves[ply],
            luck=_both(sign * luck),
            decision=_both(sign * decision),
            re_estimated=_both((self._worth(ply + 1) - worth) / 2) if self._looks_anew(ply) else (),
        )

    def _looks_anew(self, ply: int) -> bool:
        """After a first bid the same solution goes on; after an answer or an effect another look follows."""
        return not State.unpack(self.states[ply + 1].data).pending

    def _note_better(self, entry: LedgerEntry, bids: list[tuple[float, float, int]], value: float) -> None:
        """The best bids, those that a good player makes most often first."""
        better = sorted(
            (bid for bid in bids if bid[0] > value + SAME), key=lambda bid: (-round(bid[0], 6), -bid[1], bid[2])
        )
        entry.better = [
            Better(self.game.move_text(move), (1 + worth) / 2, often) for worth, often, move in better[:ALTERNATIVES]
        ]
        if entry.better:
            entry.reason = why_bid(self.states[entry.ply], entry.better[0], entry.move)


def _chances(worth: float) -> Chances:
    return (1 + worth) / 2, (1 - worth) / 2


def _both(change: float) -> Chances:
    """A change of order's chance, and chaos's."""
    return (change, -change) if change else ()
