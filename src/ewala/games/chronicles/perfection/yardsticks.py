"""The Chronicles' yardsticks: best responses over the last turns, exact; `responder.py` has one for whole games."""

import random
from collections.abc import Iterator, Sequence

from ewala.core.engine import Rng
from ewala.core.state import State
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.payoffs import Utility
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.perfection.best_response import Known, gain
from ewala.games.chronicles.perfection.strategies import Strategies
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import BID, TURNS
from ewala.games.chronicles.rules.state import State as Record
from ewala.kit.bot import own_game
from ewala.kit.yardstick import Column, Contender, Figure, Findings, Sampling, Yardstick, mean_with_reach

__all__ = ["YARDSTICKS", "known_from", "own_position"]

SOLVED = 2  # turns at the end that a bot without errors solves; what nobody gains there is measured, too
LONGEST = 3


def last_turns(contenders: Sequence[Contender], sampling: Sampling) -> Iterator[Findings]:
    """What a best response gains over the last turn, the last two, the last three; from its own games."""
    for n, turns in enumerate(range(1, LONGEST + 1)):
        found = Findings(_TITLES[turns], _COLUMNS, notes=[_NOTE])
        for m, contender in enumerate(contenders):
            gains: dict[Utility, list[float]] = {"win": [], "result": []}
            for number in range(sampling.samples):
                state = own_position(contender, TURNS + 1 - turns, f"{sampling.seed}, {number}")
                strategies = Strategies(contender, own_game(state.view("O"), Chronicles), sampling.seed)
                for utility in _measurable(strategies, turns):
                    gains[utility].append(_of_both(strategies, state, utility, turns))
                done = (m + (number + 1) / sampling.samples) / len(contenders)
                sampling.watch((n + done) / LONGEST)
            found.rows.append(_row(contender.label, sampling.samples, gains))
            yield found


def own_position(contender: Contender, turn: int, seed: str) -> State:
    """The start of a turn in a game that a bot plays against itself."""
    rng = random.Random(seed)
    state, dice = Chronicles.from_options({}).start(), Rng(rng.getrandbits(60))
    while True:
        s = Record.unpack(state.data)
        if s.turn == turn and s.phase == BID and not s.pending:
            return state
        if isinstance(state.to_act, str):
            state = state.play(contender.bot.choose(state.view(state.to_act), budget=contender.budget, rng=rng))
        else:
            state = state.play(state.sample(dice))


_NOTE = "Gains are the mean of both seats', in winning chance; positions come from each bot's own games."
_TITLES = {
    1: "What a best response gains over the last turn",
    2: "What a best response gains over the last two turns",
    3: "What a best response gains over the last three turns",
}
_COLUMNS = (
    Column("bot", "bot"),
    Column("positions", "positions"),
    Column("gain", "gain", ".3%"),
    Column("reach", "±", ".3%"),
    Column("most", "most", ".3%"),
    Column("own", "in its own payoff", ".3%"),
    Column("own_reach", "±", ".3%"),
    Column("own_most", "most", ".3%"),
)


def _measurable(strategies: Strategies, turns: int) -> tuple[Utility, ...]:
    """The payoffs in which that many turns can be gone through: all of them for one, the tree being small.

    Two take too long where a bot has to be asked again and again, and three need the values of the last two, which are
    known of a bot that solves them, for the payoff that it solves them for.
    """
    if turns == 1 or (turns == SOLVED and strategies.exact):
        return "win", "result"
    solves = strategies.bot is not None and strategies.bot.turns_exact >= SOLVED
    return ("win",) if solves else ()


def _of_both(strategies: Strategies, state: State, utility: Utility, turns: int) -> float:
    """The mean gain of both seats, as a part of a win."""
    known = known_from(TURNS + 1 - SOLVED, state, utility) if turns > SOLVED else (lambda data: None)
    return sum(gain(strategies, state, seat, utility, known) for seat in state.game.seats) / len(state.game.seats) / 2


def known_from(turn: int, state: State, utility: Utility) -> Known:
    """The values of public positions from a turn on, for somebody who solves that turn and all after it."""
    search = Search(own_game(state.view("O"), Chronicles), utility, fitted_network())

    def known(data: bytes) -> float | None:
        s = Record.unpack(data)
        return search.worth(s, TURNS) if s.turn >= turn and s.phase == BID and not s.pending else None

    return known


def _row(label: str, positions: int, gains: dict[Utility, list[float]]) -> dict[str, Figure]:
    row: dict[str, Figure] = {"bot": label, "positions": positions}
    result, win = gains["result"], gains["win"]
    for numbers, names in ((result, ("gain", "reach", "most")), (win, ("own", "own_reach", "own_most"))):
        if numbers:
            row |= dict(zip(names, (*mean_with_reach(numbers), max(numbers)), strict=True))
    return row


YARDSTICKS = (Yardstick("last-turns", "what a best response gains over the last turns, exactly", 20, last_turns),)
