"""Taking back and ending a turn, over a server. What can be taken back is tested without one, in tests/unit/play; that
a bid which was taken back stays unknown, in test_leak.py."""

from devices import Device, Frame
from table_server import Server, Table, opponent, refused


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


def test_a_move_is_taken_back_within_its_turn_and_by_nobody_else(server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    before, other = position_of(table, seat), opponent(seat)
    with table.device(seat) as device, table.device(other) as rival, table.device() as spectator:
        device.move(seat, "r:-", before["ply"])
        assert rival.ask("take-back", seat=other)["code"] == "match/cannot-undo"
        assert rival.ask("take-back", seat=seat)["code"] == "seat/not-yours"
        assert device.ask("take-back", seat=seat)["type"] == "done"
        taken = spectator.happened("taken-back")
        assert taken["event"]["seat"] == seat
        assert taken["position"]["ply"] == before["ply"]
        assert device.ask("take-back", seat=seat)["code"] == "match/cannot-undo", "what the dice have shown stands"
    assert position_of(table, seat) == before
    assert table.look(table.watch)["log"][-1].startswith("!")


def test_a_finished_turn_waits_until_it_is_ended_and_can_be_taken_back_until_then(server: Server) -> None:
    table = server.kingdom_run("KS", confirm=True)
    seat = table.seat_to_act()
    other = opponent(seat)
    with table.device(seat) as device, table.device(other) as rival:
        begun = position_of(table, seat)
        position = play_until_the_turn_is_done(table, device, seat)
        assert (position["confirm"], position["to_act"]) == (seat, seat)
        assert "moves" not in position
        assert rival.ask("confirm", seat=other)["code"] == "table/nothing-to-confirm"
        assert rival.move(other, "r:-", position["ply"])["code"] == "move/not-your-turn"
        assert device.move(seat, "r:-", position["ply"])["code"] == "table/confirm-first"
        for _ in range(position["ply"] - begun["ply"]):
            assert device.ask("take-back", seat=seat)["type"] == "done"
        assert position_of(table, seat) == begun
        play_until_the_turn_is_done(table, device, seat)
        seq = table.look(table.watch)["seq"]
        assert device.ask("confirm", seat=seat)["type"] == "done"
        assert rival.happened("confirmed")["seq"] == seq + 1
        assert rival.until(lambda frame: (frame.get("position") or {}).get("to_act") == other)["position"]["moves"]
        assert device.ask("take-back", seat=seat)["code"] == "match/cannot-undo"


def test_the_same_commands_by_plain_requests(server: Server) -> None:
    table = server.kingdom_run("KS", confirm=True)
    seat = table.seat_to_act()
    key, ply = table.keys[seat], position_of(table, seat)["ply"]
    table.do("POST", "/moves", key, body={"move": "r:-", "ply": ply})
    table.do("POST", "/take-back", key, body={})
    table.do("POST", "/moves", key, body={"move": "r:-", "ply": ply})
    assert position_of(table, seat)["ply"] == ply + 1
    refused(table.call("POST", "/moves", key, body={"move": "r:-", "ply": ply}), 409, "move/stale")
    refused(table.call("POST", "/confirm", key, body={}), 409, "table/nothing-to-confirm")
