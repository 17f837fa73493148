"""What holds in every registered game, whatever its rules: its values, walks and counts of paths."""

from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from rules_to_try import counted_paths

import ewala
from ewala.core import defaults
from ewala.core.engine import CHANCE_NODE, OVER_NODE, Interpreted, Rng
from ewala.core.errors import IllegalMove, UnreadableText
from ewala.core.game import Game
from ewala.core.packed import Copies
from ewala.core.rng import draw
from ewala.core.state import State, Viewer
from ewala.games.registry import GAMES, kit_of, load

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]
COUNTS = counted_paths()
COUNTED = sorted({count["game"] for count in COUNTS})


def test_a_game_ends_and_says_how_and_who_has_won(game: Game, playing: Playing) -> None:
    *before, (last, _) = playing(game, 1)
    assert before
    assert last.to_act is None
    assert last.moves() == []
    assert last.chances() == {}
    assert last.ending in game.endings
    assert last.winners()
    assert last.winners() <= set(game.seats)
    best = max(last.scores().values())
    assert {last.scores()[seat] for seat in last.winners()} == {best}


def test_until_the_end_somebody_acts_has_a_move_and_sees_all_of_it(game: Game, playing: Playing) -> None:
    for state, move in playing(game, 1):
        assert list(state.scores()) == list(game.seats)
        chances = state.chances()
        if state.to_act is ewala.CHANCE:
            assert list(chances) == state.moves()
            assert sum(chances.values()) == 1
            assert min(chances.values()) > 0
        else:
            assert chances == {}
        if not move:
            continue
        assert state.to_act in (*game.seats, ewala.CHANCE)
        assert move in state.moves()
        assert state.winners() == set()
        assert state.ending is None
        if state.to_act in game.seats:
            assert state.seen(move, str(state.to_act)) == move
        text, data = state.text, state.data
        state.play(move)
        state.view(game.seats[0])
        assert (state.text, state.data) == (text, data), "playing leaves the position as it was"


def test_states_are_immutable_hashable_values(game: Game) -> None:
    state = game.start()
    with pytest.raises(FrozenInstanceError):
        state.data = b""  # type: ignore[misc]
    assert state == game.start()
    assert hash(state) == hash(game.start())
    later = state.play(state.moves()[0])
    assert later != state
    assert len({state, game.start(), later}) == 2


def test_games_are_equal_when_their_rules_are(game: Game) -> None:
    for same in (type(game)(game.values, "interpreted"), type(game).from_parameters(game.parameters())):
        assert same == game
        assert hash(same) == hash(game)
        assert same.fingerprint == game.fingerprint
    assert len({ewala.load(name).fingerprint for name in GAMES}) == len(GAMES)
    assert game != object()
    assert repr(game).startswith(f"ewala.load({game.name!r}, edition=")


def test_observations_have_one_length_in_a_game(game: Game, playing: Playing) -> None:
    viewers: list[Viewer] = [*game.seats, ewala.SPECTATOR]
    some = [state for state, _ in playing(game, 1)][::7]
    lengths = {len(state.view(viewer).observation()) for state in some for viewer in viewers}
    assert len(lengths) == 1


def test_a_secret_does_not_outlast_the_move_that_follows_it(game: Game, playing: Playing) -> None:
    """Records and logs go by this: of all moves, only the last can be hidden from anybody."""
    viewers: list[Viewer] = [*game.seats, ewala.SPECTATOR]
    hidden: set[Viewer] = set()  # from whom the last move was
    for state, move in playing(game, 1):
        assert {viewer for viewer in viewers if state.view(viewer).data != state.data} <= hidden
        hidden = {viewer for viewer in viewers if move and state.seen(move, viewer) != move}


def test_perft_reports_its_progress_move_by_move(game: Game) -> None:
    heard: list[tuple[int, int]] = []
    start = game.start()
    game.perft(start, 2, progress=lambda done, of: heard.append((done, of)))
    many = len(start.moves())
    assert heard == [(n, many) for n in range(1, many + 1)]
    assert game.perft(start, 0) == 1


def check_count(count: dict[str, Any], backend: str) -> None:
    game = load(count["game"], backend=backend, **count["options"])
    state = game.parse(count["position"])
    assert state.text == count["position"]
    assert game.perft(state, count["depth"]) == count["perft"], state.text


FEW = 8000  # paths, that are soon walked by the interpreter


