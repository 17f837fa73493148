"""Databases from earlier days open: what is over can be read and verified, what is being played goes on with the keys
that people have, people are who they were. And one bad table stays one."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lived_in import done, rows_with
from people_at import OwnDevice
from stored_games import by_hand
from table_server import Clock, Server, Table, served
from waiting import until

from ewala import read_record
from ewala.games.registry import kit_of

KEPT = Path(__file__).parent / "kept_databases"
GAMES = {"kingdom-run": "KS", "chronicles-of-run": "OC"}  # that were there, and the seats that people had


def kept(schema: str, folder: Path) -> Any:
    """What is known of a database of that schema, which lies now where a server finds it."""
    (folder / "ewala.db").write_bytes(gzip.decompress((KEPT / f"{schema}.db.gz").read_bytes()))
    return json.loads((KEPT / f"{schema}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("schema", ["schema-3", "schema-5"])
def test_games_that_were_over_are_verified_others_go_on_and_open_tables_can_be_joined(
    tmp_path: Path, schema: str
) -> None:
    tables = kept(schema, tmp_path)
    with served(tmp_path) as server:
        for game, seats in GAMES.items():
            over, playing, waiting = (at(server, tables[f"{game} {what}"]) for what in ("over", "playing", "open"))
            record = read_record(over.record(over.host))
            assert (record.game.name, record.state.to_act) == (game, None)
            record.verify()
            before = playing.look(*playing.keys.values())["position"]["ply"]
            playing.play()
            assert playing.look(*playing.keys.values())["position"]["ply"] > before, game
            waiting.sit(seats[1], "Ben")
            for seat in set(kit_of(game).sides()) - set(seats):
                waiting.close(seat)
            waiting.start()
            assert waiting.look(waiting.host)["table"]["status"] == "playing", game
        unknown = "SELECT count(*) FROM tables WHERE status = 'playing' AND seal IS NULL"
        until(lambda: by_hand(tmp_path, unknown) == [(0,)])


def at(server: Server, table: Any) -> Table:
    return Table(server, table["id"], table["host"], "", dict(table.get("keys", {})))


def test_people_are_who_they_were_with_all_that_is_theirs_and_can_be_forgotten(tmp_path: Path) -> None:
    """As `tools/keep_database.py` has left them."""
    known = kept("schema-11", tmp_path)
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

        Table(server, playing["id"], "", "", playing["keys"]).play()

        evening = done(server, "GET", f"/api/evenings/{known['evening']['id']}", known["evening"]["organiser"])
        assert [[table["status"] for table in held["tables"]] for held in evening["held"]] == [["over"], ["waiting"]]
        assert (evening["leads"], evening["standings"][0]["points"]) == (True, 1)

        done(server, "DELETE", "/api/me", token)
        assert rows_with(tmp_path, known["person"]) == {}


# --- Tables that are damaged


def in_its_event(kind: str, **fields: str) -> Callable[[Path, str], None]:
    """Damage to a table's first event of this kind."""

    def damage(folder: Path, table: str) -> None:
        for seq, body in by_hand(folder, "select seq, body from events where table_id = ? order by seq", table):
            event = json.loads(body)
            if event["type"] == kind:
                changed = json.dumps(event | fields).encode()
                by_hand(folder, "update events set body = ? where table_id = ? and seq = ?", changed, table, seq)
                return
        raise AssertionError(f"nothing of the kind {kind}")

    return damage


def by(statement: str, *values: object) -> Callable[[Path, str], None]:
    """Damage by a statement, which ends with the table's name."""

    def damage(folder: Path, table: str) -> None:
        by_hand(folder, statement, *values, table)

    return damage


FROM_THE_FUTURE = json.dumps({"type": "from-the-future", "at": 1}).encode()
DAMAGES = {
    "garbled": by("update events set body = x'7b7b' where seq = 3 and table_id = ?"),
    "of an unknown kind": by("update events set body = ? where seq = 3 and table_id = ?", FROM_THE_FUTURE),
    "without a beginning": by("delete from events where seq = 1 and table_id = ?"),
    "without any event": by("delete from events where table_id = ?"),
    "with another secret": by("update tables set secret = ? where id = ?", bytes(32)),
    "with a short secret": by("update tables set secret = x'00' where id = ?"),
    "with an illegal move": in_its_event("moved", move="V:K"),
    "with an unreadable move": in_its_event("moved", move="nonsense"),
    "with another roll": in_its_event("rolled", move="!XXXX"),
    "with a seat that is none": in_its_event("moved", seat="Z"),
    "with an unknown game": in_its_event("created", game="chess"),
}


def test_tables_that_cannot_be_read_are_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    def moved_once() -> Table:
        table = server.kingdom_run("KS", listed=True)
        table.play()
        return table

    with served(tmp_path) as server:
        bad, good, waiting = {what: moved_once() for what in DAMAGES}, moved_once(), server.table(listed=True)
    for what, damage in DAMAGES.items():
        damage(tmp_path, bad[what].id)
        by_hand(tmp_path, "update tables set status = 'open' where id = ?", bad[what].id)
    complaints = [f"table {table.id} cannot be read and is set aside" for table in bad.values()]
    with served(tmp_path, complaints=complaints) as server:
        assert [table["id"] for table in server.call("GET", "/api/tables").json()] == [waiting.id]
        assert [table["id"] for table in server.call("GET", "/api/tables?playing=true").json()] == [good.id]
        for what, table in bad.items():
            for _ in range(2):
                answer = server.call("GET", f"/api/tables/{table.id}", table.host)
                assert (what, answer.status_code, answer.json()["code"]) == (what, 503, "table/set-aside")
        health = server.call("GET", "/api/health").json()
        assert (health["status"], health["set_aside"]) == ("degraded", len(bad))
        assert server.call("GET", "/api/ready").status_code == 200, "the others can be played"
        goes_on = good.at(server)
        assert goes_on.look(good.watch)["seq"] == len(goes_on.look(good.host)["log"]) + 6
