"""The host's desk: the key to it, what is seen there, what is done there, and that all of it is written down."""

import gzip
import io
import json
import re
import socket
import sqlite3
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from devices import greeted
from hosts import Host
from people_at import OwnDevice, become, claimed
from postgresql import Cluster
from table_server import Clock, Server, refused, served, spawned
from waiting import PATIENCE, until

from ewala.cli import main
from ewala.server.features.admin import AdminKey, desk_link
from ewala.server.platform import bus
from ewala.server.platform.bus import Bus
from ewala.server.platform.config import Limits
from ewala.server.platform.storage.database_lock import DatabaseUnusable
from ewala.server.platform.storage.store import Store, open_engine
from ewala.server.run import say_desk
from ewala.server.tables import maintenance

SERVED = {"clock": ...}


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


LINK = re.compile(r"http://127\.0\.0\.1:\d+/#/desk/([\w-]{32})")


def test_of_many_who_start_together_one_is_told_the_key(postgresql: Cluster) -> None:
    Store(postgresql.url).close()
    engines = [open_engine(postgresql.url) for _ in range(6)]
    with ThreadPoolExecutor(len(engines)) as starting:
        told = [key for key in starting.map(lambda engine: AdminKey(engine).first(), engines) if key]
    assert len(told) == 1
    assert all(AdminKey(engine).opens(told[0]) for engine in engines)
    for engine in engines:
        engine.dispose()


def said_after_its_address(folder: Path) -> str:
    """What a server says until it has stopped, after the line in which it says where it is."""
    with spawned(folder) as server:
        server.http.get("/api/health").raise_for_status()  # once it answers, all has been said
        server.process.terminate()
        said, _ = server.process.communicate(timeout=PATIENCE)
        server.http.close()
    return said


def test_a_server_tells_it_at_its_first_start_alone(tmp_path: Path) -> None:
    found = LINK.search(said_after_its_address(tmp_path))
    assert found
    assert found[1].encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert LINK.search(said_after_its_address(tmp_path)) is None


def test_a_database_that_goes_while_the_server_starts_is_one_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "ewala.db"
    store = Store(f"sqlite:///{file}")
    store.close()
    file.unlink()
    file.mkdir()
    with socket.socket() as listening, pytest.raises(DatabaseUnusable, match="cannot be used"):
        say_desk(listening, store)


