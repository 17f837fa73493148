"""What is said of a move, and who is told it."""

from functools import partial
from typing import Any

import msgspec
import pytest
from on_disk import on_disk, seated

from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.tables import views
from ewala.tables.broadcast import Group, Happening, Telling
from ewala.tables.events import Moved, Said
from ewala.tables.story import Made, made_from, more_said_in, moves_that_stand
from ewala.tables.table import Table

DICE = Dice(bytes(range(32)))
NOW = 1_700_000_000_000


def started(game: str, at: int = NOW, **options: str) -> Table:
    table = seated(DICE, load(game, **options), at)
    table.start(at)
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


def move(table: Table, move: str = "") -> None:
    """Whoever must act makes this move, or the first that they may."""
    assert table.match is not None
    assert table.to_act is not None
    table.move(table.to_act, move or str(table.match.state.moves()[0]), table.ply, "", 0)


@pytest.fixture
def race() -> Table:
    return started("kingdom-run", 0, players="KS", first="K")


@pytest.fixture
def duel() -> Table:
    return started("chronicles-of-run", 0)


def names(table: Table, found: dict[int, int]) -> list[tuple[str, int]]:
    """The kinds of the events that were found, and which moves they are."""
    return [(type(table.events[seq - 1]).__name__, ply) for seq, ply in sorted(found.items())]


def test_moves_and_rolls_are_counted_and_nothing_else(race: Table) -> None:
    assert names(race, moves_that_stand(on_disk(race))) == [("Rolled", 1)]
    race.say("K", "Player K", "Hello!", 0)
    move(race, "r:-")
    found = moves_that_stand(on_disk(race))
    assert names(race, found) == [("Rolled", 1), ("Moved", 2)]
    assert max(found) == race.seq


def test_a_move_that_was_taken_back_does_not_stand_and_its_place_is_the_next_ones(race: Table) -> None:
    move(race, "r:-")
    move(race)
    undone = race.seq
    race.take_back("K", 0)
    assert undone not in moves_that_stand(on_disk(race))
    move(race)
    found = moves_that_stand(on_disk(race))
    assert undone not in found
    assert found[race.seq] == 3
    race.take_back("K", 0)
    race.take_back("K", 0)
    assert names(race, moves_that_stand(on_disk(race))) == [("Rolled", 1)]


def test_it_is_told_from_any_event_on(race: Table) -> None:
    move(race, "r:-")
    since = race.seq
    move(race)
    whole = moves_that_stand(on_disk(race))
    assert moves_that_stand(on_disk(race), since + 1) == {seq: ply for seq, ply in whole.items() if seq > since}
    assert moves_that_stand(on_disk(race), race.seq + 1) == {}


def test_a_move_lies_between_the_positions_before_and_after_it(race: Table) -> None:
    move(race, "r:-")
    move(race)
    kept = on_disk(race)
    assert kept.match is not None
    for ply in range(1, kept.ply + 1):
        before, made, after = made_from(kept, ply)
        assert before.play(made).text == after.text == kept.match.state_at(ply).text
    assert made_from(kept, 1).before.text == kept.match.state_at(0).text


def test_what_a_move_brought_is_said_in_the_language_that_is_asked_for(duel: Table) -> None:
    move(duel, "8>3a")
    move(duel, "5>3d")
    made = made_from(on_disk(duel), duel.ply)
    said = {language: more_said_in(language, made) for language in ("en", "fr", "es", "nl")}
    assert said["en"][0] == "Both runes are revealed."
    assert len({lines[0] for lines in said.values()}) == 4
    assert {len(lines) for lines in said.values()} == {len(said["en"])}


def test_cr_3_2_whoever_bid_is_told_no_more_of_a_hidden_bid_than_a_spectator(duel: Table) -> None:
    """Two duels differ in nothing but the rune that lies face down."""
    assert duel.match is not None
    before = duel.match.state
    hidden = [more_said_in("en", Made(before, bid, before.play(bid))) for bid in ("8>3a", "11>3a")]
    assert hidden == [[], []]


def test_a_roll_brings_nothing_to_be_told(race: Table) -> None:
    assert more_said_in("en", made_from(on_disk(race), 1)) == []
