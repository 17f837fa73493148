"""A game between our strongest bot and OpenSpiel's search, on OpenSpiel's own states.

Chance is drawn for a deal and the number of the draw, so that every seat of a deal meets the same deal and dice.
"""

import hashlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate, count
from typing import Any

import msgspec
import pyspiel

from ewala.core.dice import Dice
from ewala.envs.openspiel import register
from ewala.envs.openspiel.game import EwalaGame
from ewala.envs.openspiel.opponents import opponent
from ewala.envs.openspiel.state import EwalaState
from ewala.games.roster import strongest
from ewala.kit.bot import Bot, Budget


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what, and how long they think: all that decides how a game of a deal goes."""

    game: str  # as OpenSpiel loads it
    simulations: int  # theirs, for each decision
    exploration: float  # theirs, the constant of UCT
    compiled_rollouts: bool = False
    seconds: float | None = None  # ours, for each decision; else iterations
    iterations: int | None = None
    seed: int = 1

    @property
    def budget(self) -> Budget:
        return Budget(seconds=self.seconds, iterations=self.iterations)

    def load(self) -> EwalaGame:
        register()
        game: EwalaGame = pyspiel.load_game(self.game)
        return game


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game. Moves without a choice are nobody's decisions."""

    deal: int
    seat: int  # ours
    share: float  # of the win, ours
    moves: int
    our_decisions: int
    our_seconds: float
    their_decisions: int
    their_seconds: float
    end: str  # the last position


@dataclass
class _Side:
    """How much somebody has thought."""

    choose: Callable[[EwalaState], int]
    decisions: int = 0
    seconds: float = 0.0

    def decide(self, state: EwalaState) -> int:
        begun = time.perf_counter()
        move = self.choose(state)
        self.seconds += time.perf_counter() - begun
        self.decisions += 1
        return move


@dataclass
class _Chance:
    """The dice of a deal, drawn by number."""

    dice: Dice
    number: Any = field(default_factory=count)

    def draw(self, state: EwalaState) -> int:
        weights = state.board.weights()
        at = self.dice.pick(list(accumulate(weight for _, weight in weights)), "match", next(self.number))
        return weights[at][0]


def play_game(contest: Contest, deal: int, seat: int) -> Played:
    """One game, with our bot in a seat and OpenSpiel's in the others."""
    game = contest.load()
    seed = _seed(contest.seed, deal, seat)
    bot = strongest(game.compiled.game.name).bot
    ours = _Side(_chooser(bot, contest.budget, random.Random(seed)))
    theirs = _Side(
        opponent(
            game,
            simulations=contest.simulations,
            exploration=contest.exploration,
            compiled_rollouts=contest.compiled_rollouts,
            seed=seed,
        )
    )
    chance = _Chance(Dice(hashlib.sha256(f"match {contest.seed} {deal}".encode()).digest()))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            move = chance.draw(state)
        elif len(state.board.moves) == 1:
            move = state.board.moves[0]
        else:
            move = (ours if state.current_player() == seat else theirs).decide(state)
        state.apply_action(move)
    winners = state.position.winners()
    return Played(
        deal=deal,
        seat=seat,
        share=(game.compiled.game.seats[seat] in winners) / len(winners),
        moves=len(state.history()),
        our_decisions=ours.decisions,
        our_seconds=round(ours.seconds, 6),
        their_decisions=theirs.decisions,
        their_seconds=round(theirs.seconds, 6),
        end=str(state),
    )


def warm_up(contest: Contest) -> None:
    """Compile, or load, all that a game needs, so that nobody's clock runs meanwhile."""
    quick = msgspec.structs.replace(contest, simulations=2, seconds=None, iterations=50)
    for seat in range(2):
        play_game(quick, -1, seat)


def _chooser(bot: Bot, budget: Budget, rng: random.Random) -> Callable[[EwalaState], int]:
    """Our bot, from its seat's view."""

    def choose(state: EwalaState) -> int:
        position = state.position
        view = position.view(position.game.seats[state.current_player()])
        return position.game.move_code(bot.choose(view, budget=budget, rng=rng))

    return choose


def _seed(*parts: int) -> int:
    digest = hashlib.sha256(" ".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1  # OpenSpiel wants 31 bits
