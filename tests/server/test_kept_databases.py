"""Databases from earlier days open, and their tables go on: what is over can be read and verified, what is being played
goes on with the keys that people have, what is open can be joined; people are who they were."""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from lived_in import done, rows_with
from people_at import OwnDevice
from table_server import Clock, Server, Table, served
from waiting import until

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


def test_games_that_were_being_played_become_known(kept: dict[str, Any], tmp_path: Path) -> None:
    with served(tmp_path), closing(sqlite3.connect(tmp_path / "ewala.db")) as database:
        unknown = "SELECT count(*) FROM tables WHERE status = 'playing' AND seal IS NULL"
        until(lambda: database.execute(unknown).fetchone() == (0,))
        assert database.execute("SELECT count(*) FROM tables WHERE status = 'playing'").fetchone() >= (len(GAMES),)


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


@pytest.mark.parametrize("schema", ["schema-11"])
def test_people_are_who_they_were_with_all_that_is_theirs_and_can_be_forgotten(tmp_path: Path, schema: str) -> None:
    """As `tools/keep_database.py` has left them."""
    (tmp_path / "ewala.db").write_bytes(gzip.decompress((KEPT / f"{schema}.db.gz").read_bytes()))
    known = json.loads((KEPT / f"{schema}.json").read_text(encoding="utf-8"))
    with served(tmp_path, clock=Clock(known["at"])) as server:
        found = OwnDevice().by_code(server, "recover", known["recovery"]).json()
        assert (found["person"], found["profile"]) == (known["person"], known["profile"])
        token = found["token"]
        everything = done(server, "GET", "/api/me/everything", token)
        assert {seat["table"] for seat in everything["seats"]} >= {table["id"] for table in known["tables"].values()}
        games = {game["table"]: game for game in everything["games"]}
        rated, playing = (known["tables"][name] for name in ("rated", "playing"))
        assert games[rated["id"]]["rating"]["after"] == everything["ratings"][0]["rating"]
        assert sum(game.get("local", False) for game in games.values()) == 1
        assert everything["webhook"]["address"] == "https://program.invalid/somebody"
        (invitation,) = everything["invitations"]["received"]
        assert invitation["by"]["name"] == "Bo"
        assert [row["name"] for row in done(server, "GET", "/api/ratings/chronicles-of-run/2")["rows"]] == ["Ada"]

        table = Table(server, playing["id"], "", "", playing["keys"])
        position = table.look(*table.keys.values())["position"]
        key, body = table.keys[position["to_act"]], {"move": position["moves"][0], "ply": position["ply"]}
        table.do("POST", "/moves", key, body=body)

        evening = done(server, "GET", f"/api/evenings/{known['evening']['id']}", known["evening"]["organiser"])
        assert [[table["status"] for table in held["tables"]] for held in evening["held"]] == [["over"], ["waiting"]]
        assert (evening["leads"], evening["standings"][0]["points"]) == (True, 1)

        done(server, "DELETE", "/api/me", token)
        assert rows_with(tmp_path, known["person"]) == {}
