"""The Chronicles' yardsticks: best responses over the last turns, exact; `responder.py` has one for whole games."""

import random
from collections.abc import Iterator, Sequence

from ewala.core.engine import Rng
from ewala.core.state import State
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.payoffs import Utility
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.perfection.best_response import Known, gain
from ewala.games.chronicles.perfection.strategies import Strategies, mixing
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import BID, TURNS
from ewala.games.chronicles.rules.state import State as Record
from ewala.kit.bot import own_game
from ewala.kit.yardstick import Column, Contender, Figure, Findings, Sampling, Yardstick, mean_with_reach

SOLVED = 2  # turns at the end that a bot without errors solves; what nobody gains there is measured, too


def last_turns(contenders: Sequence[Contender], sampling: Sampling) -> Iterator[Findings]:
    """What a best response gains over the last turn, the last two, the last three; from its own games."""
    exact = [one for one in contenders if mixing(one.bot)]
    solving = [one for one in exact if (bot := mixing(one.bot)) and bot.turns_exact >= SOLVED]
    measured = [(turns, one) for turns, some in enumerate((contenders, exact, solving), 1) for one in some]
    tables = {turns: Findings(_TITLES[turns], _COLUMNS, notes=_notes(turns)) for turns, _ in measured}
    if others := ", ".join(one.label for one in contenders if one not in exact):
        tables[1].notes.append(_LAST_TURN_ONLY.format(bots=others))
    for n, (turns, contender) in enumerate(measured):
        gains: dict[Utility, list[float]] = {"win": [], "result": []}
        for number in range(sampling.samples):
            state = own_position(contender, TURNS + 1 - turns, f"{sampling.seed}, {number}")
            strategies = Strategies(contender, own_game(state.view("O"), Chronicles), sampling.seed)
            for utility in _payoffs(turns):
                gains[utility].append(_of_both(strategies, state, utility, turns))
            sampling.watch((n + (number + 1) / sampling.samples) / len(measured))
        tables[turns].rows.append(_row(contender.label, sampling.samples, gains))
        yield tables[turns]


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
_LAST_TURN_ONLY = "Of {bots} the last turn alone: how often they play what has to be seen, too slow over more turns."
_OWN_PAYOFF_ONLY = "In a bot's own payoff alone: for it the last two turns are solved, and their values known."
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


def _notes(turns: int) -> list[str]:
    return [_NOTE] if turns <= SOLVED else [_NOTE, _OWN_PAYOFF_ONLY]


def _payoffs(turns: int) -> tuple[Utility, ...]:
    """The payoffs in which that many turns can be gone through: three need the values of the last two, which are known
    for the payoff that a bot solves them for."""
    return ("win", "result") if turns <= SOLVED else ("win",)


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
