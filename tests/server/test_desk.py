"""The host's desk: what is seen there, what is done there, and that all of it is written down."""

import gzip
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from devices import greeted
from hosts import Host
from people_at import OwnDevice, become, claimed
from table_server import Clock, Server, served

from ewala.server.platform.config import Limits


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    with served(tmp_path, clock=clock) as server:
        yield server


@pytest.fixture
def host(server: Server) -> Host:
    return Host(server)


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# --- The key


def test_without_the_key_nothing_is_told_or_done(server: Server, host: Host) -> None:
    table = server.chronicles()
    for method, path in (("GET", ""), ("GET", "/tables"), ("GET", "/people"), ("GET", "/acts"), ("POST", "/backup")):
        for keys in ((), ("wrong",), (table.host,), ("wrong", host.key)):
            assert refused(server.call(method, f"/api/desk{path}", *keys)) == (403, "desk/key"), (path, keys)
    assert refused(server.call("DELETE", f"/api/desk/tables/{table.id}", "wrong")) == (403, "desk/key")
    assert host.acts() == []


def test_keys_that_are_tried_in_vain_are_rare_and_the_right_one_costs_nothing(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(codes_per_hour=0.001, codes_burst=3)) as server:
        host = Host(server)
        for _ in range(5):
            host.do("GET")
        told = [refused(server.call("GET", "/api/desk", "wrong")) for _ in range(4)]
        assert told == [(403, "desk/key")] * 3 + [(429, "desk/too-many-keys")]


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
    assert refused(host.call("GET", "/tables?search=%00")) == (400, "desk/text")
    seat = next(seat for seat in host.tables("?search=grace")[made[3].id]["seats"] if seat["seat"] == "K")
    assert (seat["kind"], seat["name"], seat["muted"]) == ("person", "Grace", False)


def test_people_are_searched_and_counted(server: Server, host: Host) -> None:
    token = become(server, OwnDevice(), "Ada")
    become(server, OwnDevice(), "Bo")
    table = server.chronicles()
    claimed(server, token, table, "O")
    table.do("POST", "/resign", table.keys["O"], body={})
    (ada,) = host.do("GET", "/people?search=ad")["people"]
    assert (ada["name"], ada["devices"], ada["games"], ada["muted"]) == ("Ada", 1, 1, False)
    assert host.do("GET", "/people")["count"] == 2


# --- Tables


def test_a_table_is_closed_and_then_removed(server: Server, host: Host) -> None:
    table = server.chronicles()
    with table.device("O") as player:
        greeted(player)
        assert refused(host.call("DELETE", f"/tables/{table.id}")) == (409, "desk/still-played")
        host.do("POST", f"/tables/{table.id}/close", {"note": "We close at ten."})
        assert player.happened("broken-off")["words"].endswith("We close at ten.")
        assert refused(host.call("POST", f"/tables/{table.id}/close", {})) == (409, "table/broken-off")
        host.do("DELETE", f"/tables/{table.id}")
        assert player.expect("closing")["code"] == "table/unknown"
    assert refused(table.call("GET", "")) == (404, "table/unknown")
    assert refused(host.call("DELETE", f"/tables/{table.id}")) == (404, "table/unknown")
    assert host.acts() == [
        ("remove-table", table.id, "over", ""),
        ("close-table", table.id, "over", "refused: table/broken-off"),
        ("close-table", table.id, "playing", "We close at ten."),
    ]


# --- Talk


def test_a_muted_seat_is_told_so_and_others_hear_nothing(server: Server, host: Host) -> None:
    table = server.chronicles()
    with table.device("O", host=True) as ada, table.device("C") as bo:
        greeted(ada)
        greeted(bo)
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
    with table.device("O") as device:
        greeted(device)
        assert device.ask("say", seat="O", text="I am nobody")["type"] == "done"
        claimed(server, token, table, "O")
        assert device.ask("say", seat="O", text="I am Ada")["code"] == "chat/muted"
        host.do("POST", f"/people/{ada['id']}/mute", {"muted": False})
        assert device.ask("say", seat="O", text="I am Ada")["type"] == "done"
    assert refused(host.call("POST", "/people/nobody/mute", {"muted": True})) == (404, "desk/unknown-person")


