"""How everybody stands: points, wins, how hard it was; shared places, pauses, tables that are still played."""

import pytest

from ewala.core.errors import BadSetup
from ewala.server.features.evenings.pairing import PAUSE, Played, standings


def test_points_are_the_share_of_those_one_was_ahead_of() -> None:
    rows = standings([([Played(("a", "b", "c", "d"), (1, 2, 2, 4))], [])])
    assert [(row.place, row.who, row.points, row.wins) for row in rows] == [
        (1, "a", 1.0, 1.0),
        (2, "b", 0.5, 0.0),
        (2, "c", 0.5, 0.0),
        (4, "d", 0.0, 0.0),
    ]


def test_a_win_at_a_small_table_is_as_good_as_one_at_a_large() -> None:
    rows = standings([([Played(("a", "b"), (1, 2)), Played(("c", "d", "e"), (1, 2, 3))], [])])
    assert {row.who: row.points for row in rows} == {"a": 1, "c": 1, "d": 0.5, "b": 0, "e": 0}


def test_a_shared_win_is_a_part_of_one() -> None:
    rows = standings([([Played(("a", "b"), (1, 1))], [])])
    assert [(row.place, row.points, row.wins) for row in rows] == [(1, 0.5, 0.5)] * 2


def test_who_had_to_pause_gets_an_average_round() -> None:
    rows = standings([([Played(("a", "b"), (1, 2))], ["c"])])
    assert [(row.who, row.points, row.tables) for row in rows] == [("a", 1.0, 1), ("c", PAUSE, 0), ("b", 0.0, 1)]


def test_among_equals_it_counts_whom_one_met() -> None:
    """a and d have won once each, a against b, who won the other round."""
    rounds: list[tuple[list[Played], list[str]]] = [
        ([Played(("a", "b"), (1, 2)), Played(("c", "d"), (2, 1))], []),
        ([Played(("b", "c"), (1, 2)), Played(("a", "d"), (1, 1))], []),
    ]
    assert [(row.place, row.who) for row in standings(rounds)] == [(1, "a"), (2, "d"), (3, "b"), (4, "c")]


def test_tables_that_are_still_played_do_not_count_yet() -> None:
    rows = standings([([Played(("a", "b"))], [])])
    assert [(row.place, row.points, row.tables) for row in rows] == [(1, 0.0, 0)] * 2


@pytest.mark.parametrize("places", [(0, 1), (1, 3), (2, 2), (1,), (1, 2, 3)])
def test_places_that_no_table_can_have(places: tuple[int, ...]) -> None:
    with pytest.raises(BadSetup) as refused:
        standings([([Played(("a", "b"), places)], [])])
    assert refused.value.code == "evening/places"
