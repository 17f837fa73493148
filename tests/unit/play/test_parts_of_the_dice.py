"""What seats add to the dice: promised when they sit down, shown when all have, and the game begins."""

import json

import pytest

from ewala import load, read_record
from ewala.core.dice import Dice, commitment_of, promise_of
from ewala.core.errors import BadSetup, EwalaError
from ewala.tables.events import Created, Settings, decode_event, encode_event
from ewala.tables.table import NotPossible, Table

SECRET = bytes(range(32))
SEAL = commitment_of(SECRET)
NOW = 1000


def new_table(**options: str) -> Table:
    rules = load("kingdom-run", **options)
    created = Created(game=rules.name, parameters=rules.parameters(), settings=Settings(), commitment=SEAL, at=NOW)
    return Table(created, SECRET)


def promise(seat: str) -> str:
    return promise_of(SEAL, seat, f"luck of {seat}")


def asked(*, promising: str = "KS", **options: str) -> Table:
    """The host has started; K and S are people, F is a bot, G is left out."""
    table = new_table(**options)
    for seat in "KS":
        table.sit_down(seat, f"Player {seat}", promise(seat) if seat in promising else "", NOW)
    table.seat_bot("F", "random", NOW)
    table.close("G", NOW)
    table.start(NOW)
    return table


def show(table: Table, seat: str) -> list[str]:
    return [event.__class__.__name__ for event in table.show_part(seat, f"luck of {seat}", NOW)]


def again(table: Table) -> Table:
    return Table.fold([decode_event(encode_event(event)) for event in table.events], SECRET)


def test_the_game_begins_when_the_last_has_shown_its_part() -> None:
    table = asked()
    assert (table.status, table.to_show, table.match) == ("open", ["K", "S"], None)
    assert show(table, "S") == ["PartShown"]
    assert (table.status, table.to_show) == ("open", ["K"])
    assert show(table, "K")[:3] == ["PartShown", "Started", "Rolled"]
    assert (table.status, table.to_show) == ("playing", [])
    assert table.match is not None
    assert table.match.dice == Dice(
        SECRET, {seat: f"luck of {seat}" for seat in "KS"}, {seat: promise(seat) for seat in "KS"}
    )


def test_nobody_who_has_promised_nothing_is_waited_for() -> None:
    table = asked(promising="S")
    assert table.to_show == ["S"]
    assert "Started" in show(table, "S")
    assert asked(promising="").status == "playing"


def test_the_record_has_promises_and_parts_and_verifies() -> None:
    table = asked(first="lot")
    show(table, "S")
    table.miss_parts(NOW)
    assert table.match is not None
    table.match.show_dice()
    record = read_record(table.match.record.text())
    assert record.promises == {seat: promise(seat) for seat in "KS"}
    assert record.entropy == {"S": "luck of S"}
    assert record.by_lot
    assert record.verify() == 1


def test_the_game_goes_on_without_a_part_that_is_not_shown() -> None:
    table = asked()
    show(table, "K")
    missed, *after = table.miss_parts(NOW)
    assert json.loads(encode_event(missed)) == {"type": "part-missed", "at": NOW, "seat": "S"}
    assert after
    assert (table.status, table.parts) == ("playing", {"K": "luck of K"})
    with pytest.raises(NotPossible, match="has started"):
        show(table, "S")
    assert table.miss_parts(NOW) == []


def test_no_part_is_taken_before_all_have_promised() -> None:
    table = new_table(players="KS")
    table.sit_down("K", "Anna", promise("K"), NOW)
    with pytest.raises(NotPossible) as refused:
        show(table, "K")
    assert refused.value.code == "table/part-early"
    assert "luck" not in repr(table.events)


@pytest.mark.parametrize(
    ("seat", "part", "code"),
    [
        ("K", "luck of S", "table/other-part"),
        ("K", "", "setup/part"),
        ("K", "x" * 201, "setup/part"),
        ("K", "a\nb", "setup/part"),
        ("F", "luck of F", "table/no-promise"),
        ("X", "luck of X", "setup/seat"),
    ],
)
def test_another_part_than_the_promised_one_is_refused(seat: str, part: str, code: str) -> None:
    table = asked()
    before = list(table.events)
    with pytest.raises(EwalaError) as refused:
        table.show_part(seat, part, NOW)
    assert refused.value.code == code
    assert table.events == before
    assert table.parts == {}


def test_a_part_that_is_shown_twice_counts_once() -> None:
    table = asked()
    show(table, "K")
    assert show(table, "K") == []
    show(table, "S")
    assert show(table, "K") == []


@pytest.mark.parametrize("given", ["luck", "AB" * 32, "ab" * 31, "ab" * 33])
def test_what_is_no_promise_is_refused(given: str) -> None:
    with pytest.raises(BadSetup) as refused:
        new_table().sit_down("K", "Anna", given, NOW)
    assert refused.value.code == "setup/promise"


def test_a_seat_that_was_left_takes_its_promise_along() -> None:
    table = new_table(players="KS")
    table.sit_down("K", "Anna", promise("K"), NOW)
    table.stand_up("K", NOW)
    table.sit_down("K", "Bram", "", NOW)
    assert table.promises == {}


@pytest.mark.parametrize("shown", ["", "K"])
def test_a_table_is_folded_in_the_middle_of_it(shown: str) -> None:
    table = asked()
    for seat in shown:
        show(table, seat)
    folded = again(table)
    assert (folded.to_show, folded.parts, folded.promises) == (table.to_show, table.parts, table.promises)
    assert folded.parts_asked_at == NOW
    for seat in table.to_show:
        assert show(folded, seat) == show(table, seat)
    assert folded.events == table.events
    assert folded.match is not None
    assert again(folded).parts == {seat: f"luck of {seat}" for seat in "KS"}


# --- Tables from before there were promises

OLD = [
    b'{"type":"sat-down","at":1,"seat":"K","name":"Anna","entropy":"plain luck"}',
    b'{"type":"closed","at":2,"seat":"F"}',
    b'{"type":"closed","at":3,"seat":"G"}',
]


def old_table() -> Table:
    return Table.fold([new_table().created, *map(decode_event, OLD)], SECRET)


def test_an_old_table_plays_on_with_the_dice_that_it_had() -> None:
    table = old_table()
    table.sit_down("S", "Bram", "", NOW)
    table.start(NOW)
    assert table.match is not None
    assert table.match.dice == Dice(SECRET, {"K": "plain luck"})
    assert again(table).match is not None


def test_what_was_added_unpromised_does_not_count_where_somebody_has_promised() -> None:
    """Else whoever comes after the others could still try until the rolls suit."""
    table = old_table()
    table.sit_down("S", "Bram", promise("S"), NOW)
    table.start(NOW)
    assert table.to_show == ["S"]
    show(table, "S")
    assert table.parts == {"S": "luck of S"}