# --- People


def test_a_person_is_renamed_and_removed_and_the_log_forgets_their_names(server: Server, host: Host) -> None:
    device = OwnDevice()
    become(server, device, "Rude Name")
    (person,) = host.do("GET", "/people")["people"]
    path = f"/people/{person['id']}"
    assert refused(host.call("PUT", path, {"name": "  "})) == (400, "person/name")
    host.do("PUT", path, {"name": "Ada"})
    assert device.prove(server).json()["profile"]["name"] == "Ada"
    assert host.acts() == [("rename-person", person["id"], "Rude Name", "Ada")]
    host.do("POST", f"{path}/mute", {"muted": True})
    host.do("DELETE", path)
    assert refused(device.prove(server)) == (403, "person/unknown")
    assert [(what, before, after) for what, _, before, after in host.acts()] == [
        ("remove-person", "", "removed"),
        ("mute-person", "", ""),
        ("rename-person", "", ""),
    ]
    assert refused(host.call("DELETE", path)) == (404, "desk/unknown-person")


# --- The house


def test_an_announcement_reaches_tables_at_once_and_all_others_when_they_come(
    server: Server, host: Host, clock: Clock
) -> None:
    table = server.chronicles()
    with table.device("O") as player:
        greeted(player)
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
    assert refused(host.call("DELETE", f"/announcements/{left['id']}")) == (404, "desk/unknown-announcement")
    assert refused(host.call("POST", "/announcements", {"text": " "})) == (400, "desk/text")
    assert refused(host.call("POST", "/announcements", {"text": "Hi", "language": "xx"})) == (400, "person/language")
    assert [act[0] for act in host.acts()] == ["withdraw", "announce", "announce"]
    for _ in range(20):
        host.do("POST", "/announcements", {"text": "Again"})
    assert refused(host.call("POST", "/announcements", {"text": "Again"})) == (409, "desk/announcements")


def test_rules_of_the_house(server: Server, host: Host) -> None:
    assert server.call("GET", "/api/house").json()["rules"]["text"] == ""
    host.do("PUT", "/rules", {"text": "Be  kind.\nNo advice.", "language": "en"})
    assert server.call("GET", "/api/house").json()["rules"] == {"text": "Be kind.\nNo advice.", "language": "en"}
    host.do("PUT", "/rules", {"text": ""})
    assert host.acts() == [("rules", "", "Be kind.\nNo advice.", ""), ("rules", "", "", "Be kind.\nNo advice.")]
    assert refused(host.call("PUT", "/rules", {"text": "\u0007"})) == (400, "desk/text")


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
    assert refused(server.call("POST", "/api/play-now", body=now)) == (409, "house/no-lobby")
    evening = {"name": "Thursday", "game": "kingdom-run"}
    assert refused(server.call("POST", "/api/evenings", body=evening)) == (409, "house/no-evenings")
    assert make() == (201, "")
    assert make() == (429, "house/full")
    host.do("PUT", "/limits", {"most_tables": 2})
    assert refused(server.call("POST", "/api/play-now", body=now)) == (429, "house/full")
    assert refused(server.call("POST", "/api/play-now", body={**now, "rated": True})) == (429, "house/full")
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
    table.do("POST", "/resign", table.keys["O"], body={})
    server.table()
    host.do("PUT", "/limits", {"most_tables": 1})
    assert refused(table.call("POST", "/rematch", table.keys["O"])) == (429, "house/full")
    assert refused(server.call("POST", f"{path}/rounds", made["organiser_key"])) == (429, "house/full")
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
