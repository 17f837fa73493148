"""The story of a game as it is told to everybody: which moves stand, where they led, what they brought."""

import pytest
from on_disk import on_disk, seated

from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.tables.events import Created, Settings
from ewala.tables.story import Made, made_from, more_said_in, moves_that_stand
from ewala.tables.table import Table

DICE = Dice(bytes(range(32)))


def move(table: Table, move: str = "") -> None:
    """Whoever must act makes this move, or the first that they may."""
    assert table.match is not None
    assert table.to_act is not None
    table.move(table.to_act, move or str(table.match.state.moves()[0]), table.ply, "", 0)


@pytest.fixture
def race() -> Table:
    table = seated(DICE)
    table.start(0)
    return table


@pytest.fixture
def duel() -> Table:
    game = load("chronicles-of-run")
    created = Created(
        game=game.name, parameters=game.parameters(), settings=Settings(), commitment=DICE.commitment, at=0
    )
    table = Table(created, DICE.secret)
    for seat in game.seats:
        table.sit_down(seat, f"Player {seat}", "", 0)
    table.start(0)
    return table


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
