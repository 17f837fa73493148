"""The kernel-level walks do what their names say: held against the plain definitions."""

from collections.abc import Callable, Iterator
from typing import Any

from ewala.core.engine import CHANCE_NODE, OVER_NODE, Interpreted, Rng
from ewala.core.game import Game
from ewala.core.packed import Copies
from ewala.core.rng import draw
from ewala.core.state import State

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def test_walking_a_stack_of_positions_counts_what_perft_defines(plain_game: Game) -> None:
    engine: Any = plain_game.engine
    assert isinstance(engine, Interpreted)
    rng = Rng(5)
    state = plain_game.start()
    for _ in range(12):  # past the roll, or the deal
        state = state.play(state.sample(rng) if state.chances() else state.moves()[0])
    for depth in range(3 if len(state.moves()) > 20 else 4):
        stack = Copies(engine._load(state.data) for _ in range(max(depth, 1)))
        moves = engine._numbers(depth + 2, engine._most_moves)
        assert engine._walk.perft(stack, engine._rules, moves, depth) == engine.perft(state.data, depth)


def one_move(engine: Any, data: bytes, rng: Rng) -> bytes:
    """A chance move, or the one at the drawn place of the list."""
    if engine.to_act(data) == CHANCE_NODE:
        return bytes(engine.apply(data, engine.sample(data, rng)))
    legal, words = engine.legal(data), [rng.word]
    move, rng.word = legal[draw(words, len(legal))], words[0]
    return bytes(engine.apply(data, move))


def test_from_any_position_what_is_picked_is_what_the_list_has_at_the_drawn_place(plain_game: Game) -> None:
    """`pick` and `play_on` never list the moves, and yet choose as if they did."""
    engine: Any = plain_game.engine
    rng, data, pauses = Rng(3), engine.start(), 0
    while engine.to_act(data) != OVER_NODE:
        s, words, there = engine._load(data), [rng.word], Rng(0)
        moves = engine._kernel.play_on(s, engine._rules, words)
        there.word, after = rng.word, data
        for _ in range(moves):
            after = one_move(engine, after, there)
        assert (s.pack(), words[0]) == (after, there.word)
        pauses += moves == 1
        if engine.to_act(data) != CHANCE_NODE:
            legal, words = engine.legal(data), [rng.word]
            picked = engine._kernel.pick(engine.look(data), engine._rules, words)
            assert picked == legal[draw([rng.word], len(legal))]
        data = one_move(engine, data, rng)
    assert pauses > 5


def test_whatever_is_drawn_a_decision_is_picked_as_if_from_the_list(plain_game: Game, playing: Playing) -> None:
    engine: Any = plain_game.engine
    for seed in range(3):
        for number, (state, _) in enumerate(playing(plain_game, seed)):
            if state.to_act in plain_game.seats:
                legal, s = engine.legal(state.data), engine.look(state.data)
                for word in range(3):
                    first = Rng(3 * number + word).word
                    assert engine._kernel.pick(s, engine._rules, [first]) == legal[draw([first], len(legal))]


def test_playing_many_games_out_is_playing_one_after_another(plain_game: Game) -> None:
    engine: Any = plain_game.engine
    one_by_one, together = [Rng(2).word], [Rng(2).word]
    plies = 0
    for _ in range(2):
        s = engine._load(engine.start())
        plies += engine._walk.play_out(s, engine._rules, one_by_one)
        assert engine.to_act(s.pack()) == OVER_NODE
    states, blank = Copies([engine._load(b"")]), Copies([engine._load(b"")])
    assert engine._walk.play_out_many(states, blank, engine._rules, together, 2) == plies
    assert together == one_by_one
    assert states[0].pack() == s.pack()
