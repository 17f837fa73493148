"""What a page asks for: positions explained, and what has happened so far in words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from devices import Device, Frame
from table_server import Server, Table, served


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


def snapshot_for(table: Table, *seats: str, language: str = "en", explained: bool = True) -> Frame:
    hello: Frame = {"type": "hello", "keys": [table.keys[seat] for seat in seats], "language": language}
    with Device(table.server.port, table.id, {**hello, "watch": table.watch, "explained": explained}) as device:
        return device.expect("snapshot")


def test_events_so_far_are_told_in_the_readers_language(server: Server) -> None:
    table = server.kingdom_run("KS")
    told = snapshot_for(table, "K")["told"]
    assert "Player K (knights) sits down." in [line["words"] for line in told]
    assert [line["seq"] for line in told] == sorted(line["seq"] for line in told)
    french = [line["words"] for line in snapshot_for(table, "K", language="fr")["told"]]
    assert "La partie commence." in french
    assert len(french) == len(told)


def test_who_does_not_ask_is_not_told(server: Server) -> None:
    table = server.kingdom_run("KS")
    snapshot = snapshot_for(table, "K", explained=False)
    assert "told" not in snapshot
    assert "explained" not in snapshot["position"]
    assert snapshot_for(table, "K")["position"]["explained"]["tally"]["K"]


def test_who_explains_positions_gets_only_the_snapshot_explained(server: Server) -> None:
    table = server.kingdom_run("KS")
    first = table.seat_to_act()
    hello: Frame = {"type": "hello", "keys": [table.keys[first]], "explained": "snapshot"}
    with Device(table.server.port, table.id, hello) as device:
        snapshot = device.expect("snapshot")
        assert snapshot["told"]
        assert snapshot["position"]["explained"]["tally"][first]
        assert device.move(first, snapshot["position"]["moves"][0], snapshot["position"]["ply"])["type"] == "done"
        moved = device.happened("moved")
    assert moved["position"].keys().isdisjoint({"explained"})
    assert "more" not in moved


def test_a_sealed_rune_is_told_to_its_own_device_alone(server: Server) -> None:
    """CR-3.2; a device of both sides is looked at by both."""
    table = server.chronicles()
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    with table.device(first) as device:
        ply = device.expect("snapshot")["position"]["ply"]
        assert device.move(first, "7>3a", ply)["type"] == "done"
    assert "Lisbeth" in snapshot_for(table, first)["told"][-1]["words"]
    for seats in ((second,), (first, second), ()):
        assert "Lisbeth" not in snapshot_for(table, *seats)["told"][-1]["words"]


def test_a_device_of_both_sides_hears_nothing_of_a_sealed_rune(server: Server) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    with table.device("O", "C") as device:
        ply = device.expect("snapshot")["position"]["ply"]
        assert device.move(first, "7>3a", ply)["type"] == "done"
        moved = device.happened("moved")
    assert moved["event"]["move"] == "?>3a"
    assert "Lisbeth" not in moved["words"]
