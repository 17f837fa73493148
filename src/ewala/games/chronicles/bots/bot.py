"""The Chronicles of Run by search: each turn solved as the game with a hidden rune that it is, and played mixed."""

import random
from functools import lru_cache

import numpy as np

from ewala.core.state import View
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.payoffs import Utility
from ewala.games.chronicles.bots.public import Bidding, bidding
from ewala.games.chronicles.bots.search import PRICES, Search
from ewala.games.chronicles.bots.search_budget import SearchBudget
from ewala.games.chronicles.bots.slot_game import SlotGame
from ewala.games.chronicles.bots.thought import Thought, about_answers, about_effects, about_first_bids, chance_of
from ewala.games.chronicles.rules import kernel
from ewala.games.chronicles.rules.codes import BID_MADE, MOST_MOVES
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import EFFECT, POWER, SLOTS, TURNS, ZONES, State
from ewala.kit.bot import Assessment, Budget, Drawn, MoveValue, must_decide, own_game

__all__ = ["ChroniclesBot"]

_GLANCE = 1  # turns ahead at the first look
_DEEPER = 2  # and at the second
_SOLVED_FROM = 7  # the turn from which the second look goes to the end
_BEST_MOVES = 5  # that an assessment names


class ChroniclesBot:
    """Plays the mixed strategy that solves the turn, with what the turns after it promise.

    The last `turns_exact` turns (at least 2) are solved to the end, for `utility`: the chance of winning, or power.
    Before, every pair of bids is looked at one turn ahead, to a fitted value, and then the pairs that matter most are
    looked at one turn further: as many as the budget allows, and `iterations` at most (search.PRICES has what a look
    costs). To play worse on purpose, it errs about each outcome by some `noise` (its standard deviation; a win is 1,
    a loss -1), and with probability `whim` plays any move.
    """

    def __init__(
        self,
        *,
        turns_exact: int = 2,
        iterations: int | None = None,
        noise: float = 0.0,
        whim: float = 0.0,
        utility: Utility = "win",
    ) -> None:
        self.turns_exact = turns_exact
        self.iterations = iterations
        self.noise = noise
        self.whim = whim
        self.utility: Utility = utility

    # --- The protocol

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        """A move of the view's seat, drawn from its mixed strategy."""
        return self.draw(view, budget=budget, rng=rng).move

    def draw(self, view: View, *, budget: Budget, rng: random.Random) -> Drawn:
        """The same, with its mixed strategy: the one that it plays after its noise has come up, whims apart."""
        must_decide(view)
        game = own_game(view, Chronicles)
        if self.whim and rng.random() < self.whim:
            whim = rng.choice(view.moves())
            return Drawn(whim, {whim: 1.0}, whim)
        s = State.unpack(view.data)
        thought = self.think(view, budget, np.random.default_rng(rng.getrandbits(64)) if self.noise else None)
        drew = thought.play(rng.random())
        kind = self._kind(s, drew)
        move = rng.choice(kind) if kind else drew
        odds = {game.move_text(code): chance for code, chance in thought.odds().items()}
        return Drawn(game.move_text(move), odds, game.move_text(drew))

    def strategy(self, view: View, budget: Budget) -> dict[int, float] | None:
        """How often it plays each move, by its code; None for one that errs by lot, of which that cannot be said."""
        if self.noise or self.whim:
            return None
        s = State.unpack(view.data)
        often: dict[int, float] = {}
        for choice in self.think(view, budget).choices:
            kind = self._kind(s, choice.move) or [choice.move]
            for move in kind if choice.probability else ():
                often[move] = often.get(move, 0.0) + choice.probability / len(kind)
        return often

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        """What each seat may expect, and the best moves of the one that decides.

        How sure: how likely optimal play leads to bids that were looked at a second time; the last turns are certain.
        """
        seats = own_game(view, Chronicles).seats
        if view.to_act is None:
            winners = view.winners()
            return Assessment({seat: (seat in winners) / len(winners) for seat in seats}, (), 1.0)
        if view.to_act not in seats:  # the deal: both sides are alike
            return Assessment(dict.fromkeys(seats, 0.5), (), 0.0)
        thought = self.think(view, budget)
        decides = chance_of(thought.value)
        best = sorted(thought.choices, key=lambda choice: -choice.value)[:_BEST_MOVES]
        return Assessment(
            {seat: decides if seat == view.to_act else 1 - decides for seat in seats},
            tuple(MoveValue(view.game.move_text(choice.move), chance_of(choice.value)) for choice in best),
            thought.sure,
        )

    # --- The search

    def think(self, view: View, budget: Budget, noise: np.random.Generator | None = None) -> Thought:
        """Every move that was looked at, with its value and its probability, for whoever has to decide."""
        game = own_game(view, Chronicles)
        search = _search(game.values["layout"], game.backend, self.utility)
        s = State.unpack(view.data)
        left = SearchBudget(self._iterations(budget), budget.seconds)
        if s.phase == EFFECT:
            return self._effects(search, s, left, noise)
        turn = bidding(s)
        ahead = TURNS if self._solves(s) else _GLANCE
        slots = [turn.slot] if turn.slot is not None else search.slots(turn, ahead)
        games = [search.slot_game(turn, slot, ahead) for slot in slots]
        if not self._solves(s):
            search.deepen(turn, games, TURNS if s.turn >= _SOLVED_FROM else _DEEPER, left.go_on)
        else:
            for solved in games:
                solved.deep[:] = True
        if noise is not None:
            for blurred in games:
                blurred.matrix += noise.normal(0, self.noise, blurred.matrix.shape)
                search.solve(blurred)
        return self._about(turn, games)

    def _about(self, turn: Bidding, games: list[SlotGame]) -> Thought:
        return about_first_bids(games) if turn.slot is None else about_answers(games[0], turn)

    def _effects(self, search: Search, s: State, left: SearchBudget, noise: np.random.Generator | None) -> Thought:
        """Each effect at a glance, then the best ones deeper; the choice is among those that had the deeper look."""
        sign = 1 - 2 * (s.deciding[0] >> 4)
        moves = [0] * MOST_MOVES
        after = {}
        for move in moves[: kernel.legal(s, search.rules, moves)]:
            after[move] = State.unpack(s.pack())
            kernel.apply(after[move], search.rules, move)
        solved = self._solves(s)
        values = {move: sign * search.worth(position, TURNS if solved else 0) for move, position in after.items()}
        deeper = {}
        if not solved:
            turns = TURNS if s.turn >= _SOLVED_FROM else _GLANCE
            for move in sorted(values, key=lambda move: -values[move]):
                if not left.go_on(PRICES[s.turn]):
                    break
                deeper[move] = sign * search.worth(after[move], turns)
        if len(deeper) > 1:  # one alone has nothing to be compared with
            values = deeper
        if noise is not None:
            values = {move: value + float(noise.normal(0, self.noise)) for move, value in values.items()}
        return about_effects(values, 1.0 if solved else len(deeper) / len(after))

    def _solves(self, s: State) -> bool:
        return s.turn > TURNS - max(self.turns_exact, 2)

    def _kind(self, s: State, move: int) -> list[int]:
        """A bid in each of the empty zones with the same power, which the search took for one (`considered`).

        None where it looked at them all.
        """
        rune, slot = divmod(move - BID_MADE, SLOTS)
        if self._solves(s) or move < BID_MADE or s.slot[slot] or s.slot[slot ^ 1]:
            return []
        empty = [zone for zone in range(ZONES) if not s.slot[2 * zone] and not s.slot[2 * zone + 1]]
        alike = [zone for zone in empty if POWER[zone] == POWER[slot // 2]]
        return [BID_MADE + SLOTS * rune + 2 * zone + slot % 2 for zone in alike]

    def _iterations(self, budget: Budget) -> int | None:
        given = [most for most in (self.iterations, budget.iterations) if most is not None]
        return min(given) if given else None


@lru_cache(maxsize=16)
def _search(layout: str, backend: str, utility: Utility) -> Search:
    return Search(Chronicles.from_options({"layout": layout}, backend), utility, fitted_network())
