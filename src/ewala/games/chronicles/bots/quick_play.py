"""Whole turns at a glance: a few of each side's bids, one turn ahead. For the many positions that a fit needs."""

from typing import Any

from ewala.core.kernels import kernel
from ewala.core.rng import draw
from ewala.games.chronicles.bots.matrix_game import solve
from ewala.games.chronicles.bots.turn_search import pair_worth, worth
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules.choice import pick, pick_bid
from ewala.games.chronicles.rules.effects import bid
from ewala.games.chronicles.rules.kernel import apply, is_chance, sample, setup
from ewala.games.chronicles.rules.legality import legal
from ewala.games.chronicles.rules.state import EFFECT, SLOTS

__all__ = ["deal", "play_turn", "wander"]

_GLANCES = 4  # slots that the first bidder thinks of
_RUNES = 4  # and runes for each
_ANSWERS = 10  # bids that the second bidder thinks of
_FINE = 1 << 20


@kernel
def deal(work: Any, rng: Any) -> None:
    """A new game on level 0, which must be blank, up to the first bid."""
    setup(work.stack[0], work.rules)
    while is_chance(work.stack[0]):
        apply(work.stack[0], work.rules, sample(work.stack[0], work.rules, rng))


@kernel
def play_turn(work: Any, whim: int, rng: Any) -> None:
    """A turn on level 0; with a probability of `whim` percent its bids are random."""
    if draw(rng, 100) < whim:
        bid_at_random(work, rng)
    else:
        _bid_at_a_glance(work, rng)
    while work.stack[0].phase == EFFECT:
        _decide(work)


@kernel
def bid_at_random(work: Any, rng: Any) -> None:
    """Both bids of a turn, any that are legal."""
    for _ in range(2):
        apply(work.stack[0], work.rules, pick_bid(work.stack[0], rng))


@kernel
def wander(work: Any, rng: Any) -> None:
    """A turn of random bids on level 0; half of its effects are any, the others the best at a glance."""
    bid_at_random(work, rng)
    while work.stack[0].phase == EFFECT:
        if draw(rng, 2):
            _decide(work)
        else:
            apply(work.stack[0], work.rules, pick(work.stack[0], work.rules, rng))


@kernel
def _bid_at_a_glance(work: Any, rng: Any) -> None:
    """Both bids of a turn, from small games of randomly chosen bids."""
    sign = 1 - 2 * work.stack[0].initiative
    game, chosen = work.games[0], work.moves[0]
    best = -1e9
    rune, slot, answer, place = 0, 0, 0, 0
    for _ in range(_GLANCES):
        n = legal(work.stack[0], work.rules, work.moves[1])
        there = (work.moves[1][draw(rng, n)] - codes.BID_MADE) % SLOTS
        for i in range(_RUNES):
            chosen[i] = (work.moves[1][draw(rng, n)] - codes.BID_MADE) // SLOTS
        work.stack[1] = work.stack[0]
        bid(work.stack[1], chosen[0], there)
        n = legal(work.stack[1], work.rules, work.moves[1])
        for j in range(_ANSWERS):
            chosen[_RUNES + j] = work.moves[1][draw(rng, n)] - codes.BID_MADE
        for i in range(_RUNES):
            for j in range(_ANSWERS):
                theirs = chosen[_RUNES + j]
                game[i][j] = sign * pair_worth(work, 0, chosen[i], there, theirs // SLOTS, theirs % SLOTS, 1)
        value = solve(game, _RUNES, _ANSWERS, work.tableau, work.names, work.x, work.y)
        if value > best:
            best = value
            slot = there
            rune = chosen[drawn(work.x, _RUNES, rng)]
            theirs = chosen[_RUNES + drawn(work.y, _ANSWERS, rng)]
            answer, place = theirs // SLOTS, theirs % SLOTS
    bid(work.stack[0], rune, slot)
    bid(work.stack[0], answer, place)


@kernel
def drawn(strategy: Any, n: int, rng: Any) -> int:
    """One of `n` choices, each with its probability."""
    left = draw(rng, _FINE) / _FINE
    for i in range(n):
        left -= strategy[i]
        if left < 0:
            return i
    best = 0
    for i in range(n):
        if strategy[i] > strategy[best]:
            best = i
    return best


@kernel
def _decide(work: Any) -> None:
    """An effect, the best one at a glance."""
    sign = 1 - 2 * (work.stack[0].deciding[0] >> 4)
    best = -1e9
    move = 0
    for n in range(legal(work.stack[0], work.rules, work.moves[0])):
        work.stack[1] = work.stack[0]
        apply(work.stack[1], work.rules, work.moves[0][n])
        value = sign * worth(work, 1, 0)
        if value > best:
            best = value
            move = work.moves[0][n]
    apply(work.stack[0], work.rules, move)
