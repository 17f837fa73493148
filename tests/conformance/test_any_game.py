"""What holds in every registered game, whatever its rules."""

from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError

import pytest

import ewala
from ewala.core.errors import IllegalMove, UnreadableText
from ewala.core.game import Game
from ewala.core.state import State, Viewer
from ewala.games.registry import GAMES, kit_of

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


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


def test_somebody_acts_and_has_a_move_until_the_end(game: Game, playing: Playing) -> None:
    for state, move in playing(game, 1):
        assert list(state.scores()) == list(game.seats)
        if move:
            assert state.to_act in (*game.seats, ewala.CHANCE)
            assert move in state.moves()
            assert state.winners() == set()
            assert state.ending is None


def test_probabilities_stand_at_chance_nodes_alone_and_add_up_to_one(game: Game, playing: Playing) -> None:
    for state, _ in playing(game, 1):
        chances = state.chances()
        if state.to_act is ewala.CHANCE:
            assert list(chances) == state.moves()
            assert sum(chances.values()) == 1
            assert min(chances.values()) > 0
        else:
            assert chances == {}


def test_playing_leaves_the_position_as_it_was(game: Game, playing: Playing) -> None:
    for state, move in playing(game, 1):
        if move:
            text, data = state.text, state.data
            state.play(move)
            state.view(game.seats[0])
            state.scores()
            assert (state.text, state.data) == (text, data)


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
    same = type(game)(game.values, "interpreted")
    assert same == game
    assert hash(same) == hash(game)
    assert same.fingerprint == game.fingerprint
    assert len({ewala.load(name).fingerprint for name in GAMES}) == len(GAMES)
    assert game != object()


def test_a_game_is_made_anew_from_its_parameters(game: Game) -> None:
    assert type(game).from_parameters(game.parameters()) == game
    assert repr(game).startswith(f"ewala.load({game.name!r}, edition=")


def test_a_text_that_is_no_move_is_unreadable_and_a_forbidden_move_names_its_clause(game: Game) -> None:
    state = game.start()
    with pytest.raises(UnreadableText):
        state.play("castle")
    texts = map(game.move_text, kit_of(game.name).actions(game))
    forbidden = next(text for text in texts if text not in state.moves())
    with pytest.raises(IllegalMove) as refused:
        state.play(forbidden)
    assert refused.value.move == forbidden
    assert refused.value.clause in str(refused.value)


def test_observations_have_one_length_in_a_game(game: Game, playing: Playing) -> None:
    viewers: list[Viewer] = [*game.seats, ewala.SPECTATOR]
    some = [state for state, _ in playing(game, 1)][::7]
    lengths = {len(state.view(viewer).observation()) for state in some for viewer in viewers}
    assert len(lengths) == 1


def test_whoever_made_a_move_sees_all_of_it(game: Game, playing: Playing) -> None:
    for state, move in playing(game, 1):
        if move and state.to_act in game.seats:
            assert state.seen(move, str(state.to_act)) == move


def test_by_default_everybody_plays_who_can(game: Game) -> None:
    """Tables are made like that; seats that stay empty are closed there."""
    assert set(ewala.load(game.name).seats) == set(kit_of(game.name).sides())


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
