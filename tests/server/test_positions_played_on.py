"""Tables that set out from a position: played on with new dice, recorded with their start, and nobody's way to peek."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from devices import Player
from table_server import Server, Table, served

from ewala.games.records import read_record


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("positions")) as running:
        yield running


RACE = "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K keep:DDLX"
BIDS = "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O{hand}:C1,2,3,4,5,6,7,8,9,10,11 1O bid:{turn}"
FAR = 60  # moves: two games have not come to the same position by themselves
EVERY_RUNE = "1,2,3,4,5,6,7,8,9,10,11"


def _asked(server: Server, game: str, position: str, **options: Any) -> Any:
    body = {"game": game, "options": options, "position": position}
    return server.call("POST", "/api/tables", body=body)


def _made(server: Server, game: str, position: str, **options: Any) -> Table:
    answer = _asked(server, game, position, **options)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    table = Table(server, made["table"]["id"], made["host_key"], made["watch_key"], {})
    for sitter in made["table"]["seats"]:
        table.sit(sitter["seat"], f"Player {sitter['seat']}")
    return table


def test_a_table_from_a_position_is_played_on_from_there_and_its_record_replays(server: Server) -> None:
    table = _made(server, "kingdom-run", RACE, players="KS", first="K")
    table.start()
    seen = table.look(table.keys["K"])
    assert (seen["position"]["text"], seen["position"]["ply"], seen["position"]["to_act"]) == (RACE, 0, "K")
    with table.device("K", "S") as device:
        Player(device, 3).play()
    record = read_record(table.record())
    assert record.start.text == RACE
    assert f"start: {RACE}" in table.record()
    assert record.state.to_act is None
    assert record.verify() > 0  # new dice, sealed before the first of them rolled


def test_a_position_says_who_plays(server: Server) -> None:
    """Its seats are those of the table, whatever the options say, and none can be left out."""
    answer = _asked(server, "kingdom-run", RACE)
    made = answer.json()
    assert [sitter["seat"] for sitter in made["table"]["seats"]] == ["K", "S"]
    refused = server.call("POST", f"/api/tables/{made['table']['id']}/seats/S/close", made["host_key"])
    assert (refused.status_code, refused.json()["code"]) == (409, "table/position-seats")


def test_a_table_from_a_position_comes_back_with_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = _made(server, "kingdom-run", RACE, players="KS", first="K")
        table.start()
        before = table.look(table.keys["K"])
    with served(tmp_path) as server:
        again = Table(server, table.id, table.host, table.watch, table.keys)
        assert again.look(table.keys["K"])["position"] == before["position"]


@pytest.mark.parametrize(
    ("game", "position", "status", "code"),
    [
        ("kingdom-run", "nonsense", 400, "text/unreadable"),
        ("kingdom-run", RACE.replace("6,6", "66,6"), 400, None),
        ("chronicles-of-run", BIDS.format(hand=EVERY_RUNE, turn="O"), 201, None),
    ],
)
def test_a_position_has_to_stand(server: Server, game: str, position: str, status: int, code: str | None) -> None:
    answer = _asked(server, game, position)
    assert answer.status_code == status, answer.text
    if code:
        assert answer.json()["code"] == code


def test_what_lies_face_down_is_not_set_out_from(server: Server) -> None:
    """Whoever makes the table knows it, and would play against somebody whose bid is known."""
    studied = server.call(
        "POST",
        "/api/positions",
        body={"game": "chronicles-of-run", "position": BIDS.format(hand=EVERY_RUNE, turn="O"), "moves": ["10>3a"]},
    ).json()
    refused = _asked(server, "chronicles-of-run", studied["positions"][1]["text"])
    assert (refused.status_code, refused.json()["code"]) == (400, "setup/position-hidden")


def test_a_game_that_is_over_is_not_played_on(server: Server) -> None:
    table = server.chronicles()
    with table.device("O", "C") as device:
        Player(device, 3).play()
    last = table.look()["position"]["text"]
    refused = _asked(server, "chronicles-of-run", last)
    assert (refused.status_code, refused.json()["code"]) == (400, "setup/position-over")


def test_a_position_of_a_running_game_is_not_tried_out_beside_it(server: Server) -> None:
    """Among people hints need everybody's word; a table of one's own with a coach would be a way around it."""
    table = server.kingdom_run("KS")
    with table.device("K", "S") as device:
        player = Player(device, 3)
        while table.look(table.keys["K"])["position"]["ply"] < FAR:
            player.answer(device.next())
    position = table.look(table.keys["K"])["position"]["text"]
    refused = _asked(server, "kingdom-run", position, players="KS", first="K")
    assert (refused.status_code, refused.json()["code"]) == (409, "setup/position-running")
    table.do("POST", "/resign", table.keys["K"], body={})
    assert _asked(server, "kingdom-run", position, players="KS", first="K").status_code == 201
