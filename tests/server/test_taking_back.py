"""Taking back, ending a turn, and what the other side learns of it."""

from collections.abc import Iterator

import pytest
from devices import Device, Frame
from table_server import Server, Table, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("turns")) as server:
        yield server


def position_of(table: Table, seat: str) -> Frame:
    position: Frame = table.look(table.keys[seat])["position"]
    return position


def play_until_the_turn_is_done(table: Table, device: Device, seat: str) -> Frame:
    """K keeps all dice and does whatever is first; returns the answer's position: the turn waits to be ended."""
    position = position_of(table, seat)
    while "confirm" not in position:
        move = "r:-" if "r:-" in position["moves"] else position["moves"][0]
        assert device.move(seat, move, position["ply"])["type"] == "done"
        position = position_of(table, seat)
    return position


def test_a_move_is_taken_back_within_its_turn(server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    before = position_of(table, seat)
    with table.device(seat) as device, table.device() as spectator:
        device.move(seat, "r:-", before["ply"])
        assert device.ask("take-back", seat=seat)["type"] == "done"
        taken = spectator.happened("taken-back")
        assert taken["event"]["seat"] == seat
        assert taken["position"]["ply"] == before["ply"]
    assert position_of(table, seat) == before
    assert table.look(table.watch)["log"][-1].startswith("!")


def test_what_the_dice_have_shown_cannot_be_taken_back(server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    with table.device(seat) as device:
        assert device.ask("take-back", seat=seat)["code"] == "match/cannot-undo"
        position = position_of(table, seat)
        reroll = next(move for move in position["moves"] if move != "r:-")
        device.move(seat, reroll, position["ply"])
        assert device.ask("take-back", seat=seat)["code"] == "match/cannot-undo"
    assert table.look(table.watch)["log"][-2] == reroll


def test_nobody_takes_back_the_move_of_another(server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    other = "S" if seat == "K" else "K"
    with table.device(seat) as device, table.device(other) as opponent:
        device.move(seat, "r:-", position_of(table, seat)["ply"])
        assert opponent.ask("take-back", seat=other)["code"] == "match/cannot-undo"
        assert opponent.ask("take-back", seat=seat)["code"] == "seat/not-yours"


def test_without_confirming_a_turn_is_over_when_its_last_move_is_made(server: Server) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device:
        device.move(first, "4>3a", position_of(table, first)["ply"])
        assert device.ask("take-back", seat=first)["code"] == "match/cannot-undo"
        assert device.ask("confirm", seat=first)["code"] == "table/nothing-to-confirm"


def test_what_was_revealed_cannot_be_taken_back(server: Server) -> None:
    table = server.chronicles(confirm=True)
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    ply = position_of(table, first)["ply"]
    with table.device(first) as one, table.device(second) as two:
        one.move(first, "4>3a", ply)
        assert one.ask("confirm", seat=first)["type"] == "done"
        assert two.move(second, "5>3d", ply + 1)["type"] == "done"
        assert "(" not in position_of(table, second)["text"]
        for device, seat in ((one, first), (two, second)):
            assert device.ask("take-back", seat=seat)["code"] == "match/cannot-undo"


def test_a_finished_turn_waits_until_it_is_ended(server: Server) -> None:
    table = server.kingdom_run("KS", confirm=True)
    seat = table.seat_to_act()
    other = "S" if seat == "K" else "K"
    with table.device(seat) as device, table.device(other) as opponent:
        position = play_until_the_turn_is_done(table, device, seat)
        assert (position["confirm"], position["to_act"]) == (seat, seat)
        assert "moves" not in position
        assert opponent.ask("confirm", seat=other)["code"] == "table/nothing-to-confirm"
        assert opponent.move(other, "r:-", position["ply"])["code"] == "move/not-your-turn"
        assert device.move(seat, "r:-", position["ply"])["code"] == "table/confirm-first"
        seq = table.look(table.watch)["seq"]
        assert device.ask("confirm", seat=seat)["type"] == "done"
        rolled = opponent.happened("confirmed")
        assert rolled["seq"] == seq + 1
        assert opponent.until(lambda frame: (frame.get("position") or {}).get("to_act") == other)["position"]["moves"]
        assert device.ask("take-back", seat=seat)["code"] == "match/cannot-undo"


def test_a_finished_turn_can_be_taken_back_move_by_move(server: Server) -> None:
    table = server.kingdom_run("KS", confirm=True)
    seat = table.seat_to_act()
    with table.device(seat) as device:
        begun = position_of(table, seat)
        done = play_until_the_turn_is_done(table, device, seat)
        for _ in range(done["ply"] - begun["ply"]):
            assert device.ask("take-back", seat=seat)["type"] == "done"
        assert position_of(table, seat) == begun
        assert device.ask("take-back", seat=seat)["code"] == "match/cannot-undo"


def test_a_bid_that_was_taken_back_is_nobody_elses_business(server: Server) -> None:
    table = server.chronicles(confirm=True)
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    ply = position_of(table, first)["ply"]
    with table.device(first) as one, table.device(second) as two, table.device() as spectator:
        one.move(first, "11>3a", ply)
        one.ask("take-back", seat=first)
        one.move(first, "4>3a", ply)
        one.ask("confirm", seat=first)
        two.move(second, "5>3d", ply + 1)
        watchers = [two, spectator]
        for device in watchers:
            device.caught_up()
        told = [text for device in watchers for text in device.texts]
    for seat in (second, ""):
        with table.device(*seat, since=2) as again:
            again.caught_up()
            told += again.texts
            moves = [frame["event"]["move"] for frame in again.frames if moved_by(frame, first)]
            assert moves == ["?>3a", "?>3a"]
    told += [table.call("GET", "", key).text for key in (table.keys[second], table.watch, table.host)]
    told += [table.record(key) for key in (table.keys[second], table.watch, table.host)]
    assert not any("11>3a" in text for text in told)
    assert any("4>3a" in text for text in told), "what was revealed is known"
    with table.device(first, since=2) as owner:
        owner.caught_up()
        moves = [frame["event"]["move"] for frame in owner.frames if moved_by(frame, first)]
        assert moves == ["11>3a", "4>3a"]


def moved_by(frame: Frame, seat: str) -> bool:
    event = frame.get("event", {})
    return (frame["type"], event.get("type"), event.get("seat")) == ("happened", "moved", seat)


def test_a_bid_that_waits_to_be_ended_is_already_hidden(server: Server) -> None:
    table = server.chronicles(confirm=True)
    first = table.seat_to_act()
    with table.device(first) as device:
        device.move(first, "11>3a", position_of(table, first)["ply"])
    assert f"({first}11)" in position_of(table, first)["text"]
    assert f"({first}?)" in table.look(table.watch)["position"]["text"]
    assert "?>3a" in table.record(table.watch)
    assert "11>3a" in table.record(table.keys[first])


def test_the_same_commands_by_plain_requests(server: Server) -> None:
    table = server.kingdom_run("KS", confirm=True)
    seat = table.seat_to_act()
    key, ply = table.keys[seat], position_of(table, seat)["ply"]
    table.do("POST", "/moves", key, body={"move": "r:-", "ply": ply})
    table.do("POST", "/take-back", key, body={})
    table.do("POST", "/moves", key, body={"move": "r:-", "ply": ply})
    assert position_of(table, seat)["ply"] == ply + 1
    refused = table.call("POST", "/moves", key, body={"move": "r:-", "ply": ply})
    assert (refused.status_code, refused.json()["code"]) == (409, "move/stale")
    refused = table.call("POST", "/confirm", key, body={})
    assert (refused.status_code, refused.json()["code"]) == (409, "table/nothing-to-confirm")
