"""The timed arena: whoever is free is paired at once."""

import random

from ewala.server.features.evenings.pairing import Past, Played, Sizes, Waiting, tables_at_once
from ewala.server.features.evenings.pairing.free import PATIENCE

PAIRS = Sizes(2, 2, 2)
ANY = Sizes(2, 4, 4)


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
