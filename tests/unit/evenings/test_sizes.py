"""How many tables of which size so many people make."""

import pytest

from ewala.server.features.evenings.pairing import Sizes, Tables, tables_for

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


@pytest.mark.parametrize("people", range(2, 61))
def test_nobody_pauses_where_all_can_sit(people: int) -> None:
    sizes, pausing = tables_for(people, ANY)
    assert pausing == 0
    assert sum(sizes) == people
    assert set(sizes) <= {2, 3, 4}
