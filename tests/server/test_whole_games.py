"""Whole games of both games, several tables at once, as people, bots and spectators live them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from devices import Device, Frame, Player
from table_server import Server, Table, served, spawned

import ewala

pytestmark = pytest.mark.long  # plays whole games at several tables

# Game, seats that people play (those in one word share a device), seats that bots play, settings.
TABLES: list[tuple[str, list[str], str, dict[str, Any]]] = [
    ("kingdom-run", ["K", "S", "F", "G"], "", {}),
    ("kingdom-run", ["K", "G"], "", {"confirm": True}),
    ("kingdom-run", ["S"], "KF", {}),
    ("kingdom-run", ["KF", "S"], "", {"listed": True}),
    ("kingdom-run", [], "SG", {}),
    ("chronicles-of-run", ["O", "C"], "", {}),
    ("chronicles-of-run", ["O", "C"], "", {"confirm": True}),
    ("chronicles-of-run", ["C"], "O", {}),
    ("chronicles-of-run", ["OC"], "", {"confirm": True}),
]


@dataclass
class Seen:
    """All that one device was sent."""

    seats: str
    frames: list[Frame]
    result: Frame


def play_at(server: Server, number: int) -> tuple[Table, list[Seen]]:
    """Play one of the tables to the end; everybody is there from the start, a spectator too."""
    game, people, bots, settings = TABLES[number]
    table = server.table(game, **settings)
    seats = [seat["seat"] for seat in table.look(table.host)["table"]["seats"]]
    for seat in seats:
        if seat in bots:
            table.seat_bot(seat, "greedy" if number % 2 else "random")
        elif any(seat in device for device in people):
            table.sit(seat, part=f"luck of {seat}")
        else:
            table.close(seat)
    devices = {seats: table.device(*seats) for seats in [*people, ""]}
    table.start()
    try:
        with ThreadPoolExecutor(len(devices)) as pool:
            players = {seats: Player(device, number) for seats, device in devices.items()}
            results = dict(zip(players, pool.map(Player.play, players.values()), strict=True))
    finally:
        for device in devices.values():
            device.close()
    return table, [Seen(seats, devices[seats].frames, results[seats]) for seats in devices]


def test_everybody_agrees_how_a_game_went(tmp_path: Path) -> None:
    with spawned(tmp_path) as server, ThreadPoolExecutor(len(TABLES)) as pool:
        for table, viewers in pool.map(lambda number: play_at(server, number), range(len(TABLES))):
            all_agree(table, viewers)
            for seen in viewers:
                without_gaps(seen)
                moves_for_who_must_act_alone(seen)
            the_record_is_true(table, viewers)


def all_agree(table: Table, viewers: list[Seen]) -> None:
    results = [seen.result for seen in viewers]
    assert all(result == results[0] for result in results)
    assert table.look(table.watch)["result"] == results[0]
    assert results[0]["winners"]


def without_gaps(seen: Seen) -> None:
    first, *events = [frame for frame in seen.frames if frame["type"] in ("snapshot", "happened")]
    assert first["type"] == "snapshot"
    assert [frame["seq"] for frame in events] == list(range(first["seq"] + 1, first["seq"] + 1 + len(events)))


def moves_for_who_must_act_alone(seen: Seen) -> None:
    """A spectator is never told what is legal, and neither is anybody whose turn it is not."""
    positions = [frame["position"] for frame in seen.frames if frame.get("position")]
    assert positions
    for position in positions:
        acting = bool(position.get("to_act")) and position["to_act"] in seen.seats and not position.get("confirm")
        assert ("moves" in position) == acting
    if seen.seats:
        assert any("moves" in position for position in positions)


def the_record_is_true(table: Table, viewers: list[Seen]) -> None:
    texts = {table.record(key) for key in [table.host, table.watch, *table.keys.values()]}
    assert len(texts) == 1
    record = ewala.read_record(texts.pop())
    assert record.verify() > 0
    assert record.state.scores() == viewers[0].result["scores"]
    assert sorted(record.state.winners()) == sorted(viewers[0].result["winners"])
    assert record.secret == viewers[0].result["secret"]
    assert record.moves == table.look(table.watch)["log"]


def test_a_spectator_who_comes_in_the_middle_sees_the_rest_without_a_gap(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.kingdom_run("KS")
        with table.device("K", "S") as device:
            player = Player(device, 1)
            while len(player.made) < 12:
                player.answer(device.next())
            with table.device() as late, ThreadPoolExecutor(2) as pool:
                watching = pool.submit(Player(late, 2).play)
                assert player.play() == watching.result()
                without_gaps(Seen("", late.frames, {}))
                assert late.frames[0]["log"] == table.look(table.watch)["log"][: len(late.frames[0]["log"])]


def test_a_program_plays_with_the_stream_and_plain_requests(tmp_path: Path) -> None:
    """The bot API: lines of JSON one way, requests the other, no ids."""
    import json

    with served(tmp_path) as server:
        table = server.table("chronicles-of-run")
        table.sit("O")
        table.seat_bot("C")
        headers = {"authorization": f"Bearer {table.keys['O']}"}
        seqs, result = [], None
        with server.http.stream("GET", f"/api/tables/{table.id}/stream", headers=headers) as answer:
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            for line in answer.iter_lines():
                if not line:
                    continue
                frame = json.loads(line)
                if frame["type"] == "snapshot" and frame["table"]["status"] == "open":
                    table.start()
                if frame["type"] in ("snapshot", "happened"):
                    seqs.append(frame["seq"])
                position = frame.get("position") or {}
                if position.get("moves"):
                    body = {"move": position["moves"][0], "ply": position["ply"]}
                    table.do("POST", "/moves", table.keys["O"], body=body)
                result = frame.get("result") or result
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
        assert result is not None
        assert result == table.look(table.keys["O"])["result"]
        ewala.read_record(table.record(table.watch)).verify()


def test_devices_of_the_same_seat_both_see_and_both_may_move(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.kingdom_run("KS")
        with table.device("K") as at_home, table.device("K") as under_way, table.device("S") as other:
            shown = at_home.expect("snapshot")["position"]
            assert under_way.expect("snapshot")["position"] == shown
            first, second = (at_home, under_way) if shown["to_act"] == "K" else (other, other)
            seat = shown["to_act"]
            assert first.move(seat, "r:-", shown["ply"])["type"] == "done"
            moved = at_home.happened("moved")
            assert under_way.happened("moved") == moved
            position = last_position(second, seat)
            answer = second.move(seat, position["moves"][0], position["ply"], id="a name that the first has not used")
            assert answer["type"] == "done"


def last_position(device: Device, seat: str) -> Frame:
    """Where the game stands once this seat may move."""

    def fits(frame: Frame) -> bool:
        position = frame.get("position") or {}
        return position.get("to_act") == seat and bool(position.get("moves"))

    for frame in reversed(device.frames):
        if fits(frame):
            position: Frame = frame["position"]
            return position
    found: Frame = device.until(fits)["position"]
    return found
