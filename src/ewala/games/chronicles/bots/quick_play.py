"""Whole turns at a glance: a few of each side's bids, one turn ahead. For the many positions that a fit needs."""

from typing import Any

from ewala.core.kernels import kernel
from ewala.core.rng import draw
from ewala.games.chronicles.bots.matrix_game import solve
from ewala.games.chronicles.bots.turn_search import pair_worth, worth
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules.effects import bid
from ewala.games.chronicles.rules.kernel import apply, is_chance, sample, setup
from ewala.games.chronicles.rules.legality import legal
from ewala.games.chronicles.rules.state import EFFECT, SLOTS

__all__ = ["play_to"]

_GLANCES = 4  # slots that the first bidder thinks of
_RUNES = 4  # and runes for each
_ANSWERS = 10  # bids that the second bidder thinks of
_FINE = 1 << 20


@kernel
def play_to(desk: Any, turn: int, whim: int, rng: Any) -> None:
    """Deal and play on the desk's level 0 up to the start of a turn; `whim` percent of the turns' bids are random."""
    setup(desk.stack[0], desk.rules)
    while is_chance(desk.stack[0]):
        apply(desk.stack[0], desk.rules, sample(desk.stack[0], desk.rules, rng))
    while desk.stack[0].turn < turn:
        if draw(rng, 100) < whim:
            for _ in range(2):
                n = legal(desk.stack[0], desk.rules, desk.moves[0])
                apply(desk.stack[0], desk.rules, desk.moves[0][draw(rng, n)])
        else:
            _bid_at_a_glance(desk, rng)
        while desk.stack[0].phase == EFFECT:
            _decide(desk)


@kernel
def _bid_at_a_glance(desk: Any, rng: Any) -> None:
    """Both bids of a turn, from small games of randomly chosen bids."""
    sign = 1 - 2 * desk.stack[0].initiative
    game, chosen = desk.games[0], desk.moves[0]
    best = -1e9
    rune, slot, answer, place = 0, 0, 0, 0
    for _ in range(_GLANCES):
        n = legal(desk.stack[0], desk.rules, desk.moves[1])
        there = (desk.moves[1][draw(rng, n)] - codes.BID_MADE) % SLOTS
        for i in range(_RUNES):
            chosen[i] = (desk.moves[1][draw(rng, n)] - codes.BID_MADE) // SLOTS
        desk.stack[1] = desk.stack[0]
        bid(desk.stack[1], chosen[0], there)
        n = legal(desk.stack[1], desk.rules, desk.moves[1])
        for j in range(_ANSWERS):
            chosen[_RUNES + j] = desk.moves[1][draw(rng, n)] - codes.BID_MADE
        for i in range(_RUNES):
            for j in range(_ANSWERS):
                theirs = chosen[_RUNES + j]
                game[i, j] = sign * pair_worth(desk, 0, chosen[i], there, theirs // SLOTS, theirs % SLOTS, 1)
        value = solve(game, _RUNES, _ANSWERS, desk.tableau, desk.names, desk.x, desk.y)
        if value > best:
            best = value
            slot = there
            rune = chosen[drawn(desk.x, _RUNES, rng)]
            theirs = chosen[_RUNES + drawn(desk.y, _ANSWERS, rng)]
            answer, place = theirs // SLOTS, theirs % SLOTS
    bid(desk.stack[0], rune, slot)
    bid(desk.stack[0], answer, place)


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
def _decide(desk: Any) -> None:
    """An effect, the best one at a glance."""
    sign = 1 - 2 * (desk.stack[0].deciding[0] >> 4)
    best = -1e9
    move = 0
    for n in range(legal(desk.stack[0], desk.rules, desk.moves[0])):
        desk.stack[1] = desk.stack[0]
        apply(desk.stack[1], desk.rules, desk.moves[0][n])
        value = sign * worth(desk, 1, 0)
        if value > best:
            best = value
            move = desk.moves[0][n]
    apply(desk.stack[0], desk.rules, move)
