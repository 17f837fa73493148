"""Turns that go forth and back: who was last in a round is first in the next."""

import random
from itertools import islice

import ewala
from ewala.core.engine import CHANCE_NODE, OVER_NODE
from ewala.core.game import Game
from ewala.games.kingdom_run.rules.state import ROLL, State
from ewala.games.kingdom_run.studies.turn_order import ForthAndBack


def turns_of(game: Game, start: bytes, seed: int) -> list[str]:
    """Whose turns they are, in a game that is played at random."""
    engine, rng, order = game.interpreted, random.Random(seed), ForthAndBack(game, start)
    data, turns = start, []
    while (seat := engine.to_act(data)) != OVER_NODE:
        if State.unpack(data).phase == ROLL:
            assert seat == CHANCE_NODE
            turns.append(game.seats[State.unpack(data).seat])
        data = order.passed_on(engine.apply(data, rng.choice(engine.legal(data))))
    return turns


def test_it_goes_forth_and_back_from_whoever_begins() -> None:
    two = ewala.load("kingdom-run", players="KS")
    assert "".join(islice(turns_of(two, two.interpreted.start(), 1), 10)) == "KSSKKSSKKS"
    four = ewala.load("kingdom-run", players="KSFG", first="F")
    assert "".join(islice(turns_of(four, four.interpreted.start(), 2), 20)) == "FGKSSKGFFGKSSKGFFGKS"


def test_who_is_finished_has_no_more_turns() -> None:
    three = ewala.load("kingdom-run", players="KSF")
    position = three.parse("F/F/F/F/SSGG/-/-/-/-/-/-/-/-/SS KKKKGG 4,4,4 KSF F roll")
    turns = turns_of(position.game, position.data, 3)
    assert "".join(turns[:6]) == "FSSFFS"


def test_a_position_within_a_turn_stays_as_it_is() -> None:
    game = ewala.load("kingdom-run", players="KS")
    order = ForthAndBack(game, game.interpreted.start())
    rolled = game.start().play("!DDLX").data
    assert order.passed_on(rolled) == rolled
