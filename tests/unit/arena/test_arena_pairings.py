"""Who meets whom: balanced in seats, whatever the number of players."""

from collections import Counter

import pytest

from ewala.core.errors import BadSetup
from ewala.lab.arena.pairings import Meeting, meetings_of


def test_a_pair_plays_a_deal_from_both_seats() -> None:
    assert Meeting(("a", "b"), 2).line_ups(1) == [("a", "b"), ("b", "a")]


def test_among_three_each_is_alone_in_every_seat() -> None:
    line_ups = Meeting(("a", "b"), 3).line_ups(1)
    assert set(line_ups) == {
        ("a", "b", "b"),
        ("b", "a", "b"),
        ("b", "b", "a"),
        ("b", "a", "a"),
        ("a", "b", "a"),
        ("a", "a", "b"),
    }
    assert len(line_ups) == Meeting(("a", "b"), 3).games_per_deal == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_sits_everywhere_equally_often(players: int) -> None:
    for meeting in [Meeting(("a", "b"), players), Meeting(("a", "b", "c", "d")[:players], players, together=True)]:
        line_ups = meeting.line_ups(1)
        assert len(line_ups) == meeting.games_per_deal
        for seat in range(players):
            counted = Counter(line_up[seat] for line_up in line_ups)
            assert len(set(counted.values())) == 1


def test_together_deals_take_every_order_around_the_table_in_turn() -> None:
    meeting = Meeting(("a", "b", "c", "d"), 4, together=True)
    orders = {meeting.line_ups(deal)[0] for deal in range(1, 7)}
    assert len(orders) == 6
    assert meeting.line_ups(7) == meeting.line_ups(1)


def test_every_pair_meets() -> None:
    assert [one.name for one in meetings_of("abc", 2, together=False)] == ["a – b", "a – c", "b – c"]


def test_together_needs_a_bot_for_each_seat() -> None:
    with pytest.raises(BadSetup, match="a bot for each of the 3 seats, not 2"):
        meetings_of("ab", 3, together=True)


def test_a_task_is_named_by_deal_meeting_and_number() -> None:
    first, second = Meeting(("a", "b"), 2).tasks(7)
    assert first.key == (7, "a – b", 1)
    assert second.key == (7, "a – b", 2)
