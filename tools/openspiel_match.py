"""A game between our strongest bot and OpenSpiel's search, on OpenSpiel's own states.

Chance is drawn for a deal and the number of the draw, so that every seat of a deal meets the same deal and dice.
"""

import hashlib
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, count
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup, UnreadableText
from ewala.core.sentences import Sentence
from ewala.envs.openspiel import register
from ewala.envs.openspiel.game import EwalaGame
from ewala.envs.openspiel.rollouts import CompiledRollouts
from ewala.envs.openspiel.state import EwalaState
from ewala.games.roster import strongest
from ewala.kit.bot import Bot, Budget
from ewala.kit.stats.estimates import Z, wilson
from ewala.lab.cluster.processes import Processes

Opponent = Callable[[EwalaState], int]

_MEGABYTES = 1000  # the most that the tree in C++ may take
_ROLLOUTS = 1  # after each simulation


def opponent(game: EwalaGame, *, simulations: int, exploration: float, compiled_rollouts: bool, seed: int) -> Opponent:
    """Who chooses OpenSpiel's moves; with compiled rollouts the same search is faster, and no stronger."""
    draws = np.random.RandomState(seed)
    if game.compiled.game.hides:
        rollouts = (
            CompiledRollouts(_ROLLOUTS, seed) if compiled_rollouts else mcts.RandomRolloutEvaluator(_ROLLOUTS, draws)
        )
        hidden = ismcts.ISMCTSBot(game, rollouts, exploration, simulations, random_state=draws)
        hidden.set_resampler(lambda state, player: state.resample_from_infostate(player, draws.random_sample))
        return lambda state: int(hidden.step(state))
    if compiled_rollouts:
        rollouts = CompiledRollouts(_ROLLOUTS, seed)
        quick = mcts.MCTSBot(game, exploration, simulations, rollouts, random_state=draws)
        return lambda state: int(quick.step(state))
    evaluator: Any = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, exploration, simulations, _MEGABYTES, True, seed, False)
    return lambda state: int(bot.mcts_search(state).best_child().action)


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


@cache
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


Task = tuple[Contest, int, int]  # deal, our seat


def read(file: Path) -> tuple[Contest | None, list[Played]]:
    """The contest of a file and its games; a last line that was cut off does not count."""
    if not file.exists():
        return None, []
    whole = file.read_bytes().split(b"\n")[:-1]
    found: list[Played] = []
    contest: Contest | None = None
    for number, line in enumerate(whole, 1):
        try:
            if contest is None:
                contest = msgspec.json.decode(line, type=Contest)
            else:
                found.append(msgspec.json.decode(line, type=Played))
        except msgspec.MsgspecError:
            raise UnreadableText(
                f"{file}:{number}", 1, Sentence("a game, as this program writes it"), line[:20].decode(errors="replace")
            ) from None
    return contest, found


def begin(contest: Contest, file: Path) -> list[Played]:
    """Start a file for a contest, or go on with it; returns the games that are there. Raises BadSetup for another's."""
    before, found = read(file)
    if before is not None and before != contest:
        raise BadSetup(
            "openspiel/contest",
            "",
            "{file} holds games with other settings: choose those, or another file",
            file=str(file),
        )
    with file.open("wb") as out:  # anew: without what was cut off
        for line in (contest, *found):
            out.write(msgspec.json.encode(line) + b"\n")
    return found


def play_rest(contest: Contest, deals: int, workers: int, file: Path, found: list[Played]) -> Iterator[Played]:
    """Play what is missing of the deals, from every seat; each game is in the file before it comes out here."""
    there = {(game.deal, game.seat) for game in found}
    seats = contest.load().compiled.seats
    tasks = [(contest, deal, seat) for deal in range(deals) for seat in range(seats) if (deal, seat) not in there]
    if not tasks:
        return
    warm_up(contest)  # before the others start: they find the machine code in the cache
    with file.open("ab", buffering=0) as out:
        for game in _played(tasks, workers):
            out.write(msgspec.json.encode(game) + b"\n")
            yield game


def _played(tasks: list[Task], workers: int) -> Iterator[Played]:
    if workers == 1:
        yield from map(_play, tasks)
        return
    with (
        Processes(min(workers, len(tasks))) as processes,
        closing(processes.each(_play, tasks, lost="match/worker")) as played,
    ):
        for _, game in played:
            yield game


def _play(task: Task) -> Played:
    warm_up(task[0])
    return play_game(*task)


def by_deals(played: Sequence[Played], seats: int) -> tuple[float, float] | None:
    """The 95 % interval of our share, the deal being its unit, since games of a deal have the same dice.

    Only whole deals count; None if there are fewer than two.
    """
    shares = defaultdict(list)
    for game in played:
        shares[game.deal].append(game.share)
    means = [fmean(deal) for deal in shares.values() if len(deal) == seats]
    if len(means) < 2:
        return None
    spread = Z * stdev(means) / sqrt(len(means))
    return max(0.0, fmean(means) - spread), min(1.0, fmean(means) + spread)


def summary(played: Sequence[Played], seats: int) -> str:
    """Our share of the wins, wins and losses, and how long each side thought, in a few lines."""
    if not played:
        return "no games yet"
    share = fmean(game.share for game in played)
    low, high = wilson(share, len(played))
    lines = [f"{len(played)} games: our share {share:.1%}, 95 % interval {low:.1%} to {high:.1%} (games, Wilson)"]
    deals = by_deals(played, seats)
    if deals:
        lines[0] += f", {deals[0]:.1%} to {deals[1]:.1%} (deals)"
    wins, draws = sum(game.share == 1 for game in played), sum(0 < game.share < 1 for game in played)
    lines.append(f"won {wins}, drawn {draws}, lost {len(played) - wins - draws}")
    for name, seconds, decisions in (
        ("ours", [game.our_seconds for game in played], sum(game.our_decisions for game in played)),
        ("theirs", [game.their_seconds for game in played], sum(game.their_decisions for game in played)),
    ):
        a_decision = sum(seconds) / max(1, decisions)
        lines.append(
            f"{name}: {a_decision:.4f} s a decision, {fmean(seconds):.2f} s a game, "
            f"{decisions / len(played):.1f} decisions a game"
        )
    return "\n".join(lines)
