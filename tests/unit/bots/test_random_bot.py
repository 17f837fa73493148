"""The random bot plays legal moves, all of them, and knows no more than its seat."""

import random

import pytest

from ewala import SPECTATOR, load
from ewala.core.errors import NotYourTurn
from ewala.kit.bot import Budget
from ewala.kit.random_bot import RandomBot

KEEP = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K keep:DDLX"
FACE_DOWN = (
    "block 123456789 (O{})|./.|./.|./.|./.|./.|./.|./.|./.|. O{}:C1,2,3,4,5,6,7,8,9,10,11 1O bid:C"  # one rune bid
)

MOMENT = Budget(iterations=1)


def test_every_legal_move_comes_up_and_no_other() -> None:
    view, rng = load("kingdom-run").parse(KEEP).view("K"), random.Random(1)
    chosen = {RandomBot().choose(view, budget=MOMENT, rng=rng) for _ in range(500)}
    assert chosen == set(view.moves())


def test_the_same_seed_chooses_alike() -> None:
    view = load("kingdom-run").parse(KEEP).view("K")
    games = [
        [RandomBot().choose(view, budget=MOMENT, rng=rng) for _ in range(20)]
        for rng in (random.Random(7), random.Random(7))
    ]
    assert games[0] == games[1]


def test_the_rune_that_lies_face_down_makes_no_difference() -> None:
    choices = []
    for rune in (4, 11):
        hand = ",".join(str(n) for n in range(1, 12) if n != rune)
        view = load("chronicles-of-run").parse(FACE_DOWN.format(rune, hand)).view("C")
        choices.append([RandomBot().choose(view, budget=MOMENT, rng=random.Random(seed)) for seed in range(50)])
    assert choices[0] == choices[1]


def test_it_plays_for_the_seat_that_has_to_act_alone() -> None:
    state = load("kingdom-run").parse(KEEP)
    for viewer in ("S", SPECTATOR):
        with pytest.raises(NotYourTurn):
            RandomBot().choose(state.view(viewer), budget=MOMENT, rng=random.Random(1))
