"""A move is a value with a code, a text and parts; `legal` and `why_not` cannot disagree about it."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NoReturn

import numpy as np
import pytest

from ewala import CHANCE, SPECTATOR, load
from ewala.core.compiled import twin
from ewala.core.errors import IllegalMove, UnreadableText
from ewala.core.game import Game
from ewala.core.rng import seeded
from ewala.core.spelling import LONGEST, spelled
from ewala.core.state import State
from ewala.games.registry import kit_of
from ewala.kit.screen import Ink
from ewala.tables.match import Match

FINE, DISAGREE, OUT_OF_ORDER, TOO_MANY = -9, -3, -4, -5


def searcher(kernel: Any, draw: Any) -> Any:
    """A function over a kernel's names: plays games and stops in the first position in which something is wrong."""
    legal, why_not, apply, setup, is_over = kernel.legal, kernel.why_not, kernel.apply, kernel.setup, kernel.is_over

    def search(s: Any, r: Any, out: Any, rng: Any, codes: int, most: int, every: int, counts: Any) -> int:
        """The code about which the two disagree, or what else is wrong; FINE when the game is over."""
        setup(s, r)
        while True:
            n = legal(s, r, out)
            counts[0] += 1
            if counts[0] % every == 0 or n == 0:
                counts[1] += 1
                if n > most:
                    return TOO_MANY
                at = 0
                for code in range(-2, codes + 3):
                    listed = at < n and out[at] == code
                    if listed:
                        at += 1
                    if listed != (why_not(s, r, code) == 0):
                        return code
                if at != n:
                    return OUT_OF_ORDER
            if is_over(s):
                return FINE if n == 0 else DISAGREE
            apply(s, r, out[draw(rng, n)])

    return search


@cache
def compiled_search(kernel: str) -> Any:
    import numba

    from ewala.core.compiled import twin

    return numba.njit(searcher(twin(kernel), twin("ewala.core.rng").draw))


@pytest.mark.long
def test_legal_agrees_with_why_not_in_every_position_of_many_games(twins: tuple[Game, Game]) -> None:
    _, game = twins
    check_legality(game, compiled_search(game.kernel), games=80, every=1)


def parts_of(name: str, moves: dict[str, dict[str, object]]) -> None:
    game = load(name)
    for text, parts in moves.items():
        move = game.read_move(text)
        assert {part: getattr(move, part) for part in parts} == parts, text


Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def all_codes(game: Game) -> Iterator[int]:
    engine: Any = game.engine
    for code in range(engine._kernel.CODES):
        try:
            game.move_text(code)
        except KeyError:
            continue
        yield code


def test_the_parts_of_a_race_move() -> None:
    parts_of(
        "kingdom-run",
        {
            "!DDX": {"action": "roll", "faces": "DDX"},
            "r:-": {"action": "reroll", "faces": ""},
            "r:DL": {"action": "reroll", "faces": "DL"},
            "D14K": {"action": "disband", "clan": "K", "space": 14},
            "L4s": {"action": "awaken", "clan": "S", "space": 4},
            "V:G": {"action": "steal", "clan": "G", "space": 0},
        },
    )


def test_the_parts_of_a_rune_move() -> None:
    parts_of(
        "chronicles-of-run",
        {
            "!7": {"action": "deal", "zone": 7, "slot": -1},
            "!C": {"action": "draw", "side": "C"},
            "10>3d": {"action": "bid", "rune": 10, "zone": 3, "role": "defender", "slot": 5, "hidden": False},
            "?>3d": {"action": "bid", "rune": 0, "zone": 3, "role": "defender", "hidden": True},
            ">5a": {"action": "move", "zone": 5, "role": "attacker", "rune": 0, "hidden": False},
            "<C11": {"action": "attract", "side": "C", "rune": 11},
            "x9": {"action": "swap", "rune": 9, "role": None},
        },
    )


def test_every_move_is_found_again_by_its_text_and_has_parts_of_its_own(game: Game) -> None:
    """No two moves have the same text or the same parts, so either says all of it."""
    texts: dict[str, int] = {}
    parts_known: dict[tuple[object, ...], str] = {}
    for code in all_codes(game):
        move = game.move(code)
        assert move.code == code
        assert str(move) == move.text == game.move_text(code)
        assert move.text not in texts, f"{move} is {texts[move.text]} and {code}"
        texts[move.text] = code
        assert game.read_move(move.text) == move
        if not move.text.startswith("?"):
            assert game.move_code(move.text) == code
        parts = tuple(getattr(move, part.name) for part in fields(move) if part.name not in ("code", "text"))
        if parts:
            assert parts not in parts_known, f"{move} and {parts_known[parts]}"
            parts_known[parts] = move.text
    assert texts


def test_a_value_is_taken_wherever_a_text_is(game: Game, playing: Playing) -> None:
    for n, (state, text) in enumerate(playing(game, 1)):
        assert [move.text for move in state.legal_moves()] == state.moves()
        if text and n % 7 == 0:
            move = game.read_move(text)
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


def test_nobody_cuts_the_text_of_a_move_to_tell_it(game: Game, playing: Playing) -> None:
    """Everything that a game presents of moves is asked for with texts that complain when they are cut."""
    kit, ink = kit_of(game.name), Ink(colour=False)
    words, board = kit.words(), kit.board()
    for n, (state, text) in enumerate(playing(game, 5)):
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
        code: spelled(out.tolist(), many) for code in range(engine._kernel.CODES) if (many := compiled.spell(code, out))
    }
    assert texts == {code: game.move_text(code) for code in all_codes(game)}


def check_legality(game: Game, search: Any, games: int, every: int) -> None:
    """Play games, and look at every so many positions."""
    engine: Any = game.engine
    codes = engine._kernel
    out, rng, counts = engine._numbers(4 * codes.MOST_MOVES), engine._numbers(1), engine._numbers(2)
    rng[0] = seeded(1)
    for number in range(games):
        holder = engine._load(b"")
        s, r = engine._record(holder), engine._rules
        wrong = search(s, r, out, rng, codes.CODES, codes.MOST_MOVES, every, counts)
        position = game.write_position(engine._save(holder))
        assert wrong == FINE, f"game {number}: {wrong} in {position}"
    assert counts[1] > games
