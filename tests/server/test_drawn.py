"""Positions for devices without a board of their own for a game: as text, as a picture, moves in words."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from table_server import Server, served


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


def test_whoever_must_act_gets_every_move_in_words(server: Server) -> None:
    table = server.kingdom_run("KS")
    first = table.seat_to_act()
    position = table.look(table.keys[first])["position"]
    drawn = table.do("GET", "/drawn", table.keys[first])
    assert drawn["ply"] == position["ply"]
    assert list(drawn["moves"]) == position["moves"]
    assert all(f"Player {first} (" in words for words in drawn["moves"].values())
    assert position["text"] in drawn["board"]
    assert ElementTree.fromstring(drawn["picture"]).tag.endswith("svg")


def test_others_see_the_position_and_no_moves(server: Server) -> None:
    table = server.kingdom_run("KS")
    other = "S" if table.seat_to_act() == "K" else "K"
    for key in (table.keys[other], table.watch):
        drawn = table.do("GET", "/drawn", key)
        assert drawn["moves"] == {}
        assert drawn["board"]


def test_words_are_in_the_readers_language(server: Server) -> None:
    table = server.kingdom_run("KS")
    first = table.seat_to_act()
    said = {
        language: table.do("GET", f"/drawn?language={language}", table.keys[first])["moves"]
        for language in ("en", "fr")
    }
    assert said["en"].keys() == said["fr"].keys()
    assert said["en"] != said["fr"]


def test_a_sealed_rune_is_drawn_for_its_own_device_alone(server: Server) -> None:
    """CR-3.2: two bids that differ in nothing but the rune look the same to everybody else."""
    seen: dict[str, list[str]] = {}
    for rune in ("7", "9"):
        table = server.chronicles()
        first = table.seat_to_act()
        second = "C" if first == "O" else "O"
        with table.device(first) as device:
            ply = device.expect("snapshot")["position"]["ply"]
            assert device.move(first, f"{rune}>3a", ply)["type"] == "done"
        for who, keys in {"own": [first], "other": [second], "both": [first, second], "watch": []}.items():
            held = [table.keys[seat] for seat in keys] or [table.watch]
            seen.setdefault(who, []).append(table.call("GET", "/drawn", *held).text)
    assert seen["own"][0] != seen["own"][1]
    for who in ("other", "both", "watch"):
        assert seen[who][0] == seen[who][1], who


def test_a_table_that_waits_has_nothing_to_draw(server: Server) -> None:
    table = server.table()
    refused = table.call("GET", "/drawn", table.host)
    assert (refused.status_code, refused.json()["code"]) == (409, "table/not-started")


def test_without_a_key_a_game_is_not_drawn(server: Server) -> None:
    table = server.kingdom_run("KS")
    assert table.call("GET", "/drawn").status_code == 404
    assert table.call("GET", "/drawn", table.watch).status_code == 200


def test_records_and_study_boards_are_drawn_where_that_is_asked_for(server: Server) -> None:
    body = {"game": "kingdom-run", "moves": ["!DCBV", "r:-"]}
    plain = server.call("POST", "/api/positions", body=body).json()
    drawn = server.call("POST", "/api/positions", body={**body, "drawn": True}).json()
    assert plain["drawn"] == []
    assert [one["ply"] for one in drawn["drawn"]] == [0, 1, 2]
    assert list(drawn["drawn"][-1]["moves"]) == drawn["positions"][-1]["moves"]
    table = server.kingdom_run("KS")
    record = table.call("GET", "/record", table.watch).text
    replay = server.call("POST", "/api/records", body={"text": record, "drawn": True}).json()
    assert len(replay["drawn"]) == len(replay["positions"]) == len(replay["standings"]) == len(replay["to_act"])
    assert all(position in one["board"] for position, one in zip(replay["positions"], replay["drawn"], strict=True))
    assert replay["to_act"][-1] == table.seat_to_act()
    assert not replay["over"]
    assert server.call("POST", "/api/records", body={"text": record}).json()["drawn"] == []
