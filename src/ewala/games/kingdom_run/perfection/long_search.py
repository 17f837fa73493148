"""Turns of a bot's own games on the usual circuit, judged by a search many times as long as its own.

A reroll is judged by the whole turn, every roll and as many boards as there is room for; the end that a bot comes to,
and those that it could have come to, by all that the next player can make of each. The search ends in the same fitted
values as the bots': it sees what they miss, not what they are wrong about together.
"""

import random
from dataclasses import dataclass

from ewala.core.engine import CHANCE_NODE, OVER_NODE, Rng
from ewala.games.kingdom_run.bots.bot import ITERATION, kept_after
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.workspace import POOLED
from ewala.games.kingdom_run.perfection.asking import choice_of, end_of_turn
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, KEEP
from ewala.games.kingdom_run.rules.state import State as Record
from ewala.kit.yardstick import Contender

TURNS_A_GAME = 10  # that are looked at, about
WIDE = 1000  # boards gone on with: as many as there is room for
GLANCE, CLOSE = 4, 60  # likewise, in the next player's turn: for all ends, and for the best of them
BEST = 8


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a bot's own game: as its dice lay first, and as they lay when it began to act."""

    rolled: bytes
    acting: bytes


@dataclass(frozen=True, slots=True)
class Judged:
    """What a turn's decisions cost, in winning chance."""

    reroll: float
    actions: float
    iterations: float  # that judging took, in those of a bot's budget


def own_turns(contender: Contender, many: int, seed: int) -> list[Turn]:
    """So many turns, with something to decide, of games that a bot plays against itself."""
    game = KingdomRun.from_options({"players": "KS"})
    found: list[Turn] = []
    number = 0
    while len(found) < many * 2 or number * TURNS_A_GAME < many:
        found += _turns(contender, game, f"{seed}, {number}")
        number += 1
    return random.Random(seed).sample(found, many)


def _turns(contender: Contender, game: KingdomRun, seed: str) -> list[Turn]:
    engine = game.engine
    rngs = {seat: random.Random(f"{seed}, {seat}") for seat in game.seats}
    dice = Rng(random.Random(seed).getrandbits(60))
    data, rolled, found = engine.start(), b"", []
    while (acts := engine.to_act(data)) != OVER_NODE:
        if acts == CHANCE_NODE:
            data = engine.apply(data, engine.sample(data, dice))
        else:
            data = engine.apply(data, choice_of(contender, game, data, rngs[game.seats[acts]]))
        phase = Record.unpack(data).phase
        if phase == KEEP:
            rolled = data
        elif phase == ACT and rolled:
            if len(engine.legal(data)) > 1:
                found.append(Turn(rolled, data))
            rolled = b""
    return found


def judged(contender: Contender, turn: Turn, search: TurnSearch, seed: int) -> Judged:
    """What the bot decides in a turn, held against the best that a long search finds."""
    game, met = search.game, search.met
    rng = random.Random(f"{seed}, {turn.rolled.hex()}")
    kept = search.look(turn.rolled, width=WIDE).kept
    chosen = kept[kept_after(turn.rolled, choice_of(contender, game, turn.rolled, rng))]
    best = max(kept[kept_after(turn.rolled, move)] for move in game.engine.legal(turn.rolled))
    actions = _cost_of_actions(contender, turn.acting, search, rng)
    return Judged(best - chosen, actions, (search.met - met) / ITERATION)


def _cost_of_actions(contender: Contender, acting: bytes, search: TurnSearch, rng: random.Random) -> float:
    mover = Record.unpack(acting).seat
    end = end_of_turn(contender, search.game, acting, rng)
    found = {one.board for one in search.ends(acting, width=WIDE, most=POOLED)}
    glances = {board: search.look(board, width=GLANCE).shares[mover] for board in sorted(found)}
    best = sorted(glances, key=lambda board: -glances[board])[:BEST]
    values = {board: search.look(board, width=CLOSE).shares[mover] for board in {*best, end}}
    return max(values.values()) - values[end]
