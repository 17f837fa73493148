"""Hints: legal, with reasons, and from nothing but what the seat may know."""

import random

import pytest

import ewala
from ewala.core.engine import Rng
from ewala.core.errors import MatchOver, NotYourTurn
from ewala.core.state import State as Position
from ewala.games.analyse import analyse
from ewala.games.chronicles.rules.state import TURNS, State
from ewala.games.hints import hint
from ewala.games.kingdom_run.coach import hints as hints_kingdom_run
from ewala.kit.effort import Effort
from ewala.kit.hint import MOST

BRIEF = 0.05  # seconds


def _after(game: ewala.Game, seed: int, moves: int) -> Position:
    """A position of a random game in which somebody has to decide."""
    state, rng, dice = game.start(), random.Random(seed), Rng(seed)
    while moves > 0 or state.to_act is ewala.CHANCE:
        state = state.play(state.sample(dice) if state.to_act is ewala.CHANCE else rng.choice(state.moves()))
        moves -= 1
    return state


@pytest.mark.parametrize("moves", [1, 2, 3, 14, 33, 34, 35])
@pytest.mark.parametrize("players", ["KS", "KSFG"])
def test_a_hint_in_kingdom_run_is_a_legal_line(players: str, moves: int) -> None:
    state = _after(ewala.load("kingdom-run", players=players), 4, moves)
    assert isinstance(state.to_act, str)
    told = hint(state.view(state.to_act), BRIEF)
    assert told.seat == state.to_act
    assert 1 <= len(told.moves) <= MOST
    assert sum(told.expected.values()) == pytest.approx(1)
    values = [move.value for move in told.moves]
    assert values == sorted(values, reverse=True)
    for better in told.moves:
        assert better.move in state.moves()
        assert better.line[:1] in ([], [better.move])
        after = state
        for move in better.line:
            after = after.play(move)
    assert told.reason or len(told.moves) == 1


def test_a_hint_wins_where_one_move_wins() -> None:
    """The last place of the podium is worth the game to whoever takes it."""
    game = ewala.load("kingdom-run", players="KS")
    state = game.parse("-/S/SF/FF/G/GG/-/-/-/-/-/-/-/K KKSKSFG 6,6 KS K act:D:VVL")
    told = hint(state.view("K"), BRIEF)
    assert told.moves[0].move == "D14K"
    assert state.play("D14K").winners() == {"K"}
    assert told.expected["K"] == pytest.approx(1)


@pytest.mark.parametrize(("players", "line"), [("KS", "!DDLX"), ("KS", "!DDLX r:-"), ("KSF", "!DDLX")])
def test_a_hint_and_an_analysis_say_the_same_of_a_position(
    monkeypatch: pytest.MonkeyPatch, players: str, line: str
) -> None:
    """Nobody is told 85 % during the game and 76 % after it. The clock is stopped, so that nothing hurries."""
    monkeypatch.setattr(hints_kingdom_run._Watch, "past", lambda watch, part: False)
    record = ewala.Record.begin(ewala.load("kingdom-run", players=players))
    record.moves += line.split()
    told = hint(record.state.view("K"))
    assert told.expected["K"] == pytest.approx(told.moves[0].value)
    assert told.expected["K"] == pytest.approx(analyse(record, Effort(10)).curve["K"][-1], abs=0.01)


def _last_bids() -> tuple[Position, list[str]]:
    """The last turn of a game; all first bids that differ in nothing but the rune."""
    game = ewala.load("chronicles-of-run", layout="block")
    state, rng, dice = game.start(), random.Random(3), Rng(3)
    while State.unpack(state.data).turn < TURNS:
        state = state.play(state.sample(dice) if state.to_act is ewala.CHANCE else rng.choice(state.moves()))
    s = State.unpack(state.data)
    assert not s.foreseen[s.initiative]
    slot = state.moves()[0].partition(">")[2]
    return state, [move for move in state.moves() if move.endswith(f">{slot}")]


def test_a_hint_is_the_same_whatever_rune_lies_face_down() -> None:
    """CR-3.2: the last turn is solved to the end, so that no clock can make a difference."""
    state, bids = _last_bids()
    assert len(bids) > 1
    answering = "C" if state.to_act == "O" else "O"
    hints = [hint(state.play(bid).view(answering), BRIEF) for bid in bids]
    assert all(told == hints[0] for told in hints)
    assert hints[0].moves[0].move in state.play(bids[0]).moves()
    assert hints[0].reason


def test_a_hint_says_how_often_a_bid_is_made() -> None:
    state, _ = _last_bids()
    assert isinstance(state.to_act, str)
    told = hint(state.view(state.to_act), BRIEF)
    assert sum(move.often for move in told.moves) <= 1 + 1e-9
    assert told.moves[0].often > 0


def test_hints_are_for_whoever_has_to_act() -> None:
    state = _after(ewala.load("kingdom-run", players="KS"), 4, 1)
    with pytest.raises(NotYourTurn):
        hint(state.view("S"), BRIEF)
    over = ewala.load("kingdom-run", players="KS").parse("-/S/SF/FF/G/GG/-/-/-/-/-/-/-/K KKSKSFG 6,6 KS K act:D:VVL")
    with pytest.raises(MatchOver):
        hint(over.play("D14K").view("K"), BRIEF)
