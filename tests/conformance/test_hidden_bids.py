"""What a face-down bid may tell: to its owner everything, to everybody else its slot alone (CR-3.2).

Two positions that differ in nothing but the rune lie side by side; whatever reaches another viewer must be the same.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ewala
from ewala.core.engine import Rng
from ewala.core.errors import EwalaError
from ewala.core.game import Game
from ewala.core.record import Record
from ewala.core.state import State, Viewer

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]
SIDES = "OC"


@pytest.fixture(scope="session", params=["block", "ring", "line"])
def chronicles(request: pytest.FixtureRequest) -> Game:
    return ewala.load("chronicles-of-run", layout=request.param)


def test_a_view_of_a_view_shows_no_more_also_of_what_was_guessed(game: Game, playing: Playing) -> None:
    rng = Rng(11)
    viewers: list[Viewer] = [*game.seats, ewala.SPECTATOR]
    for state, _ in list(playing(game, 2))[::5]:
        for viewer in viewers:
            view = state.view(viewer)
            assert view.determinize(rng).view(viewer) == view
            assert game.engine.redact(view.data, game.viewer(viewer)) == view.data


Pair = tuple[str, State, str, str, list[str]]  # owner, the position before, two bids, the moves that led there


def pairs(game: Game, playing: Playing, seeds: int = 3) -> Iterator[Pair]:
    """Bids that come to lie face down, each with another rune in the same slot."""
    for seed in range(seeds):
        moves: list[str] = []
        for state, move in playing(game, seed):
            phase, turn = state.text.split()[5], state.text.split()[4]
            first = phase == f"bid:{turn[1]}" and "(" not in state.text and "[" not in state.text
            if first and f"*{turn[1]}" not in turn:
                rune, _, slot = move.partition(">")
                others = [other for other in state.moves() if other.endswith(f">{slot}") and other != move]
                yield turn[1], state, move, others[int(rune) % len(others)], list(moves)
            moves.append(move)


def answer(state: State, move: str) -> object:
    """What somebody who tries a move is told."""
    try:
        state.play(move)
    except EwalaError as error:
        return type(error), str(error), error.code, getattr(error, "clause", "")
    return "played"


def all_move_texts(game: Game) -> list[str]:
    engine: Any = game.engine
    texts = []
    for code in range(engine._kernel.CODES):
        try:
            texts.append(game.move_text(code))
        except KeyError:
            continue
    return texts


def all_that_reaches(viewer: Viewer, before: State, bid: str, moves: list[str]) -> dict[str, object]:
    state = before.play(bid)
    view = state.view(viewer)
    record = Record.begin(state.game, seats={"O": "Ada", "C": "Bo"})
    record.moves += [*moves, bid]
    record.comments[len(record.moves)] = ["a bid"]
    starting_here = Record(state.game, state)
    return {
        "data": view.data,
        "text": view.text,
        "repr": repr(view),
        "moves": view.moves(),
        "chances": view.chances(),
        "scores": view.scores(),
        "explained": view.explained(),
        "winners": view.winners(),
        "to act": view.to_act,
        "observation": view.observation(),
        "hash": hash(view.data),
        "determinized": [view.determinize(Rng(n)).data for n in range(5)],
        "seen": before.seen(bid, viewer),
        "record": record.text(viewer),
        "record's moves": record.seen_by(viewer),
        "public record": record.public().text(),
        "record that starts here": starting_here.text(viewer),
    }


def test_nothing_that_another_viewer_gets_depends_on_a_face_down_rune(chronicles: Game, playing: Playing) -> None:
    seen = 0
    for owner, before, bid, other, moves in pairs(chronicles, playing):
        opponent = SIDES[1 - SIDES.index(owner)]
        viewers: tuple[Viewer, ...] = (opponent, ewala.SPECTATOR)
        for viewer in viewers:
            assert all_that_reaches(viewer, before, bid, moves) == all_that_reaches(viewer, before, other, moves)
        seen += 1
    assert seen > 15


def test_refusals_of_the_second_bid_do_not_depend_on_a_face_down_rune(chronicles: Game, playing: Playing) -> None:
    texts = [text for text in all_move_texts(chronicles) if not text.startswith("?")]
    for _, before, bid, other, _ in pairs(chronicles, playing, seeds=1):
        one, two = before.play(bid), before.play(other)
        assert [answer(one, text) for text in texts] == [answer(two, text) for text in texts]


def test_the_owner_sees_the_own_rune(chronicles: Game, playing: Playing) -> None:
    for owner, before, bid, other, moves in pairs(chronicles, playing):
        rune = bid.partition(">")[0]
        mine, instead = (all_that_reaches(owner, before, made, moves) for made in (bid, other))
        for what in ("data", "text", "explained", "observation", "seen", "record"):
            assert mine[what] != instead[what]
        assert f"({owner}{rune})" in before.play(bid).view(owner).text
        assert before.seen(bid, owner) == bid


def test_a_view_shows_the_slot_and_counts_the_rune_as_in_hand_cr_7() -> None:
    game = ewala.load("chronicles-of-run")
    hands = "O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11"
    state = game.parse(f"block 123456789 {'/'.join(['.|.'] * 9)} {hands} 1O bid:O").play("10>3a")
    slots = ".|./.|./{}|./.|./.|./.|./.|./.|./.|."
    assert state.text == f"block 123456789 {slots.format('(O10)')} {hands.replace(',10', '', 1)} 1O bid:C"
    assert state.view("O").text == state.text
    for viewer in ("C", ewala.SPECTATOR):
        assert state.view(viewer).text == f"block 123456789 {slots.format('(O?)')} {hands} 1O bid:C"


def test_a_bid_under_clairvoyance_is_public_at_once_cr_3_2(chronicles: Game) -> None:
    hands = "O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,8,9,10,11"
    slots = "/".join(["O1|C7"] + [".|."] * 8)
    position = f"{chronicles.values['layout']} 123456789 {slots} {hands.replace('O1,', 'O')} 2O*O bid:O"
    before = chronicles.parse(position)
    state = before.play("10>3a")
    for viewer in ("O", "C", ewala.SPECTATOR):
        assert state.view(viewer).data == state.data
        assert "[O10]" in state.view(viewer).text
        assert before.seen("10>3a", viewer) == "10>3a"


def test_a_position_with_a_hidden_rune_is_written_but_never_read_cr_7() -> None:
    game = ewala.load("chronicles-of-run")
    state = game.start()
    while state.to_act is not None:
        state = state.play(state.moves()[0])
        if "(" in state.text:
            break
    with pytest.raises(ewala.UnreadableText):
        game.parse(state.view(ewala.SPECTATOR).text)
