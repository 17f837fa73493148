"""Records of games that were played at random, or of parts of them."""

import random

from ewala.core.dice import Dice
from ewala.core.record import Record, draw_chance
from ewala.core.roles import CHANCE
from ewala.games.registry import game_class

SEED = 5
NAMES = ["Ada", "lookahead", "", "Zoë"]  # of a person, a bot, nobody, and another person


def played(game: str, options: dict[str, object]) -> Record:
    """A game at random."""
    dice = Dice(bytes([SEED]) * 32)
    made = game_class(game).from_options(options)
    record = Record.begin(made, dice=dice, seats=dict(zip(made.seats, NAMES, strict=False)))
    rng, rolls, state = random.Random(SEED), 0, record.start
    while state.to_act is not None:
        if state.to_act is CHANCE:
            move, rolls = draw_chance(state, dice, rolls), rolls + 1
        else:
            move = rng.choice(state.moves())
        record.moves.append(move)
        state = state.play(move)
    return record


def part_of(whole: Record, part: slice) -> Record:
    """Some of a game's moves, and the position from which they set out."""
    before, *_ = list(whole.states())[:-1][part]
    return Record(whole.game, before, whole.moves[part], whole.seats)
