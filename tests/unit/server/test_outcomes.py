"""How a game ended, seat by seat."""

import random
from functools import cache

import pytest
from msgspec.structs import replace

from ewala.core.dice import Dice
from ewala.core.roles import CHANCE
from ewala.games.registry import game_class
from ewala.tables.events import Created, Settings
from ewala.tables.outcomes import NO_PLACE, outcome_of
from ewala.tables.table import Table


def begun(players: str, first: str) -> Table:
    """A table of Kingdom Run at which these seats play."""
    dice = Dice(bytes(range(32)))
    game = game_class("kingdom-run").for_people({"first": first})
    created = Created(
        game=game.name, parameters=game.parameters(), settings=Settings(), commitment=dice.commitment, at=1
    )
    table = Table(created, dice.secret)
    for seat in game.seats:
        if seat in players:
            table.sit_down(seat, f"Player {seat}", "", 2)
        else:
            table.close(seat, 2)
    table.start(3)
    return table


@cache
def played() -> Table:
    """A whole game of three, in which the second seat begins."""
    table, rng = begun("KSF", "S"), random.Random(5)
    while table.status == "playing":
        assert table.match is not None
        assert table.match.to_act is not CHANCE
        seat = table.to_act
        assert seat is not None
        table.move(seat, rng.choice(table.match.state.moves()), table.ply, "", 9)
    return table


def test_seats_are_counted_in_the_order_of_play() -> None:
    assert [(one.number, one.seat) for one in outcome_of(played()).seats] == [(1, "S"), (2, "F"), (3, "K")]


def test_winners_come_first_and_the_others_by_their_scores() -> None:
    outcome, match = outcome_of(played()), played().match
    assert match is not None
    assert {one.seat for one in outcome.seats if one.place == 1} == set(match.state.winners())
    ahead = sorted(outcome.seats, key=lambda one: one.place)
    assert [one.points for one in ahead] == sorted((one.points for one in ahead), reverse=True)
    assert {one.seat: one.points for one in outcome.seats} == match.state.scores()
    for one in outcome.seats:
        assert one.place == 1 + sum(other.place < one.place for other in outcome.seats)
    assert (outcome.started_at, outcome.ended_at) == (3, 9)


def test_of_two_who_resigns_is_second() -> None:
    table = begun("KS", "K")
    table.resign("K", "squire", 9)
    assert {one.seat: one.place for one in outcome_of(table).seats} == {"S": 1, "K": 2}


def test_who_never_came_to_act_stands_behind_the_others() -> None:
    table = begun("KSFG", "F")
    table.break_off("", 9)
    assert [one.seat for one in outcome_of(table).seats] == ["F", "G", "K", "S"]
    assert {one.place for one in outcome_of(table).seats} == {NO_PLACE}


def test_who_has_left_has_what_the_stand_in_made_of_it() -> None:
    table = begun("KS", "K")
    table.replace("K", "ranger", "host", 5)
    table.resign("S", "squire", 9)
    assert [(one.seat, one.bot, one.place) for one in outcome_of(table).seats] == [("K", "", 1), ("S", "", 2)]


@pytest.mark.parametrize(
    ("people", "counts"),
    [({"K": "ada", "S": "bo"}, True), ({"K": "ada"}, False), ({"K": "ada", "S": "ada"}, False), ({}, False)],
)
def test_a_rated_game_counts_where_everybody_is_known(people: dict[str, str], counts: bool) -> None:
    table = begun("KS", "K")
    table.resign("K", "squire", 9)
    assert replace(outcome_of(table), agreed=True).counts(people) is counts
    assert not outcome_of(table).counts(people)
