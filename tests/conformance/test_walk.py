"""The kernel-level walks do what their names say: held against the plain definitions."""

from typing import Any

from ewala.core.engine import Interpreted, Rng
from ewala.core.game import Game


class Records(list[Any]):
    """An array of records as numpy has it: what is assigned is copied."""

    def __setitem__(self, at: Any, record: Any) -> None:
        super().__setitem__(at, type(record).unpack(record.pack()))


def test_walking_a_stack_of_positions_counts_what_perft_defines(plain_game: Game) -> None:
    engine: Any = plain_game.engine
    assert isinstance(engine, Interpreted)
    rng = Rng(5)
    state = plain_game.start()
    for _ in range(12):  # past the roll, or the deal
        state = state.play(state.sample(rng) if state.chances() else state.moves()[0])
    for depth in range(3 if len(state.moves()) > 20 else 4):
        stack = Records(engine._load(state.data) for _ in range(max(depth, 1)))
        moves = engine._numbers(depth + 2, engine._codes.MOST_MOVES)
        assert engine._walk.perft(stack, engine._table, moves, depth) == engine.perft(state.data, depth)


def test_playing_many_games_out_is_playing_one_after_another(plain_game: Game) -> None:
    engine: Any = plain_game.engine
    one_by_one, together = [Rng(2).word], [Rng(2).word]
    moves = engine._numbers(engine._codes.MOST_MOVES)
    plies = 0
    for _ in range(2):
        s = engine._load(engine.start())
        plies += engine._walk.play_out(s, engine._table, moves, one_by_one)
        assert engine.to_act(s.pack()) == -2
    states, blank = Records([engine._load(b"")]), Records([engine._load(b"")])
    assert engine._walk.play_out_many(states, blank, engine._table, moves, together, 2) == plies
    assert together == one_by_one
    assert states[0].pack() == s.pack()
