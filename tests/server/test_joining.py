"""Making a table, finding it, sitting down, standing up, starting; and what needs which key."""

import sys
from collections.abc import Iterator

import httpx
import pytest
from devices import Device, Frame
from table_server import Server, Table, plain_client, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("joining")) as server:
        yield server


@pytest.fixture
def table(server: Server) -> Table:
    return server.table()


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["sentence"]


def seats(table: Table) -> dict[str, tuple[str, str]]:
    return {seat["seat"]: (seat["kind"], seat["name"]) for seat in table.look(table.host)["table"]["seats"]}


def test_the_link_is_enough_to_sit_down(server: Server, table: Table) -> None:
    with plain_client(server.port) as stranger:
        joined = stranger.post(f"/api/tables/{table.id}/seats/S", json={"name": "Bram"}).json()
    assert joined["seat"] == "S"
    assert seats(table)["S"] == ("person", "Bram")
    assert table.look(joined["key"])["you"] == ["S"]


def test_no_key_is_stored_or_told_again(server: Server, table: Table) -> None:
    key = table.sit("K")
    texts = [table.call("GET", "", shown).text for shown in (table.host, table.watch, key)]
    for secret in (key, table.host, table.watch):
        assert not any(secret in text for text in texts)


def test_a_taken_seat_stays_taken(table: Table) -> None:
    table.sit("K", "Anna")
    refused(table.call("POST", "/seats/K", body={"name": "Bram"}), 409, "table/seat-taken")
    refused(table.call("POST", "/seats/K/bot", table.host, body={}), 409, "table/seat-taken")
    assert seats(table)["K"] == ("person", "Anna")


@pytest.mark.parametrize("name", ["", " Anna", "x" * 41, "a\nb", "a\u202eb"])
def test_a_name_is_short_and_printable(table: Table, name: str) -> None:
    assert table.call("POST", "/seats/K", body={"name": name}).status_code == 400
    assert seats(table)["K"] == ("open", "")


def test_a_portrait_goes_along_with_the_name_and_is_part_of_no_record(table: Table) -> None:
    portrait = "figure-sorcerer light-night colour-purple sign-rune-7"
    table.do("POST", "/seats/K", body={"name": "Anna", "portrait": portrait})
    for unusable in ("<b>", "Fox", "x" * 201):
        assert table.call("POST", "/seats/S", body={"name": "Bram", "portrait": unusable}).status_code == 400
    table.sit("S", "Bram")
    seen = {seat["seat"]: seat["portrait"] for seat in table.look(table.watch)["table"]["seats"]}
    assert seen == {"K": portrait, "S": "", "F": "", "G": ""}
    table.do("POST", "/seats/F/close", table.host)
    table.do("POST", "/seats/G/close", table.host)
    table.start()
    assert "sorcerer" not in table.call("GET", "/record", table.watch).text


def test_a_seat_that_does_not_exist_is_refused(table: Table) -> None:
    refused(table.call("POST", "/seats/X", body={"name": "Anna"}), 400, "setup/seat")


def test_who_stands_up_frees_the_seat_and_loses_its_key(table: Table) -> None:
    key = table.sit("K", "Anna")
    table.do("DELETE", "/seats/K", key)
    assert seats(table)["K"] == ("open", "")
    assert table.look(key)["you"] == []
    table.sit("K", "Bram")
    assert seats(table)["K"] == ("person", "Bram")
    assert table.look(key)["you"] == []


def test_nobody_but_the_host_frees_the_seat_of_another(table: Table) -> None:
    table.sit("K", "Anna")
    other = table.sit("S", "Bram")
    refused(table.call("DELETE", "/seats/K", other), 403, "table/host-only")
    table.do("DELETE", "/seats/K", table.host)
    assert seats(table)["K"] == ("open", "")


def test_a_device_whose_seat_was_freed_can_do_nothing_there_any_more(server: Server) -> None:
    table = server.table("chronicles-of-run")
    table.sit("O", "Anna")
    table.sit("C", "Bram")
    with table.device("O") as freed:
        freed.expect("snapshot")
        table.do("DELETE", "/seats/O", table.host)
        table.sit("O", "Carla")
        table.start()
        codes = [frame["code"] for frame in frames_until_closed(freed) if frame["type"] == "closing"]
        assert codes == ["seat/freed"]
        assert not any(frame.get("position") for frame in freed.frames)
    with table.device("O") as new:
        assert new.expect("snapshot")["you"] == ["O"]


