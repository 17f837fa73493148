"""Making a table, finding it, sitting down, standing up, starting; and what needs which key."""

import sys

import pytest
from devices import Device, Frame
from table_server import Server, Table, plain_client, refused


@pytest.fixture
def table(server: Server) -> Table:
    return server.table()


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


def test_a_portrait_goes_along_with_the_name_and_is_part_of_no_record(table: Table) -> None:
    portrait = "figure-sorcerer light-night colour-purple sign-rune-7"
    table.do("POST", "/seats/K", body={"name": "Anna", "portrait": portrait})
    table.sit("S", "Bram")
    seen = {seat["seat"]: seat["portrait"] for seat in table.look(table.watch)["table"]["seats"]}
    assert seen == {"K": portrait, "S": "", "F": "", "G": ""}
    table.close("F")
    table.close("G")
    table.start()
    assert "sorcerer" not in table.call("GET", "/record", table.watch).text


def test_who_stands_up_frees_the_seat_and_loses_its_key(table: Table) -> None:
    key = table.sit("K", "Anna")
    table.do("DELETE", "/seats/K", key)
    assert seats(table)["K"] == ("open", "")
    assert table.look(key)["you"] == []
    table.sit("K", "Bram")
    assert seats(table)["K"] == ("person", "Bram")
    assert table.look(key)["you"] == []


def test_a_device_whose_seat_was_freed_can_do_nothing_there_any_more(server: Server) -> None:
    table = server.table("chronicles-of-run")
    table.sit("O", "Anna")
    table.sit("C", "Bram")
    with table.joined("O") as freed:
        table.do("DELETE", "/seats/O", table.host)
        table.sit("O", "Carla")
        table.start()
        freed.closed()
        assert [frame["code"] for frame in freed.frames if frame["type"] == "closing"] == ["seat/freed"]
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


# --- What is refused: by which request, with whose key, at a table where K and S are people, F is closed and G is free

Refusal = tuple[str, str, str, Frame | None, int, str]

BEFORE_THE_START: list[Refusal] = [
    ("POST", "/seats/K", "", {"name": "Eve"}, 409, "table/seat-taken"),
    ("POST", "/seats/F", "", {"name": "Eve"}, 409, "table/seat-taken"),
    ("POST", "/seats/K/bot", "host", {}, 409, "table/seat-taken"),
    ("POST", "/seats/X", "", {"name": "Eve"}, 400, "setup/seat"),
    *(("POST", "/seats/G", "", {"name": name}, 400, "") for name in ("", " Eve", "x" * 41, "a\nb", "a\u202eb")),
    *(("POST", "/seats/G", "", {"name": "Eve", "portrait": bad}, 400, "") for bad in ("<b>", "Fox", "x" * 201)),
    *(("POST", "/seats/G", "", {"name": "Eve", "promise": bad}, 400, "") for bad in ("luck", "ab" * 31)),
    ("POST", "/seats/G", "", {"name": "Eve", "entropy": "luck"}, 400, "request/invalid"),
    # Nor does a server run whatever class a guest names.
    *(
        ("POST", "/seats/G/bot", "host", {"bot": bot}, 400, "setup/bot")
        for bot in ("kasparov", "antigravity:geohash", "ewala.kit.plain_bots:RandomBot", "object:x")
    ),
    ("POST", "/start", "host", None, 409, "table/seats-open"),
    # What is the host's needs the host's key.
    *(
        (method, path, whose, body, 403, "table/host-only")
        for whose in ("", "K", "watch", "wrong")
        for method, path, body in (
            ("POST", "/start", None),
            ("POST", "/seats/G/close", None),
            ("POST", "/seats/G/bot", {"bot": "random"}),
            ("DELETE", "/seats/S", None),
        )
    ),
    # Who hosts has no seat.
    ("POST", "/resign", "host", {}, 403, "seat/no-key"),
    ("POST", "/resign", "host", {"seat": "K"}, 403, "seat/not-yours"),
]
AFTER_IT: list[Refusal] = [
    ("POST", "/seats/F", "", {"name": "Late"}, 409, "table/started"),
    ("DELETE", "/seats/K", "K", None, 409, "table/started"),
    ("POST", "/seats/F/close", "host", None, 409, "table/started"),
    ("POST", "/start", "host", None, 409, "table/started"),
]


def test_what_is_refused_changes_nothing(table: Table) -> None:
    table.sit("K", "Anna")
    table.sit("S", "Bram")
    table.close("F")
    keys = {"": (), "wrong": ("wrong",), "host": (table.host,), "watch": (table.watch,), "K": (table.keys["K"],)}

    def check(refusals: list[Refusal]) -> None:
        before = table.look(table.host)
        for method, path, whose, body, status, code in refusals:
            answer = table.call(method, path, *keys[whose], body=body)
            assert (answer.status_code, bool(answer.json()["sentence"])) == (status, True), (method, path, whose, body)
            assert code in ("", answer.json()["code"]), (method, path, whose, body)
        assert table.look(table.host) == before

    check(BEFORE_THE_START)
    assert "antigravity" not in sys.modules
    assert "G" in table.call("POST", "/start", table.host).json()["sentence"]
    table.do("DELETE", "/seats/S", table.host)  # by the host a seat is freed, and a closed one opened again
    table.do("DELETE", "/seats/F", table.host)
    assert seats(table) == {"K": ("person", "Anna"), "S": ("open", ""), "F": ("open", ""), "G": ("open", "")}
    table.seat_bot("S")
    table.sit("F")
    table.close("G")
    table.start()
    check(AFTER_IT)


def test_two_must_play(server: Server, table: Table) -> None:
    for seat in "KS":
        table.close(seat)
    refused(table.call("POST", "/seats/F/close", table.host), 409, "table/too-few")
    both = server.table("chronicles-of-run")
    refused(both.call("POST", "/seats/O/close", both.host), 409, "table/too-few")


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


def test_whoever_has_a_tables_name_sees_which_seats_are_free(table: Table) -> None:
    table.sit("K", "Anna")
    assert (table.look(table.host)["you"], table.look(table.host)["host"]) == ([], True)
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
    table.resign("O")
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
        *(
            ({"game": "kingdom-run", "settings": {"title": bad}}, "setup/title")
            for bad in ("x" * 81, "\x00", "a\r\nX: 1")
        ),
        ({"game": "chronicles-of-run", "options": {"layout": "0,0;" * 50_000}}, "request/invalid"),
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
