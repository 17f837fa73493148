"""Databases from earlier days open, and their tables go on: what is over can be read and verified, what is being played
goes on with the keys that people have, what is open can be joined."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from table_server import Server, served

from ewala import read_record
from ewala.games.registry import kit_of

KEPT = Path(__file__).parent / "kept_databases"
GAMES = {"kingdom-run": "KS", "chronicles-of-run": "OC"}  # that were there, and the seats that people had


@pytest.fixture(params=["schema-3", "schema-5"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """The tables of a database of that schema, by game and status; the database lies where a server finds it."""
    (tmp_path / "ewala.db").write_bytes(gzip.decompress((KEPT / f"{request.param}.db.gz").read_bytes()))
    tables: dict[str, Any] = json.loads((KEPT / f"{request.param}.json").read_text(encoding="utf-8"))
    return tables


def look(server: Server, table: Any, *keys: str) -> Any:
    answer = server.call("GET", f"/api/tables/{table['id']}", *keys)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_over_can_be_read_and_verified(kept: dict[str, Any], tmp_path: Path, game: str) -> None:
    table = kept[f"{game} over"]
    with served(tmp_path) as server:
        answer = server.call("GET", f"/api/tables/{table['id']}/record", table["host"])
    record = read_record(answer.text)
    assert record.game.name == game
    assert record.state.to_act is None
    record.verify()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_being_played_goes_on(kept: dict[str, Any], tmp_path: Path, game: str) -> None:
    table = kept[f"{game} playing"]
    with served(tmp_path) as server:
        before = look(server, table, *table["keys"].values())["position"]
        key, move = table["keys"][before["to_act"]], before["moves"][0]
        body = {"move": move, "ply": before["ply"]}
        answer = server.call("POST", f"/api/tables/{table['id']}/moves", key, body=body)
        assert answer.is_success, answer.text
        after = look(server, table, *table["keys"].values())["position"]
    assert after["ply"] > before["ply"]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_was_open_can_be_joined(kept: dict[str, Any], tmp_path: Path, game: str) -> None:
    table, second = kept[f"{game} open"], GAMES[game][1]
    with served(tmp_path) as server:
        sat = server.call("POST", f"/api/tables/{table['id']}/seats/{second}", body={"name": "Ben"})
        assert sat.is_success, sat.text
        for seat in set(kit_of(game).sides()) - set(GAMES[game]):
            server.call("POST", f"/api/tables/{table['id']}/seats/{seat}/close", table["host"])
        started = server.call("POST", f"/api/tables/{table['id']}/start", table["host"])
        assert started.is_success, started.text
        assert look(server, table, table["host"])["table"]["status"] == "playing"
