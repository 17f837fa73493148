"""Clocks of tables, with time that stands until the test moves it."""

import pytest
from devices import Device, Frame
from table_server import Clock, Server, Table, opponent

SERVED = {"clock": ...}


REAL_TIME = {"kind": "real-time", "seconds": 60, "increment": 5}
CORRESPONDENCE = {"kind": "correspondence", "seconds": 3600}


def clocks(table: Table) -> dict[str, int]:
    """Seconds left."""
    position = table.look(table.watch)["position"]
    return {seat: left // 1000 for seat, left in position.get("clocks", {}).items()}


def both_sides(server: Server, clock: dict[str, object]) -> tuple[Table, str, str]:
    """A table of the Chronicles; who bids first, and who second."""
    table = server.chronicles(clock=clock)
    first = table.seat_to_act()
    return table, first, opponent(first)


def move(table: Table, seat: str, move: str) -> None:
    ply = table.look(table.watch)["position"]["ply"]
    table.do("POST", "/moves", table.keys[seat], body={"move": move, "ply": ply})


def replaced(device: Device, seat: str) -> Frame:
    frame = device.happened("replaced")
    assert (frame["event"]["seat"], frame["event"]["because"]) == (seat, "clock")
    return frame


def test_only_the_clock_of_who_must_act_runs_and_a_move_adds_the_increment(server: Server, clock: Clock) -> None:
    table, first, second = both_sides(server, REAL_TIME)
    clock.advance(10)
    assert clocks(table) == {first: 50, second: 60}
    move(table, first, "4>3a")
    assert clocks(table) == {first: 55, second: 60}
    clock.advance(20)
    assert clocks(table) == {first: 55, second: 40}


def test_a_whole_turn_adds_the_increment_once(server: Server, clock: Clock) -> None:
    table = server.kingdom_run("KS", clock=REAL_TIME)
    seat = table.seat_to_act()
    while table.seat_to_act() == seat:
        clock.advance(1)
        moves = table.look(table.keys[seat])["position"]["moves"]
        move(table, seat, "r:DDDD" if "r:DDDD" in moves else moves[-1])
        spent = sum(not text.startswith("!") for text in table.look(table.watch)["log"])
    assert clocks(table)[seat] == 60 - spent + 5


def test_taking_a_finished_turn_back_adds_nothing(server: Server, clock: Clock) -> None:
    table = server.chronicles(clock=REAL_TIME, confirm=True)
    first = table.seat_to_act()
    for _ in range(3):
        clock.advance(1)
        move(table, first, "4>3a")
        table.do("POST", "/take-back", table.keys[first], body={})
    assert clocks(table)[first] == 57
    move(table, first, "4>3a")
    clock.advance(2)
    assert clocks(table)[first] == 55, "it runs on until the turn is ended"
    table.do("POST", "/confirm", table.keys[first], body={})
    assert clocks(table)[first] == 60


@pytest.mark.parametrize("rule", [REAL_TIME, CORRESPONDENCE])
def test_when_a_clock_runs_out_a_bot_plays_on(server: Server, clock: Clock, rule: dict[str, object]) -> None:
    table, first, _ = both_sides(server, rule)
    with table.joined() as spectator:
        clock.advance(3601)
        shown = replaced(spectator, first)["table"]["seats"]
        assert [seat["bot"] != "" for seat in shown if seat["seat"] == first] == [True]
        moved = spectator.happened("moved")
        assert moved["event"]["seat"] == first


def test_just_before_it_runs_out_nothing_happens(server: Server, clock: Clock) -> None:
    """The other table's clock is later by a second: when that one has run out, this one has been looked at, too."""
    table, first, _ = both_sides(server, REAL_TIME)
    clock.advance(59.9)
    move(table, first, "4>3a")
    clock.advance(59)
    witness, other, _ = both_sides(server, {"kind": "real-time", "seconds": 5})
    with table.device() as spectator, witness.device() as at_the_other:
        clock.advance(0.5)
        assert clocks(table)[table.seat_to_act()] == 0
        assert spectator.ask("ping")["seq"] == table.look(table.watch)["seq"]
        assert not any(frame["type"] == "happened" for frame in spectator.frames)
        clock.advance(4.5)
        replaced(at_the_other, other)
        replaced(spectator, opponent(first))


def test_who_comes_back_plays_on_and_has_time_to_think(server: Server, clock: Clock) -> None:
    table = server.kingdom_run("KS", clock=REAL_TIME)
    seat = table.seat_to_act()
    other = opponent(seat)
    with table.device(seat) as device:
        greeting = device.expect("snapshot")
        clock.advance(61)
        replaced(device, seat)
        # The bot plays the whole turn; then it is the turn of the other, who is there.
        device.until(lambda frame: (frame.get("position") or {}).get("to_act") == other)
        assert device.ask("come-back", seat=seat)["type"] == "done"
        back = device.happened("returned")
        assert all(shown["bot"] == "" for shown in back["table"]["seats"])
        assert clocks(table)[seat] >= 30
        assert device.ask("come-back", seat=seat)["code"] == "table/nothing-to-take-back"
        assert greeting["position"]["ply"] < table.look(table.watch)["position"]["ply"]


def test_without_clocks_nobody_is_ever_late(server: Server, clock: Clock) -> None:
    table = server.kingdom_run("KS")
    witness, other, _ = both_sides(server, REAL_TIME)
    with table.device() as spectator, witness.device() as at_the_other:
        spectator.expect("snapshot")
        clock.advance(30 * 24 * 3600)
        replaced(at_the_other, other)  # the tables have been looked after
        assert clocks(table) == {}
        spectator.ask("ping")
        assert not any(frame["type"] == "happened" for frame in spectator.frames)
