"""A search plays itself, quickly: of each turn's beginning one keeps the position and what it hoped for."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from ewala.core.engine import Rng
from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.state import ACT, AGAIN, KEEP, OVER, State

__all__ = ["Story", "play_game", "play_turn"]

LOOK_WIDTH = 1  # how wide a look at all rolls is: nearly all of the time goes there, and wider ones teach little more
ACT_WIDTH = 6
NOISE = 0.02  # so that games differ
WILD_GAMES = 0.3  # the part of the games with bad turns in them,
WILD_TURNS = 0.3  # so many,
WILD_NOISE = 0.25  # so bad; an opening is wilder still:
OPENING = 6  # turns


@dataclass(frozen=True)
class Story:
    """A game: positions at the beginning of turns, each seat's outlook there after a look ahead, and the outcome."""

    positions: list[bytes]
    outlooks: list[list[float]]
    outcome: list[float]


def play_game(search: TurnSearch, rng: random.Random) -> Story:
    """One game of a search against itself."""
    data, words = search.game.engine.start(), Rng(rng.getrandbits(60))
    positions: list[bytes] = []
    outlooks: list[list[float]] = []
    wild = rng.random() < WILD_GAMES

    def noise() -> float:
        errs = wild and (len(positions) <= OPENING or rng.random() < WILD_TURNS)
        return WILD_NOISE if errs else NOISE

    while State.unpack(data).phase != OVER:
        positions.append(data)
        data, outlook = play_turn(search, data, words, noise, rng.getrandbits(60))
        outlooks.append(outlook)
    return Story(positions, outlooks, search.judge(data))


def play_turn(
    search: TurnSearch, data: bytes, words: Rng, noise: Callable[[], float], seed: int
) -> tuple[bytes, list[float]]:
    """Where a turn leads, and what each seat could expect before it."""
    engine = search.game.engine
    outlook = search.look(data, width=LOOK_WIDTH)
    shares = [float(share) for share in outlook.shares]
    data = engine.apply(data, engine.sample(data, words))
    if State.unpack(data).phase == KEEP:
        data = engine.apply(data, max(engine.legal(data), key=lambda move: outlook.kept[kept_after(data, move)]))
    if State.unpack(data).phase == AGAIN:
        data = engine.apply(data, engine.sample(data, words))
    if State.unpack(data).phase == ACT:
        data = search.ends(data, width=ACT_WIDTH, most=1, noise=noise(), seed=seed)[0].board
    return data, shares
