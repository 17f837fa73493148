"""The kernel-level walks do what their names say: held against the plain definitions."""

from typing import Any

from ewala.core.engine import CHANCE_NODE, OVER_NODE, Interpreted, Rng
from ewala.core.game import Game
from ewala.core.words import draw


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


def test_playing_on_at_random_takes_the_moves_that_are_drawn_from_the_list(plain_game: Game) -> None:
    """`pick` and `play_on` never list the moves, and yet choose as if they did."""
    engine: Any = plain_game.engine
    listed, played, moves = Rng(3), [Rng(3).word], 0
    s = engine._load(engine.start())
    data = s.pack()
    while engine.to_act(data) != OVER_NODE:
        for _ in range(engine._kernel.play_on(s, engine._table, played)):
            if engine.to_act(data) == CHANCE_NODE:
                move = engine.sample(data, listed)
            else:
                legal, words = engine.legal(data), [listed.word]
                move, listed.word = legal[draw(words, len(legal))], words[0]
            data = engine.apply(data, move)
            moves += 1
        assert (s.pack(), played) == (data, [listed.word])
    assert moves > 20


def test_playing_many_games_out_is_playing_one_after_another(plain_game: Game) -> None:
    engine: Any = plain_game.engine
    one_by_one, together = [Rng(2).word], [Rng(2).word]
    plies = 0
    for _ in range(2):
        s = engine._load(engine.start())
        plies += engine._walk.play_out(s, engine._table, one_by_one)
        assert engine.to_act(s.pack()) == OVER_NODE
    states, blank = Records([engine._load(b"")]), Records([engine._load(b"")])
    assert engine._walk.play_out_many(states, blank, engine._table, together, 2) == plies
    assert together == one_by_one
    assert states[0].pack() == s.pack()
