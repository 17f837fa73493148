"""What keys give a right to at a table, and how that changes when people sit down and stand up."""

from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.tables.events import Created, Moved, SatDown, Settings, StoodUp, encode_event
from ewala.tables.kept import Kept, Stored
from ewala.tables.keys import digest_of
from ewala.tables.rights import Rights, SeatFreed, key_changes

DICE = Dice(bytes(range(32)))
ANNA, BRAM, HOST, WATCHER = "anna's key", "bram's key", "the host's key", "a watcher's key"


def rights() -> Rights:
    """At a table where Bram came first, and Anna has the seat before his."""
    game = load("kingdom-run")
    created = Created(
        game=game.name, parameters=game.parameters(), settings=Settings(), commitment=DICE.commitment, at=0
    )
    held = {"S": digest_of(BRAM), "K": digest_of(ANNA)}
    stored = Stored("t", digest_of(HOST), digest_of(WATCHER), DICE.secret, held, [encode_event(created)])
    return Rights(stored, Kept(stored))


def test_keys_hold_their_seats_in_the_games_order() -> None:
    assert rights().seats_of([BRAM, ANNA]) == ("K", "S")
    assert rights().seats_of([BRAM]) == ("S",)
    assert rights().seats_of([HOST, WATCHER, ""]) == ()


def test_the_host_has_the_hosts_key_alone() -> None:
    assert rights().is_host([ANNA, HOST])
    assert not rights().is_host([ANNA, BRAM, WATCHER])


def test_a_seat_that_changes_hands_is_its_former_holders_no_more() -> None:
    here = rights()
    assert here.why_leave([ANNA], ("K",)) is None
    here.change(key_changes([StoodUp(seat="K", at=1), SatDown(seat="K", name="Bram", at=2)], digest_of(BRAM)))
    assert isinstance(here.why_leave([ANNA], ("K",)), SeatFreed)
    assert here.seats_of([BRAM]) == ("K", "S")
    assert here.changes == 1


def test_who_stands_up_leaves_the_seat_without_a_key() -> None:
    here = rights()
    here.change(key_changes([StoodUp(seat="S", at=1)], ""))
    assert here.seats_of([ANNA, BRAM]) == ("K",)


def test_moves_change_no_keys() -> None:
    assert key_changes([Moved(seat="K", move="r:-", at=1)], "") == {}
