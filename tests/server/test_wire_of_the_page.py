"""The page's own checker of what comes in, run over real traffic: it finds nothing there, and whatever is altered."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from devices import Device, Frame
from page_sources import answers, bundled
from table_server import Server, served

ENTRY = """
import { differences } from "./lib/wireCheck";
export const look = (value, type) => differences(value, { type });
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundled(tmp_path_factory.mktemp("page"), ENTRY)


def a_game_heard(server: Server) -> list[Frame]:
    """All that a device hears of a game, from before its beginning to its end."""
    table = server.table("chronicles-of-run", confirm=True)
    table.sit("O")
    hello = {"type": "hello", "keys": [table.keys["O"], table.host], "explained": True}
    heard: list[Frame] = []
    with Device(server.port, table.id, hello) as device:
        heard.append(device.expect("snapshot"))
        table.seat_bot("C")
        table.start()
        device.send({"type": "ping", "id": "1"})
        device.send({"type": "why", "id": "2", "move": "1>9a"})
        device.send({"type": "say", "id": "3", "text": "good luck", "seat": "O"})
        while not any(frame.get("result") for frame in heard):
            heard.append(frame := device.next())
            position = frame.get("position") or {}
            if position.get("moves"):
                device.send(
                    {
                        "type": "move",
                        "id": str(len(heard)),
                        "seat": "O",
                        "move": position["moves"][0],
                        "ply": position["ply"],
                    }
                )
            if position.get("confirm") == "O":
                device.send({"type": "confirm", "id": str(len(heard)), "seat": "O"})
    return heard


def test_everything_of_a_whole_game_is_as_the_wire_says(server: Server, page: Path) -> None:
    heard = a_game_heard(server)
    assert {frame["type"] for frame in heard} >= {"snapshot", "happened", "presence", "done", "pong", "because"}
    for frame, found in zip(heard, answers(page, *(("look", frame, "ServerMessage") for frame in heard)), strict=True):
        assert found == [], frame


def test_answers_over_http_are_too(server: Server, page: Path) -> None:
    table = server.kingdom_run("KS")
    record = table.call("GET", "/record", table.watch).text
    asked: list[tuple[str, Any, str]] = [
        ("look", table.look(table.keys["K"]), "Snapshot"),
        ("look", table.do("GET", "/drawn", table.keys["K"]), "Drawn"),
        ("look", table.do("GET", "/positions/0", table.keys["K"]), "Position"),
        ("look", server.call("POST", "/api/records", body={"text": record, "drawn": True}).json(), "Replay"),
        (
            "look",
            server.call("POST", "/api/positions", body={"game": "kingdom-run", "drawn": True}).json(),
            "StudyAnswer",
        ),
        ("look", server.call("POST", "/api/tables", body={"game": "kingdom-run"}).json(), "MadeTable"),
        ("look", server.call("POST", "/api/tables", body={"game": "chess"}).json(), "Problem"),
        *(("look", game, "GameView") for game in server.call("GET", "/api/games").json()),
    ]
    assert answers(page, *asked) == [[]] * len(asked)


@pytest.mark.parametrize(
    ("change", "said"),
    [({"host": "yes"}, "host"), ({"seq": None}, "seq"), ({"surprise": 1}, "surprise"), ({"you": ["K", 7]}, "you.1")],
)
def test_what_is_altered_is_found(server: Server, page: Path, change: Frame, said: str) -> None:
    table = server.kingdom_run("KS")
    snapshot = json.loads(json.dumps(table.look(table.keys["K"])))
    (found,) = answers(page, ("look", {**snapshot, **change}, "ServerMessage"))
    assert any(problem.startswith(f"{said}:") for problem in found), found
