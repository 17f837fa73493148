"""Kingdom Run's bots: one search, of which weaker ones use less."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from weakref import WeakKeyDictionary

from ewala.core.state import View
from ewala.games.kingdom_run.bots import values as learned
from ewala.games.kingdom_run.bots import weights as fitted
from ewala.games.kingdom_run.bots.search import End, TurnSearch
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.bots.values import Kind
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import FACES
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, AGAIN, DICE, KEEP, OVER, ROLL, SOW, State
from ewala.kit.bot import Assessment, Budget, MoveValue, must_decide, own_game

ITERATION = 1000  # positions met, that an iteration of a budget stands for
TRUSTED = 3  # players up to whom learned values are better, also for who looks at replies
SEARCHING = 0.5  # the part of a budget after which the mover's own turn is looked through in a hurry
REPLYING = 0.9  # the part after which no more replies are looked at
FEWER, WIDER = 6, 4  # the best sixth of the ends is looked at again, four times as wide, until one is left

_HANDFUL = {faces: n for n, faces in enumerate(FACES)}
Plan = dict[tuple[KingdomRun, bytes], int]


@dataclass(frozen=True)
class KingdomRunBot:
    """Looks through its turn and goes for the end at which its chance of winning is best.

    It remembers the rest of the line it has chosen, for whoever goes on asking with the same `rng`.
    """

    actions: int = DICE  # how many it looks ahead
    width: int = 200  # boards gone on with, of those that the same actions lead to
    reroll_width: int = 30  # likewise when it chooses what to reroll; 0: it never rerolls
    replies: int = 0  # ends of its turn for which it looks through the next player's turn
    reply_width: int = 2  # likewise, as for `width`, in the next player's turn
    noise: float = 0.0  # how far its opinion of a board is off, at most, either way
    values: Kind = "learned"
    _plans: WeakKeyDictionary[random.Random, Plan] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False, compare=False
    )

    @property
    def reads(self) -> tuple[str, ...]:
        """What it asks for of what ships with the package (core/bundled_weights.py)."""
        return (learned.SHIPPED, fitted.SHIPPED) if self.values == "learned" else (fitted.SHIPPED,)

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        must_decide(view)
        game = own_game(view, KingdomRun)
        plan = self._plans.setdefault(rng, {})
        move = plan.pop((game, view.data), None)
        if move is None:
            with borrowed_search(game, self._values_for(game)) as search:
                spent = _spending(budget, search)
                seed = rng.getrandbits(60)
                if State.unpack(view.data).phase == KEEP:
                    move = self._choose_reroll(view.data, search, spent, seed)
                else:
                    line = self._choose_end(view.data, search, spent, seed).line
                    move = line[0]
                    plan.clear()
                    data = view.data
                    for now, then in pairwise(line):
                        data = game.engine.apply(data, now)
                        plan[game, data] = then
        return game.move_text(move)

    def _values_for(self, game: KingdomRun) -> Kind:
        """With four players, whoever looks at replies does worse by what was learned: see docs/learning.md."""
        return "plain" if self.replies and self.values == "learned" and len(game.seats) > TRUSTED else self.values

    def _choose_reroll(self, data: bytes, search: TurnSearch, spent: Callable[[], float], seed: int) -> int:
        """The code of the best reroll."""
        legal = search.game.engine.legal(data)
        if not self.reroll_width or len(legal) == 1:
            return codes.REROLLED
        outlook = search.look(
            data, width=self.reroll_width, noise=self.noise, seed=seed, enough=lambda: spent() > SEARCHING
        )
        return max(legal, key=lambda move: outlook.kept[kept_after(data, move)])

    def _choose_end(self, data: bytes, search: TurnSearch, spent: Callable[[], float], seed: int) -> End:
        """The best end of the turn, in view of what the next player can do, as far as there is time to look."""
        ends = search.ends(
            data,
            width=self.width,
            most=max(1, self.replies),
            actions=self.actions,
            noise=self.noise,
            seed=seed,
            enough=lambda: spent() > SEARCHING,
        )
        mover, width = State.unpack(data).seat, self.reply_width
        while self.replies and len(ends) > 1:
            ends = _by_reply(ends, mover, width, search, spent)
            ends, width = ends[: max(1, len(ends) // FEWER)], WIDER * width
        return ends[0]

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        """Its opinion; it is as sure as the last look ahead, one turn farther, left the mover's chance unchanged."""
        game = own_game(view, KingdomRun)
        with borrowed_search(game, self._values_for(game)) as search:
            spent = _spending(budget, search)
            shares, values, change = self._opinion(view.data, search, spent)
        best = sorted(values.items(), key=lambda item: -item[1])
        return Assessment(
            dict(zip(game.seats, shares, strict=True)),
            tuple(MoveValue(game.move_text(move), value) for move, value in best),
            1 - change,
        )

    def _opinion(
        self, data: bytes, search: TurnSearch, spent: Callable[[], float]
    ) -> tuple[list[float], dict[int, float], float]:
        """Each seat's chance, each move's value, and by how much the last look ahead changed the mover's chance."""
        s = State.unpack(data)
        if s.phase == OVER:
            return search.judge(data), {}, 0.0
        if s.phase in (ACT, SOW):
            return self._opinion_of_actions(data, search, spent)
        outlook = search.look(data, width=max(1, self.reroll_width), enough=lambda: spent() > SEARCHING)
        values = {}
        shares = outlook.shares
        if s.phase == KEEP:
            values = {move: outlook.kept[kept_after(data, move)] for move in search.game.engine.legal(data)}
            shares = list(outlook.kept_shares[kept_after(data, max(values, key=values.__getitem__))])
        elif s.phase == AGAIN:
            shares = list(outlook.kept_shares[s.dice])
        shares = [float(share) for share in shares[: len(search.game.seats)]]
        s.phase, s.dice = ROLL, 0
        return shares, values, abs(search.judge(s.pack())[s.seat] - outlook.shares[s.seat])

    def _opinion_of_actions(
        self, data: bytes, search: TurnSearch, spent: Callable[[], float]
    ) -> tuple[list[float], dict[int, float], float]:
        mover = State.unpack(data).seat
        values: dict[int, float] = {}
        boards: dict[int, bytes] = {}
        for move in search.game.engine.legal(data):
            after = search.game.engine.apply(data, move)
            if State.unpack(after).phase in (ACT, SOW):
                end = search.ends(after, width=self.width, most=1, enough=lambda: spent() > SEARCHING)[0]
                values[move], boards[move] = end.value, end.board
            else:
                values[move], boards[move] = search.judge(after)[mover], after
        best = max(values, key=values.__getitem__)
        shares = search.look(boards[best], width=self.reply_width).shares
        return shares, values, abs(shares[mover] - values[best])