def test_another_key_takes_the_place_of_the_one_before(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")  # as a server has it that runs
    try:
        key = AdminKey(store.engine)
        first = key.first()
        assert first
        assert key.opens(first)
        assert main(["desk", "new-key", "--data-dir", str(tmp_path), "--address", "http://127.0.0.1:9000"]) == 0
        found = LINK.search(capsys.readouterr().out)
        assert found
        assert key.opens(found[1])
        assert not key.opens(first)
        assert not key.opens("")
    finally:
        store.close()


def test_where_there_is_no_database_no_key_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", "new-key", "--data-dir", str(tmp_path)]) == 1
    assert "[server/database]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_it_stands_where_no_server_hears_of_it() -> None:
    assert desk_link("https://games.example/", "key") == "https://games.example/#/desk/key"
    assert desk_link("https://games.example/club", "key") == "https://games.example/club/#/desk/key"


@pytest.fixture
def host(server: Server) -> Host:
    return Host(server)


# --- The key


def test_without_the_key_nothing_is_told_or_done(server: Server, host: Host) -> None:
    table = server.chronicles()
    for method, path in (("GET", ""), ("GET", "/tables"), ("GET", "/people"), ("GET", "/acts"), ("POST", "/backup")):
        for keys in ((), ("wrong",), (table.host,), ("wrong", host.key)):
            refused(server.call(method, f"/api/desk{path}", *keys), 403, "desk/key")
    refused(server.call("DELETE", f"/api/desk/tables/{table.id}", "wrong"), 403, "desk/key")
    assert host.acts() == []


def test_keys_that_are_tried_in_vain_are_rare_and_the_right_one_costs_nothing(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(codes_per_hour=0.001, codes_burst=3)) as server:
        host = Host(server)
        for _ in range(5):
            host.do("GET")
        for _ in range(3):
            refused(server.call("GET", "/api/desk", "wrong"), 403, "desk/key")
        refused(server.call("GET", "/api/desk", "wrong"), 429, "desk/too-many-keys")


# --- To look


def test_the_house_at_a_glance(server: Server, host: Host) -> None:
    server.chronicles()
    server.table(listed=True)
    become(server, OwnDevice(), "Ada")
    server.call("POST", "/api/evenings", body={"name": "Thursday", "game": "kingdom-run"})
    seen = host.do("GET")
    assert seen["tables"] == {"open": 1, "playing": 1, "over": 0}
    assert seen["people"] == 1
    assert [evening["name"] for evening in seen["evenings"]] == ["Thursday"]
    assert seen["load"]["connections"] >= 1
    assert seen["load"]["database"] > 0
    assert seen["load"]["waiting"]["jobs"] == 0
    assert seen["limits"] == {"most_tables": 0, "rated": True, "evenings": True, "lobby": True}


def test_tables_are_searched_and_paged(server: Server, host: Host, clock: Clock) -> None:
    made = []
    for n in range(23):
        clock.advance(60)
        made.append(server.table(title=f"Number {n}"))
    clock.advance(60)
    made[3].sit("K", "Grace")
    page = host.do("GET", "/tables")
    assert (page["count"], len(page["tables"]), page["tables"][0]["id"]) == (23, 20, made[3].id)
    assert [row["title"] for row in host.do("GET", "/tables?number=1")["tables"]] == [
        "Number 2",
        "Number 1",
        "Number 0",
    ]
    assert list(host.tables("?search=grace")) == [made[3].id]
    assert list(host.tables(f"?search={made[5].id[:6]}")) == [made[5].id]
    assert host.tables("?status=playing") == {}
    assert host.tables("?search=%25") == {}, "what is searched for is no pattern"
    refused(host.call("GET", "/tables?search=%00"), 400, "desk/text")
    seat = next(seat for seat in host.tables("?search=grace")[made[3].id]["seats"] if seat["seat"] == "K")
    assert (seat["kind"], seat["name"], seat["muted"]) == ("person", "Grace", False)


def test_people_are_searched_and_counted(server: Server, host: Host) -> None:
    token = become(server, OwnDevice(), "Ada")
    become(server, OwnDevice(), "Bo")
    table = server.chronicles()
    claimed(server, token, table, "O")
    table.resign("O")
    (ada,) = host.do("GET", "/people?search=ad")["people"]
    assert (ada["name"], ada["devices"], ada["games"], ada["muted"]) == ("Ada", 1, 1, False)
    assert host.do("GET", "/people")["count"] == 2


# --- Tables


def test_a_table_is_closed_and_then_removed(server: Server, host: Host) -> None:
    table = server.chronicles()
    with table.joined("O") as player:
        refused(host.call("DELETE", f"/tables/{table.id}"), 409, "desk/still-played")
        host.do("POST", f"/tables/{table.id}/close", {"note": "We close at ten."})
        assert player.happened("broken-off")["words"].endswith("We close at ten.")
        refused(host.call("POST", f"/tables/{table.id}/close", {}), 409, "table/broken-off")
        host.do("DELETE", f"/tables/{table.id}")
        assert player.expect("closing")["code"] == "table/unknown"
    refused(table.call("GET", ""), 404, "table/unknown")
    refused(host.call("DELETE", f"/tables/{table.id}"), 404, "table/unknown")
    assert host.acts() == [
        ("remove-table", table.id, "over", ""),
        ("close-table", table.id, "over", "refused: table/broken-off"),
        ("close-table", table.id, "playing", "We close at ten."),
    ]


# --- Talk


def test_a_muted_seat_is_told_so_and_others_hear_nothing(server: Server, host: Host) -> None:
    table = server.chronicles()
    with table.joined("O", host=True) as ada, table.joined("C") as bo:
        host.do("POST", f"/tables/{table.id}/mute", {"seat": "O", "muted": True})
        assert host.tables()[table.id]["seats"][0]["muted"]
        for seat in ("O", None):  # nor as the table's host, which they are, too
            told = ada.ask("say", seat=seat, text="buy my things")
            assert (told["type"], told["code"]) == ("refused", "chat/muted")
        assert bo.ask("say", seat="C", text="good luck")["type"] == "done"
        assert ada.happened("said")["event"]["text"] == "good luck"
        host.do("POST", f"/tables/{table.id}/mute", {"seat": "O", "muted": False})
        host.do("POST", f"/tables/{table.id}/mute", {"seat": "O", "muted": False})  # which changes nothing
        assert ada.ask("say", seat="O", text="sorry")["type"] == "done"
    assert [said["text"] for said in table.look(table.watch)["chat"]] == ["good luck", "sorry"]
    assert [act[:2] + act[3:] for act in host.acts()] == [("hear-seat", table.id, "O"), ("mute-seat", table.id, "O")]


def test_a_muted_person_is_not_heard_at_any_table(server: Server, host: Host) -> None:
    token = become(server, OwnDevice(), "Ada")
    (ada,) = host.do("GET", "/people")["people"]
    host.do("POST", f"/people/{ada['id']}/mute", {"muted": True})
    table = server.chronicles()
    with table.joined("O") as device:
        assert device.ask("say", seat="O", text="I am nobody")["type"] == "done"
        claimed(server, token, table, "O")
        assert device.ask("say", seat="O", text="I am Ada")["code"] == "chat/muted"
        host.do("POST", f"/people/{ada['id']}/mute", {"muted": False})
        assert device.ask("say", seat="O", text="I am Ada")["type"] == "done"
    refused(host.call("POST", "/people/nobody/mute", {"muted": True}), 404, "desk/unknown-person")


# --- People


def test_a_person_is_renamed_and_removed_and_the_log_forgets_their_names(server: Server, host: Host) -> None:
    device = OwnDevice()
    become(server, device, "Rude Name")
    (person,) = host.do("GET", "/people")["people"]
    path = f"/people/{person['id']}"
    refused(host.call("PUT", path, {"name": "  "}), 400, "person/name")
    host.do("PUT", path, {"name": "Ada"})
    assert device.prove(server).json()["profile"]["name"] == "Ada"
    assert host.acts() == [("rename-person", person["id"], "Rude Name", "Ada")]
    host.do("POST", f"{path}/mute", {"muted": True})
    host.do("DELETE", path)
    refused(device.prove(server), 403, "person/unknown")
    assert [(what, before, after) for what, _, before, after in host.acts()] == [
        ("remove-person", "", "removed"),
        ("mute-person", "", ""),
        ("rename-person", "", ""),
    ]
    refused(host.call("DELETE", path), 404, "desk/unknown-person")


# --- The house


def test_an_announcement_reaches_tables_at_once_and_all_others_when_they_come(
    server: Server, host: Host, clock: Clock
) -> None:
    table = server.chronicles()
    with table.joined("O") as player:
        host.do("POST", "/announcements", {"text": "Om tien uur sluiten we.", "language": "nl", "minutes": 30})
        (told,) = player.expect("house")["announcements"]
        assert (told["text"], told["language"]) == ("Om tien uur sluiten we.", "nl")
        assert server.call("GET", "/api/house").json()["announcements"] == [told]
        host.do("POST", "/announcements", {"text": "Welcome"})
        assert len(player.expect("house")["announcements"]) == 2
        clock.advance(30 * 60)
        (left,) = server.call("GET", "/api/house").json()["announcements"]
        assert left["text"] == "Welcome"
        host.do("DELETE", f"/announcements/{left['id']}")
        assert player.expect("house")["announcements"] == []
    refused(host.call("DELETE", f"/announcements/{left['id']}"), 404, "desk/unknown-announcement")
    refused(host.call("POST", "/announcements", {"text": " "}), 400, "desk/text")
    refused(host.call("POST", "/announcements", {"text": "Hi", "language": "xx"}), 400, "person/language")
    assert [act[0] for act in host.acts()] == ["withdraw", "announce", "announce"]
    for _ in range(20):
        host.do("POST", "/announcements", {"text": "Again"})
    refused(host.call("POST", "/announcements", {"text": "Again"}), 409, "desk/announcements")


def test_rules_of_the_house(server: Server, host: Host) -> None:
    assert server.call("GET", "/api/house").json()["rules"]["text"] == ""
    host.do("PUT", "/rules", {"text": "Be  kind.\nNo advice.", "language": "en"})
    assert server.call("GET", "/api/house").json()["rules"] == {"text": "Be kind.\nNo advice.", "language": "en"}
    host.do("PUT", "/rules", {"text": ""})
    assert host.acts() == [("rules", "", "Be kind.\nNo advice.", ""), ("rules", "", "", "Be kind.\nNo advice.")]
    refused(host.call("PUT", "/rules", {"text": "\u0007"}), 400, "desk/text")


def test_limits_hold_at_once(server: Server, host: Host) -> None:
    server.table(listed=True)

    def make(**body: object) -> tuple[int, str]:
        answer = server.call("POST", "/api/tables", body={"game": "chronicles-of-run", **body})
        return answer.status_code, answer.json().get("code", "")

    host.do("PUT", "/limits", {"rated": False, "evenings": False, "lobby": False, "most_tables": 2})
    assert server.call("GET", "/api/tables").json() == []
    assert make(rated=True) == (409, "house/no-rated")
    assert make(settings={"listed": True}) == (409, "house/no-lobby")
    now = {"game": "chronicles-of-run"}
    refused(server.call("POST", "/api/play-now", body=now), 409, "house/no-lobby")
    evening = {"name": "Thursday", "game": "kingdom-run"}
    refused(server.call("POST", "/api/evenings", body=evening), 409, "house/no-evenings")
    assert make() == (201, "")
    assert make() == (429, "house/full")
    host.do("PUT", "/limits", {"most_tables": 2})
    refused(server.call("POST", "/api/play-now", body=now), 429, "house/full")
    refused(server.call("POST", "/api/play-now", body={**now, "rated": True}), 429, "house/full")
    host.do("PUT", "/limits", {"rated": False, "evenings": False, "lobby": False, "most_tables": 2})
    assert server.call("GET", "/api/house").json() | {"rules": 0, "announcements": 0} == {
        "rules": 0,
        "announcements": 0,
        "rated": False,
        "evenings": False,
        "lobby": False,
        "mail": False,
    }
    host.do("PUT", "/limits", {})
    assert make() == (201, "")
    assert len(server.call("GET", "/api/tables").json()) == 1
    before = json.loads(host.acts()[0][2])
    assert before == {"most_tables": 2, "rated": False, "evenings": False, "lobby": False}


def test_a_rematch_and_an_evening_find_no_room_in_a_full_house(server: Server, host: Host) -> None:
    table = server.chronicles()
    made = server.call("POST", "/api/evenings", body={"name": "Thursday", "game": "kingdom-run"}).json()
    path = f"/api/evenings/{made['evening']['id']}"
    for name in ("Ada", "Bo"):
        server.call("POST", f"{path}/guests", body={"name": name})
    table.resign("O")
    server.table()
    host.do("PUT", "/limits", {"most_tables": 1})
    refused(table.call("POST", "/rematch", table.keys["O"]), 429, "house/full")
    refused(server.call("POST", f"{path}/rounds", made["organiser_key"]), 429, "house/full")
    host.do("PUT", "/limits", {"most_tables": 3})
    assert server.call("POST", f"{path}/rounds", made["organiser_key"]).status_code == 200
    assert table.call("POST", "/rematch", table.keys["O"]).status_code == 201


# --- To take along


def test_a_backup_and_all_records(server: Server, host: Host) -> None:
    table = server.chronicles()
    host.do("PUT", "/rules", {"text": "Be kind."})
    backup = host.call("POST", "/backup")
    assert backup.headers["content-type"] == "application/gzip"
    kept = gzip.decompress(backup.content).decode()
    assert '"of":"acts"' in kept
    assert "Be kind." in kept
    assert table.id in kept
    packed = zipfile.ZipFile(io.BytesIO(host.call("POST", "/records").content))
    assert packed.namelist() == [f"{table.id}.ewala"]
    assert packed.read(f"{table.id}.ewala").decode() == table.record(table.watch)
    assert [act[0] for act in host.acts()] == ["records", "backup", "rules"]
    assert host.acts()[1][3] == f"{len(backup.content)} bytes"


def test_the_log_is_paged_and_cannot_be_changed(server: Server, host: Host) -> None:
    for n in range(21):
        host.do("PUT", "/rules", {"text": f"Rule {n}"})
    first = host.do("GET", "/acts")
    assert (len(first["acts"]), first["more"]) == (20, True)
    last = host.do("GET", f"/acts?before={first['acts'][-1]['id']}")
    assert ([act["after"] for act in last["acts"]], last["more"]) == (["Rule 0"], False)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert host.call(method, "/acts").status_code == 405


# --- Nothing secret


def test_no_key_and_no_secret_is_shown_and_the_desks_own_key_is_in_no_log(
    server: Server, host: Host, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for part in ("ewala", "uvicorn", "litestar", "asyncio"):
        caplog.set_level("DEBUG", logger=part)
    token = become(server, OwnDevice(), "Ada")
    table = server.chronicles()
    claimed(server, token, table, "O")
    server.call("GET", "/api/desk", f"{host.key}x")
    server.call("GET", f"/api/desk?key={host.key}")
    shown = "".join(host.call("GET", path).text for path in ("", "/tables", "/people", "/acts"))
    with sqlite3.connect(tmp_path / "ewala.db") as database:
        digests = [row[0] for row in database.execute("SELECT digest FROM seat_keys UNION SELECT id FROM person_keys")]
        digests += database.execute("SELECT host_digest, watch_digest, hex(secret) FROM tables").fetchone()
    for secret in (host.key, token, table.host, table.watch, *table.keys.values(), *digests):
        assert secret not in shown
        assert secret.lower() not in shown
    assert host.key not in caplog.text


@pytest.mark.parametrize("heard", [True, False], ids=["with news", "with none"])
def test_what_is_done_at_one_holds_at_the_other(
    tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch, heard: bool
) -> None:
    if heard:
        monkeypatch.setattr(maintenance, "HEADS_EVERY", 3600.0)  # by news alone
    else:
        monkeypatch.setattr(bus, "PostgresqlBus", lambda engine: Bus())
        monkeypatch.setattr(maintenance, "HEADS_EVERY", 0.1)
    with served(tmp_path, database=postgresql.url) as one, served(tmp_path, database=postgresql.url) as other:
        host = Host(one)
        assert Host(other).call("GET").is_success
        assert host.call("GET").status_code == 403, "the other has made another key"
        host = Host(one)
        table = one.chronicles()
        with table.at(other).device("O") as player:
            greeted(player)
            host.do("POST", f"/tables/{table.id}/mute", {"seat": "O", "muted": True})
            host.do("POST", "/announcements", {"text": "We close at ten."})
            assert player.expect("house")["announcements"][0]["text"] == "We close at ten."
            assert player.ask("say", seat="O", text="hello")["code"] == "chat/muted"
            host.do("PUT", "/limits", {"most_tables": 1})
            until(lambda: other.call("POST", "/api/tables", body={"game": "kingdom-run"}).status_code == 429)
            host.do("PUT", "/limits", {})
            host.do("POST", f"/tables/{table.id}/close", {})
            player.happened("broken-off")
            host.do("DELETE", f"/tables/{table.id}")
            assert player.expect("closing")["code"] == "table/unknown"
        assert other.call("GET", f"/api/tables/{table.id}").status_code == 404
        numbers = [act["id"] for act in host.do("GET", "/acts")["acts"]]
        assert numbers == sorted(numbers, reverse=True)


def test_a_backup_is_made_of_postgresql_too(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        host = Host(server)
        before = host.do("GET")["load"]["database"]
        assert before > 0
        assert host.call("POST", "/backup").content[:2] == b"\x1f\x8b"
        assert [path.name for path in tmp_path.iterdir()] == []