def test_a_stream_whose_seat_was_freed_ends(server: Server) -> None:
    table = server.table("chronicles-of-run")
    key = table.sit("O")
    table.sit("C")
    headers = {"authorization": f"Bearer {key}"}
    with server.http.stream("GET", f"/api/tables/{table.id}/stream", headers=headers) as answer:
        lines = answer.iter_lines()
        assert '"snapshot"' in next(lines)
        table.do("DELETE", "/seats/O", table.host)
        table.sit("O", "Carla")
        table.start()
        assert not any('"position":{' in line for line in lines)


def frames_until_closed(device: Device) -> list[Frame]:
    device.closed()
    return device.frames


def test_start_is_refused_while_seats_are_open(table: Table) -> None:
    table.sit("K")
    table.seat_bot("S")
    table.close("F")
    answer = table.call("POST", "/start", table.host)
    refused(answer, 409, "table/seats-open")
    assert "G" in answer.json()["sentence"]
    table.close("G")
    table.start()
    refused(table.call("POST", "/start", table.host), 409, "table/started")


def test_with_closed_seats_fewer_play_and_the_clans_run_neutral(table: Table) -> None:
    """KR-3.1"""
    table.sit("S")
    table.sit("G")
    table.close("K")
    table.close("F")
    table.start()
    snapshot = table.look(table.watch)
    assert snapshot["table"]["parameters"]["players"] == "SG"
    spaces, _, tokens, players, *_ = snapshot["position"]["text"].split()
    assert (tokens, players) == ("6,6", "SG")
    assert spaces.count("K") == 4
    assert snapshot["position"]["to_act"] in "SG"


def test_two_must_play(table: Table) -> None:
    table.close("K")
    table.close("S")
    refused(table.call("POST", "/seats/F/close", table.host), 409, "table/too-few")


def test_the_chronicles_need_both_sides(server: Server) -> None:
    table = server.table("chronicles-of-run")
    refused(table.call("POST", "/seats/O/close", table.host), 409, "table/too-few")


def test_a_closed_seat_can_be_opened_again(table: Table) -> None:
    table.close("K")
    refused(table.call("POST", "/seats/K", body={"name": "Anna"}), 409, "table/seat-taken")
    table.do("DELETE", "/seats/K", table.host)
    table.sit("K")


def test_nobody_sits_down_or_stands_up_once_it_has_started(server: Server) -> None:
    table = server.kingdom_run("KS")
    refused(table.call("POST", "/seats/F", body={"name": "Late"}), 409, "table/started")
    refused(table.call("DELETE", "/seats/K", table.keys["K"]), 409, "table/started")
    refused(table.call("POST", "/seats/F/close", table.host), 409, "table/started")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/start", None),
        ("POST", "/seats/S/close", None),
        ("POST", "/seats/S/bot", {"bot": "random"}),
        ("DELETE", "/seats/F", None),
    ],
)
def test_what_is_the_hosts_needs_the_hosts_key(table: Table, method: str, path: str, body: Frame | None) -> None:
    key = table.sit("K")
    for shown in (key, table.watch):
        refused(table.call(method, path, shown, body=body), 403, "table/host-only")
    refused(table.call(method, path, body=body), 403, "table/host-only")
    refused(table.call(method, path, "wrong", body=body), 403, "table/host-only")


def test_the_host_has_no_seat(table: Table) -> None:
    snapshot = table.look(table.host)
    assert snapshot["host"]
    assert snapshot["you"] == []
    table.sit("K")
    refused(table.call("POST", "/resign", table.host, body={}), 403, "seat/no-key")
    refused(table.call("POST", "/resign", table.host, body={"seat": "K"}), 403, "seat/not-yours")


def test_whoever_has_a_tables_name_sees_which_seats_are_free(table: Table) -> None:
    table.sit("K", "Anna")
    snapshot = table.look()
    assert (snapshot["you"], snapshot["host"]) == ([], False)
    assert {seat["seat"]: seat["kind"] for seat in snapshot["table"]["seats"]}["S"] == "open"
    with Device(table.server.port, table.id, {"type": "hello"}) as device:
        assert device.expect("snapshot")["you"] == []