def _by_reply(ends: list[End], mover: int, width: int, search: TurnSearch, spent: Callable[[], float]) -> list[End]:
    """Ends in view of what the next player can make of them, best first, as far as there is time to look."""
    looked: list[tuple[float, End]] = []
    dearest, before = 0.0, spent()
    for end in ends:
        if before + dearest > REPLYING:
            break
        looked.append((search.look(end.board, width=width).shares[mover], end))
        after = spent()
        dearest, before = max(dearest, after - before), after
    best = [end for _, end in sorted(looked, key=lambda pair: -pair[0])]
    return best or ends[:1]


def kept_after(data: bytes, reroll: int) -> int:
    """The number of the handful that stays on the table after a choice of dice to roll again."""
    return _HANDFUL[FACES[State.unpack(data).dice] - FACES[reroll - codes.REROLLED]]


def rolled_after(kept: int, roll: int) -> int:
    """The number of the handful that lies on the table once the other dice have come up."""
    return _HANDFUL[FACES[kept] + FACES[roll - codes.ROLLED]]


def _spending(budget: Budget, search: TurnSearch) -> Callable[[], float]:
    """What part of the budget has been spent since now."""
    if budget.seconds is not None:
        seconds, start = budget.seconds, time.perf_counter()
        return lambda: (time.perf_counter() - start) / seconds
    assert budget.iterations is not None
    positions, met = budget.iterations * ITERATION, search.met
    return lambda: (search.met - met) / positions
