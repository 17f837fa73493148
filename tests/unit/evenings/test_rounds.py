"""Who sits where in the rounds of an evening: fair seats, no needless repeats, whoever comes late or leaves early."""

from collections.abc import Mapping, Sequence

import pytest

from ewala.core.errors import BadSetup
from ewala.server.features.evenings.pairing import Past, Played, Round, Sizes, rounds_to_come

ANY = Sizes(2, 4, 4)
PAIRS = Sizes(2, 2, 2)


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
            there, planned = now, list(rounds_to_come(now, past_of(held), sizes, rounds - number))
        held.append(planned.pop(0))
        seated = [who for table in held[-1].tables for who in table]
        assert sorted([*seated, *held[-1].pausing]) == sorted(there), "everybody once"
    return held


def past_of(held: Sequence[Round]) -> Past:
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
    assert repeats(past_of(evening(names(people), rounds, sizes))) == 0


def test_eleven_people_four_rounds() -> None:
    """Sixty meetings of fifty-five pairs: some meet twice, nobody thrice."""
    past = past_of(evening(names(11), 4, ANY))
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
    assert max(past_of(held).met.values()) == 2


def test_pauses_go_round() -> None:
    past = past_of(evening(names(5), 5, PAIRS))
    assert [past.pauses[who] for who in names(5)] == [1] * 5


def test_who_comes_late_does_not_pause_in_the_others_place() -> None:
    """Those who have not paused yet are equal, whenever they came; nobody pauses twice before all have once."""
    past = past_of(evening(names(4), 5, PAIRS, come={1: "late"}))
    assert sorted(past.pauses[who] for who in [*names(4), "late"]) == [0, 1, 1, 1, 1]


def test_beginners_go_round_even_in_a_plan_of_one_round_at_a_time() -> None:
    held: list[Round] = []
    for _ in range(4):
        held += rounds_to_come(names(4), past_of(held), ANY)
    past = past_of(held)
    assert [past.sat[who, 0] for who in names(4)] == [1] * 4
    assert [past.ended[who] for who in names(4)] == [1] * 4


def test_those_of_the_last_table_are_rather_met_later() -> None:
    """All have met once; of four at two tables, only who has just met could be kept apart."""
    first = Round((("a", "b"), ("c", "d")), ())
    second = Round((("a", "c"), ("b", "d")), ())
    third = Round((("a", "d"), ("b", "c")), ())
    (after,) = rounds_to_come("abcd", past_of([first, second, third]), PAIRS)
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
