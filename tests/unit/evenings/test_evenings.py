"""Evenings: sizes of tables, who is free, rounds, standings."""

import random
from collections.abc import Mapping, Sequence

import pytest

from ewala.core.errors import BadSetup
from ewala.server.features.evenings.pairing import (
    PATIENCE,
    PAUSE,
    Past,
    Played,
    Round,
    Sizes,
    Tables,
    Waiting,
    rounds_to_come,
    standings,
    tables_at_once,
    tables_for,
)

ANY = Sizes(2, 4, 4)


@pytest.mark.parametrize(
    ("people", "sizes", "found"),
    [
        (11, ANY, Tables((4, 4, 3), 0)),
        (10, ANY, Tables((4, 3, 3), 0)),
        (9, ANY, Tables((3, 3, 3), 0)),
        (5, ANY, Tables((3, 2), 0)),
        (2, ANY, Tables((2,), 0)),
        (11, Sizes(2, 4, 3), Tables((3, 3, 3, 2), 0)),
        (12, Sizes(2, 4, 3), Tables((3, 3, 3, 3), 0)),
        (7, Sizes(2, 4, 2), Tables((3, 2, 2), 0)),
        (11, Sizes(2, 2, 2), Tables((2,) * 5, 1)),
        (5, Sizes(4, 4, 4), Tables((4,), 1)),
        (3, Sizes(4, 4, 4), Tables((), 3)),
    ],
)
def test_tables(people: int, sizes: Sizes, found: Tables) -> None:
    assert tables_for(people, sizes) == found


def test_nobody_pauses_where_all_can_sit() -> None:
    for people in range(2, 61):
        sizes, pausing = tables_for(people, ANY)
        assert pausing == 0, people
        assert sum(sizes) == people
        assert set(sizes) <= {2, 3, 4}, people


PAIRS = Sizes(2, 2, 2)


def past_of(*tables: str) -> Past:
    return Past([([Played(tuple(table))], ()) for table in tables])


def free(people: str, since: float = 0.0) -> list[Waiting]:
    return [Waiting(who, since + at) for at, who in enumerate(people)]


def test_two_who_are_free_play_at_once() -> None:
    assert [set(table) for table in tables_at_once(free("ab"), Past(), PAIRS, 1.0)] == [{"a", "b"}]


def test_one_alone_waits() -> None:
    assert tables_at_once(free("a"), Past(), PAIRS, 1000.0) == []


def test_who_waits_longest_comes_first() -> None:
    waiting = [Waiting("late", 9), Waiting("early", 1), Waiting("middle", 5)]
    assert [set(table) for table in tables_at_once(waiting, Past(), PAIRS, 10)] == [{"early", "middle"}]


def test_others_than_last_time_are_taken_if_they_are_there() -> None:
    past = past_of("ab", "cd")
    tables = tables_at_once(free("abcd"), past, PAIRS, 4.0)
    assert len(tables) == 2
    assert {"a", "b"} not in [set(table) for table in tables]


def test_the_same_two_play_again_only_when_nobody_else_has_come() -> None:
    past = past_of("ab")
    assert tables_at_once(free("ab"), past, PAIRS, 2.0) == []
    assert [set(table) for table in tables_at_once(free("ab"), past, PAIRS, PATIENCE)] == [{"a", "b"}]


def test_a_full_table_is_waited_for_a_little() -> None:
    assert tables_at_once(free("abc"), Past(), ANY, 3.0) == []
    assert [len(table) for table in tables_at_once(free("abc"), Past(), ANY, PATIENCE)] == [3]
    assert [len(table) for table in tables_at_once(free("abcd"), Past(), ANY, 4.0)] == [4]


def test_who_has_begun_less_often_begins() -> None:
    past = past_of("ab", "ac", "bc")
    assert tables_at_once(free("ac"), past, PAIRS, PATIENCE) == [("c", "a")]


def test_a_long_arena_mixes_everybody() -> None:
    """Twelve people, games of 60 to 180 s, two hours: nobody waits long, all meet all, beginners are fair."""
    rng, people = random.Random(1), "abcdefghijkl"
    waiting = dict.fromkeys(people, 0.0)
    playing: list[tuple[float, tuple[str, ...]]] = []
    past, games = Past(), 0
    longest = 0.0
    for now in map(float, range(0, 7200, 5)):
        for ended in [table for until, table in playing if until <= now]:
            waiting.update(dict.fromkeys(ended, now))
        playing = [(until, table) for until, table in playing if until > now]
        for table in tables_at_once([Waiting(who, since) for who, since in waiting.items()], past, PAIRS, now):
            longest = max([longest, *(now - waiting.pop(who) for who in table)])
            past, games = past.and_then([Played(table)], ()), games + 1
            playing.append((now + rng.uniform(60, 180), table))
    meetings = [past.met[frozenset((a, b))] for a in people for b in people if a < b]
    assert games > 250
    assert longest <= PATIENCE + 5
    assert min(meetings) >= 1
    assert max(meetings) <= 2.5 * sum(meetings) / len(meetings)
    begun = [past.sat[who, 0] / (past.sat[who, 0] + past.sat[who, 1]) for who in people]
    assert min(begun) > 0.45
    assert max(begun) < 0.55


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def evening(
    people: Sequence[str],
    rounds: int,
    sizes: Sizes,
    leave: Mapping[int, str] | None = None,
    come: Mapping[int, str] | None = None,
) -> list[Round]:
    """As an organiser leads it: what was planned is kept to until somebody comes or leaves."""
    there, planned = list(people), list[Round]()
    held: list[Round] = []
    for number in range(rounds):
        now = [who for who in there if who != (leave or {}).get(number)] + [
            who for who in [(come or {}).get(number)] if who
        ]
        if now != there or not planned:
            there, planned = now, list(rounds_to_come(now, past_of_rounds(held), sizes, rounds - number))
        held.append(planned.pop(0))
        seated = [who for table in held[-1].tables for who in table]
        assert sorted([*seated, *held[-1].pausing]) == sorted(there), "everybody once"
    return held


