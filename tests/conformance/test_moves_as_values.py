"""A move is a value: its parts say all of it, it is taken wherever its text is, and nobody cuts the text."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, NoReturn

import numpy as np
import pytest

from ewala import CHANCE, SPECTATOR, load
from ewala.core.compiled import twin
from ewala.core.errors import IllegalMove, UnreadableText
from ewala.core.game import Game
from ewala.core.spelling import LONGEST, spelled
from ewala.core.state import State
from ewala.games.registry import kit_of
from ewala.kit.screen import Ink
from ewala.tables.match import Match

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def all_codes(game: Game) -> Iterator[int]:
    engine: Any = game.engine
    for code in range(engine._codes.CODES):
        try:
            game.move_text(code)
        except KeyError:
            continue
        yield code


def test_every_move_is_found_again_by_its_text(plain_game: Game) -> None:
    for code in all_codes(plain_game):
        move = plain_game.move(code)
        assert move.code == code
        assert str(move) == move.text == plain_game.move_text(code)
        assert plain_game.read_move(move.text) == move


def test_the_parts_of_a_move_are_its_own(plain_game: Game) -> None:
    """No two moves have the same parts, so the parts say all of it."""
    found: dict[tuple[object, ...], str] = {}
    for code in all_codes(plain_game):
        move = plain_game.move(code)
        parts = tuple(getattr(move, part.name) for part in fields(move) if part.name not in ("code", "text"))
        if parts:
            assert parts not in found, f"{move} and {found[parts]}"
            found[parts] = move.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("!DDX", {"action": "roll", "faces": "DDX"}),
        ("r:-", {"action": "reroll", "faces": ""}),
        ("r:DL", {"action": "reroll", "faces": "DL"}),
        ("D14K", {"action": "disband", "clan": "K", "space": 14}),
        ("L4s", {"action": "awaken", "clan": "S", "space": 4}),
        ("V:G", {"action": "steal", "clan": "G", "space": 0}),
    ],
)
def test_the_parts_of_a_race_move(text: str, parts: dict[str, object]) -> None:
    move = load("kingdom-run").read_move(text)
    assert {name: getattr(move, name) for name in parts} == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("!7", {"action": "deal", "zone": 7, "slot": -1}),
        ("!C", {"action": "draw", "side": "C"}),
        ("10>3d", {"action": "bid", "rune": 10, "zone": 3, "role": "defender", "slot": 5, "hidden": False}),
        ("?>3d", {"action": "bid", "rune": 0, "zone": 3, "role": "defender", "hidden": True}),
        (">5a", {"action": "move", "zone": 5, "role": "attacker", "rune": 0, "hidden": False}),
        ("<C11", {"action": "attract", "side": "C", "rune": 11}),
        ("x9", {"action": "swap", "rune": 9, "role": None}),
    ],
)
def test_the_parts_of_a_rune_move(text: str, parts: dict[str, object]) -> None:
    move = load("chronicles-of-run").read_move(text)
    assert {name: getattr(move, name) for name in parts} == parts


def test_a_value_is_taken_wherever_a_text_is(plain_game: Game, playing: Playing) -> None:
    for n, (state, text) in enumerate(playing(plain_game, 1)):
        assert [move.text for move in state.legal_moves()] == state.moves()
        if text and n % 7 == 0:
            move = plain_game.read_move(text)
            assert state.play(move) == state.play(text)
            assert state.check(move) == move.code
            assert state.seen(move, SPECTATOR) == state.seen(text, SPECTATOR)


def test_a_match_keeps_the_text_of_a_value() -> None:
    match = Match.begin(load("kingdom-run", players="KS"))
    match.roll()
    match.submit(match.view("K").legal_moves()[0], "K")
    assert match.record.moves[-1] == "r:-"


def test_a_value_that_cannot_be_played_is_refused_like_its_text() -> None:
    state = load("kingdom-run").start()
    with pytest.raises(IllegalMove) as refused:
        state.play(state.game.read_move("D4K"))
    assert refused.value.move == "D4K"
    chronicles = load("chronicles-of-run")
    with pytest.raises(UnreadableText):
        chronicles.start().play(chronicles.read_move("?>3a"))
    with pytest.raises(UnreadableText):  # a move of another game
        state.play(chronicles.read_move("10>3a"))


def test_numbers_are_taken_whole_where_a_beginning_is_asked_for() -> None:
    chronicles = load("chronicles-of-run")
    assert chronicles.read_move("1>3a").begins("1")
    assert not chronicles.read_move("11>3a").begins("1")
    assert chronicles.read_move("11>3a").begins("11>")
    assert load("kingdom-run").read_move("D14K").begins("D")


class Whole(str):
    """The text of a move that does not let itself be cut."""

    def _cut(self, *_: object) -> NoReturn:
        raise AssertionError(f"the text of {str(self)!r} was cut outside notation")

    __getitem__ = __iter__ = __contains__ = _cut
    startswith = endswith = partition = rpartition = split = rsplit = strip = lstrip = rstrip = _cut  # type: ignore[assignment]
    removeprefix = removesuffix = replace = index = find = upper = lower = isupper = islower = _cut


def test_nobody_cuts_the_text_of_a_move_to_tell_it(plain_game: Game, playing: Playing) -> None:
    """Everything that a game presents of moves is asked for with texts that complain when they are cut."""
    kit, ink = kit_of(plain_game.name), Ink(colour=False)
    words, board = kit.words(), kit.board()
    for n, (state, text) in enumerate(playing(plain_game, 5)):
        if not text or n % 5:
            continue
        seen = Whole(state.seen(text, SPECTATOR))
        assert kit.move_in_words(seen).sentence.template
        words.happened(state.view(SPECTATOR), seen, state.play(text).view(SPECTATOR))
        if state.to_act is not CHANCE:
            view = state.view(str(state.to_act))
            moves = [Whole(move) for move in view.moves()]
            assert str(words.move(view, Whole(text)))
            words.menu(view, list(moves))
            board.menu(view, list(moves), ink, 80)


@pytest.mark.parametrize("game", [load("kingdom-run"), load("chronicles-of-run")], ids=lambda game: str(game.name))
def test_moves_are_spelled_by_machine_code_as_by_python(game: Game) -> None:
    """Codes and letters are whole numbers, so that a browser can run the same source."""
    compiled, out = twin(game.kernel.replace(".kernel", ".spelling")), np.zeros(LONGEST, np.int64)
    engine: Any = game.engine
    texts = {
        code: spelled(out.tolist(), many) for code in range(engine._codes.CODES) if (many := compiled.spell(code, out))
    }
    assert texts == {code: game.move_text(code) for code in all_codes(game)}
