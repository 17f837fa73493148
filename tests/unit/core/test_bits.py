"""Sets of small numbers kept in one word."""

import pytest

from ewala.core.bits import lowest, nth, popcount
from ewala.core.compiled import twin


@pytest.mark.parametrize("member", range(32))
@pytest.mark.parametrize("more", [0, 0xFFFFFFFF, 0xA5A5A5A5, 1 << 31])
def test_the_lowest_member_of_a_set(member: int, more: int) -> None:
    members = 1 << member | (more >> member << member)
    assert lowest(members) == member


@pytest.mark.parametrize("of", [0, 1, 0xFFFFFFFF, 0xA5A5A5A5, 1 << 31, 0x77777777, 0x00010203])
def test_members_of_a_set_are_counted_and_found_by_their_place(of: int) -> None:
    there = [n for n in range(32) if (of >> n) & 1]
    assert popcount(of) == len(there)
    assert [nth(of, n) for n in range(len(there))] == there
    assert int(twin("ewala.core.bits").popcount(of)) == len(there)