def test_an_unlisted_game_that_is_played_is_invisible_without_a_key(server: Server) -> None:
    table = server.kingdom_run("KS")
    there_is_none = server.call("GET", "/api/tables/2222222222")
    for path in ("", "/record", "/stream"):
        answer = table.call("GET", path)
        refused(answer, 404, "table/unknown")
        assert answer.text == there_is_none.text
    assert table.id not in [listed["id"] for listed in server.call("GET", "/api/tables").json()]


def test_a_listed_table_is_found_and_watched_by_anybody_until_it_starts(server: Server) -> None:
    table = server.table("chronicles-of-run", listed=True, title="Come and play")
    found = {listed["id"]: listed for listed in server.call("GET", "/api/tables").json()}
    assert found[table.id]["title"] == "Come and play"
    assert table.look()["you"] == []
    table.sit("O")
    table.sit("C")
    table.start()
    assert table.id not in [listed["id"] for listed in server.call("GET", "/api/tables").json()]
    assert "moves" not in table.look()["position"]


def test_listed_games_that_are_played_can_be_found_by_those_who_want_to_watch(server: Server) -> None:
    def playing() -> list[str]:
        return [listed["id"] for listed in server.call("GET", "/api/tables?playing=true").json()]

    waiting = server.table("chronicles-of-run", listed=True)
    table = server.chronicles(listed=True)
    unlisted = server.chronicles()
    assert table.id in playing()
    assert not {waiting.id, unlisted.id} & set(playing())
    assert waiting.id in [listed["id"] for listed in server.call("GET", "/api/tables?playing=false").json()]
    table.do("POST", "/resign", table.keys["O"], body={})
    assert table.id not in playing()
    assert server.call("GET", "/api/tables?playing=perhaps").status_code == 400


def test_one_device_may_hold_several_seats(server: Server) -> None:
    table = server.kingdom_run("KSF")
    with table.device("K", "F") as device:
        snapshot = device.expect("snapshot")
        assert snapshot["you"] == ["K", "F"]
        assert device.move("S", "r:-", snapshot["position"]["ply"])["code"] == "seat/not-yours"
        answers = [device.ask("say", seat=seat, text="here")["type"] for seat in ("K", "F")]
        assert answers == ["done", "done"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, "setup/unknown-game"),
        ({"game": "kingdom-run", "options": {"players": "KK"}}, None),
        ({"game": "kingdom-run", "options": {"circuit": "oooo"}}, None),
        ({"game": "kingdom-run", "options": {"speed": "high"}}, None),
        ({"game": "kingdom-run", "settings": {"clock": {"kind": "real-time", "seconds": 1}}}, "setup/clock"),
        ({"game": "kingdom-run", "settings": {"clock": {"seconds": 60}}}, "setup/clock"),
        ({"game": "kingdom-run", "settings": {"title": "x" * 81}}, "setup/title"),
        ({"game": "kingdom-run", "settings": {"colour": "red"}}, "request/invalid"),
        ({}, "request/invalid"),
        ([], "request/invalid"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(server: Server, body: object, code: str | None) -> None:
    answer = server.call("POST", "/api/tables", body=body)
    assert answer.status_code == 400
    assert answer.json()["sentence"]
    if code:
        assert answer.json()["code"] == code


@pytest.mark.parametrize("bot", ["kasparov", "antigravity:geohash", "ewala.kit.plain_bots:RandomBot", "object:x"])
def test_a_bot_that_does_not_exist_is_refused(table: Table, bot: str) -> None:
    """Nor does a server run whatever class a guest names."""
    refused(table.call("POST", "/seats/K/bot", table.host, body={"bot": bot}), 400, "setup/bot")
    assert "antigravity" not in sys.modules


def test_a_guest_without_a_key_leaves_when_the_game_begins(server: Server) -> None:
    table = server.table("chronicles-of-run")
    with Device(server.port, table.id, {"type": "hello"}) as guest, table.device() as watcher:
        guest.expect("snapshot")
        watcher.expect("snapshot")
        table.sit("O")
        table.sit("C")
        table.start()
        assert guest.expect("closing")["code"] == "table/started"
        assert watcher.happened("started")["table"]["status"] == "playing"
        assert watcher.ask("ping")["type"] == "pong"
