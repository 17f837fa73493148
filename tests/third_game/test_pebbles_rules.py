"""A race of pebbles, clause by clause."""

import pytest

import ewala
from ewala.core.errors import IllegalMove, UnreadableText

HEAD = "players:AB length:12 long_legs:no"
HIDES, GUESSES = f"{HEAD} steps:0,0,0 phase:hide hider:0 hand:- guess:-", "phase:guess hider:0 hand:L guess:-"
GUESSED = "phase:roll hider:0 hand:L guess:"
TURNS = [
    # position, moves, position after
    (HIDES, "hide:L", f"{HEAD} steps:0,0,0 {GUESSES}", "RP-2.1"),
    (f"{HEAD} steps:0,0,0 {GUESSES}", "guess:R", f"{HEAD} steps:0,0,0 {GUESSED}R", "RP-2.2"),
    (
        f"{HEAD} steps:1,2,0 {GUESSED}L",
        "!4",
        f"{HEAD} steps:1,6,0 phase:hide hider:1 hand:- guess:-",
        "RP-2.3, found",
    ),
    (
        f"{HEAD} steps:1,2,0 {GUESSED}R",
        "!4",
        f"{HEAD} steps:5,2,0 phase:hide hider:1 hand:- guess:-",
        "RP-2.3, not found",
    ),
    (
        "players:ABC length:20 long_legs:no steps:1,2,3 phase:roll hider:2 hand:R guess:R",
        "!1",
        "players:ABC length:20 long_legs:no steps:2,2,3 phase:hide hider:0 hand:- guess:-",
        "RP-2.4, round the table",
    ),
    (
        f"{HEAD} steps:9,0,0 {GUESSED}R",
        "!6",
        f"{HEAD} steps:12,0,0 phase:over hider:0 hand:- guess:-",
        "RP-3.1, RP-3.2",
    ),
    (
        f"players:AB length:12 long_legs:yes steps:0,0,0 {GUESSED}R",
        "!6",
        "players:AB length:12 long_legs:yes steps:7,0,0 phase:hide hider:1 hand:- guess:-",
        "RP-4.1",
    ),
    (
        f"players:AB length:12 long_legs:yes steps:0,0,0 {GUESSED}L",
        "!6",
        "players:AB length:12 long_legs:yes steps:0,6,0 phase:hide hider:1 hand:- guess:-",
        "RP-4.1, only a nut that is not found",
    ),
]


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize(("position", "moves", "after", "clause"), TURNS, ids=[clause for *_, clause in TURNS])
def test_a_turn(third_game: str, position: str, moves: str, after: str, clause: str, backend: str) -> None:
    state = ewala.load(third_game, backend=backend).parse(position)
    for move in moves.split():
        state = state.play(move)
    assert state.text == after


def test_rp_3_2_who_arrives_has_won_and_steps_are_the_score(third_game: str) -> None:
    over = ewala.load(third_game).parse(f"{HEAD} steps:12,4,0 phase:over hider:0 hand:- guess:-")
    assert (over.winners(), over.scores(), over.ending) == ({"A"}, {"A": 12, "B": 4}, "arrived")


REFUSED = [
    (HIDES, "guess:L", "rp/not-time-to-guess", "RP-2.2"),
    (f"{HEAD} steps:0,0,0 {GUESSES}", "hide:L", "rp/not-time-to-hide", "RP-2.1"),
    (f"{HEAD} steps:0,0,0 {GUESSES}", "!3", "rp/not-time-to-roll", "RP-2.3"),
]


@pytest.mark.parametrize(("position", "move", "code", "clause"), REFUSED)
def test_a_refusal_names_its_clause(third_game: str, position: str, move: str, code: str, clause: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        ewala.load(third_game).parse(position).play(move)
    assert (refused.value.code, refused.value.clause) == (code, clause)


@pytest.mark.parametrize("move", ["?hide", "hide:", "hide:l", "!7", ""])
def test_what_is_no_move_is_refused(third_game: str, move: str) -> None:
    with pytest.raises(UnreadableText, match="expected a move: !1, "):
        ewala.load(third_game).start().play(move)


UNREADABLE = [
    (f"{HEAD} steps:21,0,0 phase:hide hider:0 hand:- guess:-", "steps"),
    (f"{HEAD} steps:0,0,0 phase:guess hider:0 hand:? guess:-", "hand"),
    (f"{HEAD} steps:0,0,0 phase:hide hider:3 hand:- guess:-", "hider"),
    (f"{HEAD} steps:0,0 phase:hide hider:0 hand:- guess:-", "steps"),
    (f"{HEAD} steps:0,0,0,0 phase:hide hider:0 hand:- guess:-", "steps"),
    ("players:AB length:13 long_legs:no steps:0,0,0 phase:hide hider:0 hand:- guess:-", "length"),
    ("players:AB length:12 long_legs:True steps:0,0,0 phase:hide hider:0 hand:- guess:-", "long_legs"),
    (f"{HEAD} steps:0,0,0 phase:sleep hider:0 hand:- guess:-", "phase"),
    (f"{HEAD} phase:hide steps:0,0,0 hider:0 hand:- guess:-", "steps"),
    (f"{HEAD} steps:0,0,0 phase:hide hider:0 hand:-", "guess"),
]


@pytest.mark.parametrize(("position", "field"), UNREADABLE)
def test_a_position_is_read_strictly(third_game: str, position: str, field: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        ewala.load(third_game).parse(position)
    assert refused.value.field == field


def test_rp_2_1_the_hand_is_known_to_who_has_the_nut_alone(third_game: str) -> None:
    state = ewala.load(third_game).parse(f"{HEAD} steps:0,0,0 phase:guess hider:0 hand:R guess:-")
    assert state.view("A").text == state.text
    assert {state.view(viewer).text for viewer in ("B", ewala.SPECTATOR)} == {
        f"{HEAD} steps:0,0,0 phase:guess hider:0 hand:? guess:-"
    }


def test_what_a_learner_sees_by_values(third_game: str) -> None:
    position = "players:ABC length:20 long_legs:no steps:5,2,3 phase:guess hider:1 hand:L guess:-"
    state = ewala.load(third_game).parse(position)
    # the viewer's own seat, then the position's numbers
    assert state.view("C").observation() == [2, *(5, 2, 3), 1, 1, 3, 0]
    assert state.view("B").observation() == [1, *(5, 2, 3), 1, 1, 1, 0]
    assert state.view(ewala.SPECTATOR).observation() == [0, *(5, 2, 3), 1, 1, 3, 0]
