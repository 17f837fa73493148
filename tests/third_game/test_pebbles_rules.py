"""A race of pebbles, clause by clause."""

import pytest

import ewala
from ewala.core.errors import BadSetup, EwalaError, IllegalMove, UnreadableText

TURNS = [
    # position, moves, position after
    ("12 plain AB 0,0 A:hide", "hide:L", "12 plain AB 0,0 A:guess:L", "RP-2.1"),
    ("12 plain AB 0,0 A:guess:L", "guess:R", "12 plain AB 0,0 A:roll:L:R", "RP-2.2"),
    ("12 plain AB 1,2 A:roll:L:L", "!4", "12 plain AB 1,6 B:hide", "RP-2.3, found"),
    ("12 plain AB 1,2 A:roll:L:R", "!4", "12 plain AB 5,2 B:hide", "RP-2.3, not found"),
    ("20 plain ABC 1,2,3 C:roll:R:R", "!1", "20 plain ABC 2,2,3 A:hide", "RP-2.4, round the table"),
    ("12 plain AB 9,0 A:roll:L:R", "!6", "12 plain AB 12,0 over", "RP-3.1, RP-3.2"),
    ("12 long AB 0,0 A:roll:L:R", "!6", "12 long AB 7,0 B:hide", "RP-4.1"),
    ("12 long AB 0,0 A:roll:L:L", "!6", "12 long AB 0,6 B:hide", "RP-4.1, only a nut that is not found"),
]


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize(("position", "moves", "after", "clause"), TURNS, ids=[clause for *_, clause in TURNS])
def test_a_turn(third_game: str, position: str, moves: str, after: str, clause: str, backend: str) -> None:
    state = ewala.load(third_game, backend=backend).parse(position)
    for move in moves.split():
        state = state.play(move)
    assert state.text == after


def test_rp_3_2_who_arrives_has_won_and_steps_are_the_score(third_game: str) -> None:
    over = ewala.load(third_game).parse("12 plain AB 12,4 over")
    assert (over.winners(), over.scores(), over.ending) == ({"A"}, {"A": 12, "B": 4}, "arrived")


REFUSED = [
    ("12 plain AB 0,0 A:hide", "guess:L", "rp/not-time-to-guess", "RP-2.2"),
    ("12 plain AB 0,0 A:guess:L", "hide:L", "rp/not-time-to-hide", "RP-2.1"),
    ("12 plain AB 0,0 A:guess:L", "!3", "rp/not-time-to-roll", "RP-2.3"),
]


@pytest.mark.parametrize(("position", "move", "code", "clause"), REFUSED)
def test_a_refusal_names_its_clause(third_game: str, position: str, move: str, code: str, clause: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        ewala.load(third_game).parse(position).play(move)
    assert (refused.value.code, refused.value.clause) == (code, clause)


IMPOSSIBLE: list[tuple[str, type[EwalaError]]] = [
    ("12 plain AB 13,0 A:hide", BadSetup),
    ("12 plain AB 12,0 A:hide", BadSetup),
    ("12 plain AB 11,0 over", BadSetup),
    ("12 plain AB 0,0 A:guess:?", UnreadableText),
    ("12 plain AB 0,0 C:hide", UnreadableText),
    ("12 plain AB 0,0,0 A:hide", UnreadableText),
    ("13 plain AB 0,0 A:hide", UnreadableText),
    ("12 plain AB 0,0 A:sleep", UnreadableText),
]


@pytest.mark.parametrize(("position", "error"), IMPOSSIBLE)
def test_a_position_that_cannot_stand_is_refused(third_game: str, position: str, error: type[EwalaError]) -> None:
    with pytest.raises(error):
        ewala.load(third_game).parse(position)


def test_rp_2_1_the_hand_is_known_to_who_has_the_nut_alone(third_game: str) -> None:
    state = ewala.load(third_game).parse("12 plain AB 0,0 A:guess:R")
    assert state.view("A").text == state.text
    assert {state.view(viewer).text for viewer in ("B", ewala.SPECTATOR)} == {"12 plain AB 0,0 A:guess:?"}


def test_what_a_learner_sees_by_values(third_game: str) -> None:
    state = ewala.load(third_game, players="ABC").parse("20 plain ABC 5,2,3 B:guess:L")
    # of the own seat, then the others: plays, steps to go, has the nut, decides; phase; the nut's hand; the guess
    assert state.view("C").observation() == [
        *(1, 17, 0, 1),
        *(1, 15, 0, 0),
        *(1, 18, 1, 0),
        *(0, 1, 0, 0),
        *(0, 0),
        *(0, 0),
    ]
    assert state.view("B").observation()[-4:] == [1, 0, 0, 0]