@pytest.mark.usefixtures("third_game")
@pytest.mark.parametrize("name", COUNTED)
def test_perft_counts_the_paths_kr_11_cr_8(name: str) -> None:
    """As another implementation of the rules has counted them."""
    for count in COUNTS:
        if count["game"] == name and count["perft"] < FEW:
            check_count(count, "interpreted")


@pytest.mark.usefixtures("third_game")
@pytest.mark.parametrize("name", COUNTED, ids="{}-compiled".format)
def test_perft_counts_many_paths_kr_11_cr_8(name: str) -> None:
    for count in COUNTS:
        if count["game"] == name:
            check_count(count, "compiled")


def test_walking_a_stack_of_positions_counts_what_perft_defines(game: Game) -> None:
    engine: Any = game.engine
    assert isinstance(engine, Interpreted)
    rng = Rng(5)
    state = game.start()
    for _ in range(12):  # past the roll, or the deal
        state = state.play(state.sample(rng) if state.chances() else state.moves()[0])
    for depth in range(3 if len(state.moves()) > 20 else 4):
        stack = Copies(engine._load(state.data) for _ in range(max(depth, 1)))
        moves = engine._numbers(depth + 2, engine._most_moves)
        assert engine._walk.perft(stack, engine._rules, moves, depth) == engine.perft(state.data, depth)


def by_default(engine: Any) -> bool:
    """Whether the game leaves it to `ewala.core.defaults` to pick moves: those are drawn until one is legal."""
    return bool(engine._kernel.pick.__code__.co_filename == defaults.__file__)


def drawn(engine: Any, data: bytes, rng: Rng) -> int:
    """The move at the drawn place of the list; by default, what is picked."""
    legal, words = engine.legal(data), [rng.word]
    if by_default(engine):
        move = engine._kernel.pick(engine.look(data), engine._rules, words)
    else:
        move = legal[draw(words, len(legal))]
    rng.word = words[0]
    assert move in legal
    return int(move)


def one_move(engine: Any, data: bytes, rng: Rng) -> bytes:
    chance = engine.to_act(data) == CHANCE_NODE
    return bytes(engine.apply(data, engine.sample(data, rng) if chance else drawn(engine, data, rng)))


def test_from_any_position_what_is_picked_is_what_the_list_has_at_the_drawn_place(game: Game) -> None:
    """`pick` and `play_on` never list the moves, and yet choose as if they did."""
    engine: Any = game.engine
    rng, data, pauses = Rng(3), engine.start(), 0
    while engine.to_act(data) != OVER_NODE:
        s, words, there = engine._load(data), [rng.word], Rng(0)
        moves = engine._kernel.play_on(s, engine._rules, words)
        there.word, after = rng.word, data
        for _ in range(moves):
            after = one_move(engine, after, there)
        assert (s.pack(), words[0]) == (after, there.word)
        pauses += moves == 1
        data = one_move(engine, data, rng)
    assert pauses > 5


def test_whatever_is_drawn_a_decision_is_picked_as_if_from_the_list(game: Game, playing: Playing) -> None:
    engine: Any = game.engine
    for seed in range(3):
        for number, (state, _) in enumerate(playing(game, seed)):
            if state.to_act in game.seats:
                s = engine.look(state.data)
                for word in range(3):
                    rng = Rng(3 * number + word)
                    assert engine._kernel.pick(s, engine._rules, [rng.word]) == drawn(engine, state.data, rng)


def test_playing_many_games_out_is_playing_one_after_another(game: Game) -> None:
    engine: Any = game.engine
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


@pytest.mark.usefixtures("third_game")
def test_every_registered_game_is_counted() -> None:
    assert set(COUNTED) == set(GAMES)


@pytest.mark.usefixtures("third_game")
def test_every_registered_game_is_open_to_all_and_names_the_clause_of_a_forbidden_move() -> None:
    """Tables are made for everybody who can play; seats that stay empty are closed there."""
    for name in GAMES:
        state = load(name).start()
        assert set(state.game.seats) == set(kit_of(name).sides()), name
        with pytest.raises(UnreadableText):
            state.play("castle")
        texts = map(state.game.move_text, kit_of(name).actions(state.game))
        forbidden = next(text for text in texts if text not in state.moves())
        with pytest.raises(IllegalMove) as refused:
            state.play(forbidden)
        assert refused.value.move == forbidden
        assert refused.value.clause in str(refused.value)
