"""The doors of a kernel: what a browser may call, with addresses and plain numbers.

Written for any game and never imported as it stands: `bound.py` gives it a game's twins. Every door goes by the name of
the kernel's function behind it, and its docstring is what the page's programmers read.
"""

import importlib
from typing import TYPE_CHECKING, Any

from ewala.browser.kinds import Count, Features, Moves, Rng, Rows, Rules, Scores, Stack, State, Text, Whole
from ewala.core.engine import CHANCE_NODE, OVER_NODE

if TYPE_CHECKING:
    from ewala.core import any_kernel as rules
    from ewala.core import walk

    spelling: Any = ...
    position_text: Any = ...
    MOST_MOVES: Any = ...
    FEATURES: Any = ...
    SCORES: Any = ...
    TEXT: Any = ...
    DEEPEST: Any = ...

carray: Any = importlib.import_module("numba").carray
int64: Any = importlib.import_module("numba").int64


def setup(s: State, r: Rules) -> None:
    """Writes the first position; the memory must be blank."""
    rules.setup(carray(s, 1)[0], carray(r, 1)[0])


def to_act(s: State, r: Rules) -> Whole:
    """The seat that must decide; -1 where chance does, -2 when the game is over."""
    position = carray(s, 1)[0]
    if rules.is_over(position):
        return OVER_NODE
    if rules.is_chance(position):
        return CHANCE_NODE
    return rules.to_act(position, carray(r, 1)[0])


def legal(s: State, r: Rules, moves: Moves) -> Whole:
    """Writes the codes of all legal moves, rising; returns how many."""
    return rules.legal(carray(s, 1)[0], carray(r, 1)[0], carray(moves, MOST_MOVES))


def why_not(s: State, r: Rules, move: Whole) -> Whole:
    """0 for a legal move, else the number of the reason why it is none."""
    return rules.why_not(carray(s, 1)[0], carray(r, 1)[0], int64(move))


def apply(s: State, r: Rules, move: Whole) -> None:
    """Carries out a legal move, in place."""
    rules.apply(carray(s, 1)[0], carray(r, 1)[0], int64(move))


def chances(s: State, r: Rules, moves: Moves, weights: Moves) -> Whole:
    """Writes every outcome of chance and its weight; returns how many."""
    return rules.chances(carray(s, 1)[0], carray(r, 1)[0], carray(moves, MOST_MOVES), carray(weights, MOST_MOVES))


def sample(s: State, r: Rules, rng: Rng) -> Whole:
    """An outcome of chance, drawn with its probability."""
    return rules.sample(carray(s, 1)[0], carray(r, 1)[0], carray(rng, 1))


def pick(s: State, r: Rules, rng: Rng) -> Whole:
    """A legal decision, each equally likely."""
    return rules.pick(carray(s, 1)[0], carray(r, 1)[0], carray(rng, 1))


def redact(s: State, r: Rules, viewer: Whole) -> None:
    """Forgets what a seat may not know, -1 for a spectator; in place."""
    rules.redact(carray(s, 1)[0], carray(r, 1)[0], int64(viewer))


def seen(s: State, r: Rules, move: Whole, viewer: Whole) -> Whole:
    """What a viewer sees of a move that is made here, as a code."""
    return rules.seen(carray(s, 1)[0], carray(r, 1)[0], int64(move), int64(viewer))


def determinize(s: State, r: Rules, rng: Rng) -> None:
    """Fills in what was forgotten with something possible, in place."""
    rules.determinize(carray(s, 1)[0], carray(r, 1)[0], carray(rng, 1))


def observe(s: State, r: Rules, viewer: Whole, features: Features) -> None:
    """Writes what a learner in the viewer's place sees of a redacted position."""
    rules.observe(carray(s, 1)[0], carray(r, 1)[0], int64(viewer), carray(features, FEATURES))


def scores(s: State, r: Rules, scores: Scores) -> None:
    """Writes the scores as they stand."""
    rules.scores(carray(s, 1)[0], carray(r, 1)[0], carray(scores, SCORES))


def result(s: State, r: Rules, scores: Scores) -> None:
    """Writes the scores as they stand, and who would win with them."""
    rules.result(carray(s, 1)[0], carray(r, 1)[0], carray(scores, SCORES))


def spell(move: Whole, text: Text) -> Whole:
    """Writes a move's text; returns how many letters, 0 for a code that no move has."""
    letters: int = spelling.spell(int64(move), carray(text, TEXT))
    return letters


def spell_position(s: State, r: Rules, text: Text) -> Whole:
    """Writes a position's text, but for what the game leaves to whoever chose it; returns how many letters."""
    letters: int = position_text.spell_position(carray(s, 1)[0], carray(r, 1)[0], carray(text, TEXT))
    return letters


def perft(stack: Stack, r: Rules, rows: Rows, depth: Whole) -> Count:
    """The number of paths of exactly so many moves from the first position of the stack."""
    room = (DEEPEST + 2, MOST_MOVES)
    return float(walk.perft(carray(stack, DEEPEST), carray(r, 1)[0], carray(rows, room), int64(depth)))


def play_out_many(s: State, blank: State, r: Rules, rng: Rng, games: Whole) -> Count:
    """Plays that many whole games at random; returns the number of moves."""
    return float(walk.play_out_many(carray(s, 1), carray(blank, 1), carray(r, 1)[0], carray(rng, 1), int64(games)))
