"""A bot, asked for its decisions one by one, or for those in every position of a family: written down as a plan."""

import random

import numpy as np

from ewala.core.state import State
from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.perfection.book import HANDS
from ewala.games.kingdom_run.perfection.family import Array, Family
from ewala.games.kingdom_run.perfection.solution import Solution
from ewala.games.kingdom_run.perfection.solving import SEATS, Plan
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import FIRST_OF_SIZE, REROLLS, REROLLS_FROM
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, DICE, SOW
from ewala.games.kingdom_run.rules.state import State as Record
from ewala.kit.effort import Watch
from ewala.kit.yardstick import Contender


def choice_of(contender: Contender, game: KingdomRun, data: bytes, rng: random.Random) -> int:
    """What it does; where there is one move, it is not asked."""
    moves = game.engine.legal(data)
    if len(moves) == 1:
        return moves[0]
    view = State(game, data).view(game.seats[game.engine.to_act(data)])
    return game.move_code(contender.bot.choose(view, budget=contender.budget, rng=rng))


def end_of_turn(contender: Contender, game: KingdomRun, data: bytes, rng: random.Random) -> bytes:
    """Where it brings a turn in which actions are being chosen."""
    while Record.unpack(data).phase in (ACT, SOW):
        data = game.engine.apply(data, choice_of(contender, game, data, rng))
    return data


FOUR = FIRST_OF_SIZE[DICE]
Written = tuple[Array, Array]  # for each position, whoever moves: what is kept of each roll, where four dice end up


def plan_of(seats: tuple[Written | None, Written | None]) -> Plan:
    """A plan for the seats that have something written down; the others play their best against it."""
    written = next(one for one in seats if one is not None)
    keeps, goals = (np.zeros((SEATS, *part.shape), np.int64) for part in written)
    for seat, one in enumerate(seats):
        if one is not None:
            keeps[seat], goals[seat] = one
    return Plan(np.array([one is not None for one in seats], np.int64), keeps, goals)


def perfect(solution: Solution) -> Written:
    """What the perfect player does."""
    keeps, goals = _blank(solution.family)
    for number in solution.family.alive():
        kept, goals[number] = solution.hands(number)
        for hand in range(HANDS):
            parts = REROLLS[REROLLS_FROM[FOUR + hand] : REROLLS_FROM[FOUR + hand + 1]]
            keeps[number, hand] = max(parts, key=kept.__getitem__)
    return keeps, goals


def asked(contender: Contender, family: Family, seed: int, watch: Watch) -> Written:
    """What a bot does: asked for each roll what it keeps, and for each four dice to play them to the end of the turn.

    One that decides by lot is held to the lot that it draws here, the same for the same seed.
    """
    keeps, goals = _blank(family)
    alive = family.alive()
    for done, number in enumerate(alive):
        data = family.data(number)
        for hand in range(HANDS):
            rolled = family.game.engine.apply(data, codes.ROLLED + FOUR + hand)
            rng = random.Random(f"{seed}, {number}, {hand}")
            keeps[number, hand] = kept_after(rolled, choice_of(contender, family.game, rolled, rng))
            acting = family.game.engine.apply(rolled, codes.REROLLED)
            goals[number, hand] = family.number(end_of_turn(contender, family.game, acting, rng))
        watch((done + 1) / len(alive))
    return keeps, goals


def _blank(family: Family) -> Written:
    shape = len(family), HANDS
    return np.zeros(shape, np.int64), np.zeros(shape, np.int64)
