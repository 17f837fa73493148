"""What groups of devices are told of the same events: the same bytes wherever they may know the same."""

from functools import partial
from typing import Any

import msgspec
import pytest
from on_disk import on_disk

from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.tables import views
from ewala.tables.broadcast import Group, Happening, Telling
from ewala.tables.events import Created, Moved, Said, Settings
from ewala.tables.table import Table

DICE = Dice(bytes(range(32)))
NOW = 1_700_000_000_000


def started(game: str, **options: str) -> Table:
    rules = load(game, **options)
    created = Created(game=game, parameters=rules.parameters(), settings=Settings(), commitment=DICE.commitment, at=NOW)
    table = Table(created, DICE.secret)
    for seat in rules.seats:
        table.sit_down(seat, f"Player {seat}", "", NOW)
    table.start(NOW)
    return table


def told(table: Table, *happenings: Happening) -> Telling:
    kept = on_disk(table)
    return Telling(kept, partial(views.table_view, "t", kept, ()), list(happenings))


def last_event(table: Table) -> Happening:
    return Happening(table.seq, table.events[-1], views.present_moment(on_disk(table), NOW))


def read(lines: list[bytes]) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in lines]


def test_where_nothing_is_hidden_all_but_who_must_act_are_told_the_same_bytes() -> None:
    table = started("kingdom-run", players="KSF", first="K")
    telling = told(table, last_event(table))
    (acting,), (other,), (third,), (nobody,) = (
        telling.lines(Group(seats, "en")) for seats in (("K",), ("S",), ("F",), ())
    )
    assert other is third is nobody
    line = msgspec.json.decode(acting)
    assert line["position"].pop("moves")
    assert line == msgspec.json.decode(other)


def test_where_something_is_hidden_each_side_has_lines_of_its_own() -> None:
    table = started("chronicles-of-run")
    first = table.to_act
    assert first is not None
    table.move(first, "7>3a", table.ply, "", NOW)
    other = next(seat for seat in "OC" if seat != first)
    telling = told(table, last_event(table))
    own, hidden = (read(telling.lines(Group((seat,), "en")))[0] for seat in (first, other))
    assert (own["event"]["move"], hidden["event"]["move"]) == ("7>3a", "?>3a")
    assert own["words"] != hidden["words"]
    assert f"({first}7)" in own["position"]["text"]
    assert f"({first}7)" not in hidden["position"]["text"]


def test_a_muted_group_hears_of_all_but_words() -> None:
    table = started("kingdom-run", players="KS", first="K")
    moved, said = Moved(seat="K", move="r:-", at=NOW), Said(seat="K", name="Ana", text="hello", at=NOW)
    telling = told(table, Happening(8, said), Happening(9, moved))
    assert [line["seq"] for line in read(telling.lines(Group((), "en")))] == [8, 9]
    assert [line["seq"] for line in read(telling.lines(Group((), "en", muted=True)))] == [9]


@pytest.mark.parametrize("explained", [False, True])
@pytest.mark.parametrize("seats", [("K",), ("S",), ("K", "S"), ()])
def test_a_line_has_the_position_that_a_snapshot_has(seats: tuple[str, ...], explained: bool) -> None:
    table = started("kingdom-run", players="KS", first="K")
    moment = views.present_moment(on_disk(table), NOW)
    assert moment is not None
    position = msgspec.to_builtins(moment.position(seats, explained=explained))
    (line,) = read(told(table, last_event(table)).lines(Group(seats, "en", explained=explained)))
    assert line["position"] == position
