"""The Chronicles of Run by search: each turn solved as the game with a hidden rune that it is, and played mixed."""

import random
from functools import lru_cache

from ewala.core.game_base import Backend
from ewala.core.state import View
from ewala.games.chronicles.bots.fitted import FITTED, SHIPPED, Values, fitted_network
from ewala.games.chronicles.bots.payoffs import Utility
from ewala.games.chronicles.bots.public import bidding
from ewala.games.chronicles.bots.search import PRICES, Search
from ewala.games.chronicles.bots.search_budget import SearchBudget
from ewala.games.chronicles.bots.slot_game import SlotGame
from ewala.games.chronicles.bots.thought import Thought, about_answers, about_effects, about_first_bids, chance_of
from ewala.games.chronicles.rules import kernel
from ewala.games.chronicles.rules.codes import MOST_MOVES
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import EFFECT, POWER, TURNS, State
from ewala.kit.bot import Assessment, Budget, Drawn, MoveValue, must_decide, own_game

_GLANCE = 1  # turns ahead at the first look
_DEEPER = 2  # and at the second
_SOLVED_FROM = 7  # the turn from which the second look goes to the end
_AT_ONCE = 2  # turns at the end whose every pair of bids is solved; before them only those that matter
_FEWEST_SLOTS = 4  # that are looked at in any case, the richest zones first,
_AT_A_GLANCE = 0.7  # and the part of the time in which others are begun
_BEST_MOVES = 5  # that an assessment names
_SEED_BITS = 31


class ChroniclesBot:
    """Plays the mixed strategy that solves the turn, with what the turns after it promise.

    The last `turns_exact` turns (at most 3) are solved to the end, for `utility`: the chance of winning, or power.
    Before, every pair of bids is looked at one turn ahead, to what `values` say of it (fitted.py), and then the pairs
    that matter most are looked at one turn further: as many as the budget allows, and `iterations` at most
    (search.PRICES has what a look costs). To play worse on purpose, it may know less, err about each outcome by some
    `noise` (its standard deviation; a win is 1, a loss -1), and with probability `whim` play any move.
    """

    def __init__(
        self,
        *,
        turns_exact: int = 3,
        iterations: int | None = None,
        noise: float = 0.0,
        whim: float = 0.0,
        utility: Utility = "win",
        values: Values = "learned",
    ) -> None:
        self.turns_exact = max(turns_exact, _AT_ONCE) if values in FITTED else turns_exact
        self.iterations = iterations
        self.noise = noise
        self.whim = whim
        self.utility: Utility = utility
        self.values: Values = values

    @property
    def reads(self) -> tuple[str, ...]:
        """What it asks for of what ships with the package (core/bundled_weights.py)."""
        return (SHIPPED[self.values],) if self.values in FITTED else ()

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
        thought = self.think(view, budget, rng if self.noise else None)
        move = game.move_text(thought.play(rng.random()))
        return Drawn(move, {game.move_text(code): chance for code, chance in thought.odds().items()}, move)

    def strategy(self, view: View, budget: Budget) -> dict[int, float] | None:
        """How often it plays each move, by its code; None for one that errs by lot, of which that cannot be said."""
        if self.noise or self.whim:
            return None
        return {choice.move: choice.probability for choice in self.think(view, budget).choices if choice.probability}

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

    def search_for(self, game: Chronicles) -> Search:
        return _search(game.values["layout"], game.backend, self.utility, self.values)

    def think(self, view: View, budget: Budget, noise: random.Random | None = None) -> Thought:
        """Every move that was looked at, with its value and its probability, for whoever has to decide."""
        game = own_game(view, Chronicles)
        search = self.search_for(game)
        s = State.unpack(view.data)
        left = SearchBudget(self._iterations(budget), budget.seconds)
        if s.phase == EFFECT:
            return self._effects(search, s, left, noise)
        turn = bidding(s)
        ahead = TURNS if s.turn > TURNS - _AT_ONCE and self._solves(s) else _GLANCE
        slots = [turn.slot] if turn.slot is not None else search.slots(turn)
        games: list[SlotGame] = []  # early turns have many slots, and the machine may be slow
        for slot in sorted(slots, key=lambda slot: -POWER[slot // 2]):
            if len(games) >= _FEWEST_SLOTS and not self._solves(s) and left.late(_AT_A_GLANCE):
                break
            games.append(search.slot_game(turn, slot, ahead))
        if s.turn > TURNS - _AT_ONCE and self._solves(s):
            for solved in games:
                solved.deep = [[True] * len(solved.answers) for _ in solved.runes]
        elif self._solves(s):
            search.settle(turn, games)
        elif self.values in FITTED:
            search.deepen(turn, games, TURNS if s.turn >= _SOLVED_FROM else _DEEPER, left.go_on)
        if noise is not None:
            for blurred in games:
                blurred.matrix = search.blurred(blurred.matrix, self.noise, noise.getrandbits(_SEED_BITS))
                search.solve(blurred)
        return about_first_bids(games) if turn.slot is None else about_answers(games[0], turn)

    def _effects(self, search: Search, s: State, left: SearchBudget, noise: random.Random | None) -> Thought:
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
        if not solved and self.values in FITTED:
            turns = TURNS if s.turn >= _SOLVED_FROM else _GLANCE
            for move in sorted(values, key=lambda move: -values[move]):
                if not left.go_on(PRICES[s.turn]):
                    break
                deeper[move] = sign * search.worth(after[move], turns)
        if len(deeper) > 1:  # one alone has nothing to be compared with
            values = deeper
        if noise is not None:
            blurred = search.blurred([list(values.values())], self.noise, noise.getrandbits(_SEED_BITS))
            values = dict(zip(values, blurred[0], strict=True))
        return about_effects(values, 1.0 if solved else len(deeper) / len(after))

    def _solves(self, s: State) -> bool:
        return s.turn > TURNS - self.turns_exact

    def _iterations(self, budget: Budget) -> int | None:
        given = [most for most in (self.iterations, budget.iterations) if most is not None]
        return min(given) if given else None


@lru_cache(maxsize=16)
def _search(layout: str, backend: Backend, utility: Utility, values: Values) -> Search:
    return Search(Chronicles.from_options({"layout": layout}, backend), utility, fitted_network(values))
