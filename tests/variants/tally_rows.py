"""Rows of a simulation as a game's tally fills them in: by some moves, at the end, in a whole game at random."""

import importlib
from collections.abc import Callable
from typing import Any

from ewala.core.engine import Rng
from ewala.core.rng import draw
from ewala.core.roles import CHANCE
from ewala.core.state import State

Row = dict[str, Any]


def shown(row: Any, place: Callable[[str, int], str]) -> Row:
    """The fields that are not 0: by name, and where a field has places, by what `place` says of them."""
    found: Row = {}
    for name, value in vars(row).items():
        places = {f"{name} {place(name, n)}": each for n, each in enumerate(value)} if isinstance(value, list) else {}
        found |= {field: each for field, each in (places or {name: value}).items() if each}
    return found


def note(state: State, move: str, row: Any) -> None:
    game: Any = state.game
    importlib.import_module(game.tally).note(game.interpreted.look(state.data), game.rules, game.move_code(move), row)


def close(state: State, row: Any) -> None:
    game: Any = state.game
    scores = [0] * 2 * len(game.seats)
    importlib.import_module(game.tally).close(game.interpreted.look(state.data), game.rules, scores, row)


def noted(state: State, *moves: str) -> Any:
    """The row after these moves."""
    row = blank(state.game)
    for move in moves:
        note(state, move, row)
        state = state.play(move)
    return row


def closed(state: State) -> Any:
    """The row of a game that has ended so."""
    row = blank(state.game)
    close(state, row)
    return row


def blank(game: Any) -> Any:
    return importlib.import_module(game.tally).Tally()


def played(game: Any, seed: int) -> tuple[Any, list[tuple[State, str]]]:
    """A game at random: its row, and each position with the move that was made in it."""
    row, rng, state, moves = blank(game), Rng(seed), game.start(), list[tuple[State, str]]()
    while state.to_act is not None:
        if state.to_act is CHANCE:
            move = state.sample(rng)
        else:
            words, legal = [rng.word], state.moves()
            move, rng.word = legal[draw(words, len(legal))], words[0]
        note(state, move, row)
        moves.append((state, move))
        state = state.play(move)
    close(state, row)
    return row, [*moves, (state, "")]