def past_of_rounds(held: Sequence[Round]) -> Past:
    return Past(([Played(table) for table in one.tables], one.pausing) for one in held)


def repeats(past: Past) -> int:
    return sum(times - 1 for times in past.met.values())


@pytest.mark.parametrize(
    ("people", "rounds", "sizes"),
    [(16, 5, ANY), (12, 4, Sizes(2, 4, 3)), (9, 4, Sizes(3, 3, 3)), (8, 7, PAIRS), (11, 11, PAIRS), (30, 5, ANY)],
    ids=str,
)
def test_where_nobody_has_to_meet_twice_nobody_does(people: int, rounds: int, sizes: Sizes) -> None:
    """Of sixteen at tables of four everybody meets everybody once in five rounds; of eight pairs in seven."""
    assert repeats(past_of_rounds(evening(names(people), rounds, sizes))) == 0


def test_eleven_people_four_rounds() -> None:
    """Sixty meetings of fifty-five pairs: some meet twice, nobody thrice."""
    past = past_of_rounds(evening(names(11), 4, ANY))
    assert sum(past.met.values()) == 60
    assert max(past.met.values()) == 2
    begun = [past.sat[who, 0] for who in names(11)]
    assert sum(begun) == 12
    assert set(begun) == {1, 2}
    assert max(past.sat.values()) == 2, "and nobody sits at one place of the table again and again"


def test_who_leaves_is_left_out_and_who_comes_late_is_seated() -> None:
    held = evening(names(11), 4, ANY, leave={2: "p03"}, come={1: "late"})
    there = [{who for table in one.tables for who in table} for one in held]
    assert ["p03" in who for who in there] == [True, True, False, False]
    assert ["late" in who for who in there] == [False, True, True, True]
    assert [len(who) for who in there] == [11, 12, 11, 11]
    assert max(past_of_rounds(held).met.values()) == 2


def test_pauses_go_round() -> None:
    past = past_of_rounds(evening(names(5), 5, PAIRS))
    assert [past.pauses[who] for who in names(5)] == [1] * 5


def test_who_comes_late_does_not_pause_in_the_others_place() -> None:
    """Those who have not paused yet are equal, whenever they came; nobody pauses twice before all have once."""
    past = past_of_rounds(evening(names(4), 5, PAIRS, come={1: "late"}))
    assert sorted(past.pauses[who] for who in [*names(4), "late"]) == [0, 1, 1, 1, 1]


def test_beginners_go_round_even_in_a_plan_of_one_round_at_a_time() -> None:
    held: list[Round] = []
    for _ in range(4):
        held += rounds_to_come(names(4), past_of_rounds(held), ANY)
    past = past_of_rounds(held)
    assert [past.sat[who, 0] for who in names(4)] == [1] * 4
    assert [past.ended[who] for who in names(4)] == [1] * 4


def test_those_of_the_last_table_are_rather_met_later() -> None:
    """All have met once; of four at two tables, only who has just met could be kept apart."""
    first = Round((("a", "b"), ("c", "d")), ())
    second = Round((("a", "c"), ("b", "d")), ())
    third = Round((("a", "d"), ("b", "c")), ())
    (after,) = rounds_to_come("abcd", past_of_rounds([first, second, third]), PAIRS)
    assert {frozenset(table) for table in after.tables} != {frozenset("ad"), frozenset("bc")}


def test_the_seed_decides_and_nothing_else() -> None:
    once, again = (rounds_to_come(names(11), Past(), ANY, 3, seed=7) for _ in range(2))
    assert once == again
    assert once == rounds_to_come(names(11)[::-1], Past(), ANY, 3, seed=7), "not the order in which they are named"
    assert once != rounds_to_come(names(11), Past(), ANY, 3, seed=8)


@pytest.mark.parametrize(
    ("people", "sizes", "code"),
    [
        (["a"], ANY, "evening/people"),
        ([], ANY, "evening/people"),
        (["a", "b", "a"], ANY, "evening/twice"),
        (["a", "b"], Sizes(3, 3, 3), "evening/people"),
        (["a", "b"], Sizes(1, 4, 4), "evening/sizes"),
        (["a", "b"], Sizes(2, 3, 4), "evening/sizes"),
    ],
)
def test_what_makes_no_round(people: list[str], sizes: Sizes, code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        rounds_to_come(people, Past(), sizes)
    assert refused.value.code == code


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
