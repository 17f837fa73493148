"""Finding each other: play now with whoever waits, who is in the lobby, and who is asked to come to a table."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from people_at import OwnDevice, become, claimed
from table_server import Clock, Server, Table, refused

SERVED = {"clock": ...}


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


GAME = "chronicles-of-run"


def play_now(server: Server, *keys: str, **wish: Any) -> dict[str, Any]:
    answer = server.call("POST", "/api/play-now", *keys, body={"game": GAME, **wish})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def table_of(server: Server, told: dict[str, Any]) -> Table:
    return Table(server, told["table"]["id"], told.get("host_key", ""), told.get("watch_key", ""))


def seated(server: Server, told: dict[str, Any]) -> Table:
    table = table_of(server, told)
    table.sit(told["seat"])
    return table


# --- Play now


def test_the_second_who_wants_to_play_now_plays_with_the_first(server: Server) -> None:
    first = play_now(server)
    assert first["host_key"]
    table = seated(server, first)
    assert [one["id"] for one in server.call("GET", "/api/tables").json()] == [table.id]
    second = play_now(server)
    assert (second["table"]["id"], second.get("host_key", "")) == (table.id, "")
    assert second["seat"] != first["seat"]
    table.sit(second["seat"])
    assert table.look(*table.keys.values())["table"]["status"] == "playing"  # nobody has to give the word


def test_two_who_ask_at_the_same_moment_are_offered_seats_at_one_table(server: Server) -> None:
    with ThreadPoolExecutor(2) as asking:
        told = list(asking.map(lambda _: play_now(server), range(2)))
    assert told[0]["table"]["id"] == told[1]["table"]["id"]
    assert {one["seat"] for one in told} == {"O", "C"}


def test_a_seat_that_nobody_took_is_offered_again(server: Server, clock: Clock) -> None:
    first, second = play_now(server), play_now(server)
    clock.advance(1)
    assert play_now(server)["table"]["id"] != first["table"]["id"]  # both seats are somebody's, as good as
    clock.advance(11)
    assert play_now(server)["table"]["id"] == second["table"]["id"]


def test_whoever_has_gone_is_not_waited_for(server: Server, clock: Clock) -> None:
    table = seated(server, play_now(server))
    with table.joined(*table.keys):
        clock.advance(600)
        assert play_now(server)["table"]["id"] == table.id
    clock.advance(11)
    assert play_now(server)["table"]["id"] != table.id
    assert table.id not in [one["id"] for one in server.call("GET", "/api/tables").json()]


def test_who_waits_at_the_later_of_two_tables_is_offered_the_older(server: Server, clock: Clock) -> None:
    older = seated(server, play_now(server, players=2))
    with older.joined(*older.keys):
        clock.advance(1)
        play_now(server)  # keeps the other seat there for ten seconds: as if another process had not seen the table
        later = seated(server, play_now(server))
        assert later.id != older.id
        key = next(iter(later.keys.values()))
        assert "seat" not in play_now(server, key, instead_of=later.id)
        clock.advance(11)
        moved = play_now(server, key, instead_of=later.id)
        assert (moved["table"]["id"], moved["seat"]) == (older.id, "C")
        first = next(iter(older.keys.values()))
        assert "seat" not in play_now(server, first, instead_of=older.id)


def test_a_table_of_somebodys_own_is_joined_if_they_are_there(server: Server) -> None:
    table = server.table("kingdom-run", listed=True)
    table.sit("K")
    table.close("G")
    assert play_now(server, game="kingdom-run")["table"]["id"] != table.id  # nobody is there
    with table.joined("K"):
        assert play_now(server, game="kingdom-run", players=3)["table"]["id"] == table.id
        assert play_now(server, game="kingdom-run", players=4)["table"]["id"] != table.id


def test_a_rated_one_is_for_people_who_are_known(server: Server) -> None:
    tokens = [become(server, OwnDevice(), name) for name in ("Ada", "Grace")]
    first = play_now(server, rated=True)
    table, path = table_of(server, first), f"/api/tables/{first['table']['id']}/seats"
    refused(server.call("POST", f"{path}/{first['seat']}", body={"name": "Ada"}), 403, "person/token")
    refused(server.call("POST", f"{path}/{first['seat']}", tokens[0], body={"name": ""}), 400, "setup/name")
    for token, name in zip(tokens, ("Ada", "Grace"), strict=True):
        told = first if name == "Ada" else play_now(server, rated=True)
        sat = server.call("POST", f"{path}/{told['seat']}", token, body={"name": name})
        assert sat.status_code == 201, sat.text
        table.keys[told["seat"]] = sat.json()["key"]
    again = server.call("POST", "/api/play-now", body={"game": GAME, "rated": True}).json()
    assert again["table"]["id"] != table.id
    assert table.look(*table.keys.values())["table"]["status"] == "playing"
    table.resign("O")
    assert len(server.call("GET", f"/api/ratings/{GAME}/2").json()["rows"]) == 2


def test_what_cannot_be_played_so_is_refused(server: Server) -> None:
    refused(server.call("POST", "/api/play-now", body={"game": GAME, "players": 3}), 400, "setup/players")
    refused(server.call("POST", "/api/play-now", body={"game": "chess"}), 400, "setup/unknown-game")
    body = {"game": GAME, "instead_of": seated(server, play_now(server)).id}
    refused(server.call("POST", "/api/play-now", body=body), 403, "seat/no-key")


# --- The lobby


def test_whoever_looks_into_the_lobby_is_seen_there_until_they_leave(server: Server, clock: Clock) -> None:
    ada, grace = (become(server, OwnDevice(), name) for name in ("Ada", "Grace"))
    assert server.call("GET", "/api/lobby").json() == []
    for token in (grace, ada, ada):
        assert server.call("PUT", "/api/me/lobby", token).status_code == 204
    there = server.call("GET", "/api/lobby").json()
    assert [one["name"] for one in there] == ["Ada", "Grace"]
    assert set(there[0]) == {"person", "name", "portrait"}
    server.call("DELETE", "/api/me/lobby", ada)
    assert [one["name"] for one in server.call("GET", "/api/lobby").json()] == ["Grace"]
    clock.advance(60)
    assert server.call("GET", "/api/lobby").json() == []


def test_somebody_is_found_by_their_name(server: Server) -> None:
    ada, grace = (become(server, OwnDevice(), name) for name in ("Ada", "Grace"))
    found = server.call("GET", "/api/me/people?name=gRACE", ada).json()
    assert [one["name"] for one in found] == ["Grace"]
    assert server.call("GET", "/api/me/people?name=Grace", grace).json() == []  # oneself need not be found
    refused(server.call("GET", "/api/me/people?name=Grace"), 403, "person/token")


# --- Invitations


def invited(server: Server, token: str) -> dict[str, Any]:
    told: dict[str, Any] = server.call("GET", "/api/me/invitations", token).json()
    return told


def invite(server: Server, by: str, table: Table, **to: str) -> Any:
    body = {"table": table.id, "key": table.host, **to}
    return server.call("POST", "/api/me/invitations", by, body=body)


def person(server: Server, token: str) -> str:
    name: str = server.call("GET", "/api/me", token).json()["person"]
    return name


@pytest.fixture
def two(server: Server) -> tuple[str, str]:
    return become(server, OwnDevice(), "Ada"), become(server, OwnDevice(), "Grace")


def test_somebody_is_asked_to_a_table_and_may_come_or_not(server: Server, two: tuple[str, str]) -> None:
    ada, grace = two
    table = server.table(GAME)
    table.sit("O", "Ada")
    for _ in range(2):  # said twice, it is one
        assert invite(server, ada, table, person=person(server, grace)).status_code == 204
    (asked,) = invited(server, grace)["received"]
    assert (asked["table"]["id"], asked["by"]["name"], asked["kind"]) == (table.id, "Ada", "challenge")
    assert [(one["name"], one["declined"]) for one in invited(server, ada)["sent"]] == [("Grace", False)]
    assert server.call("GET", "/api/me/everything", grace).json()["invitations"]["received"]
    server.call("DELETE", f"/api/me/invitations/{table.id}", grace)
    assert invited(server, grace)["received"] == []
    assert [(one["name"], one["declined"]) for one in invited(server, ada)["sent"]] == [("Grace", True)]
    table.sit("C", "Grace")
    table.start()
    assert invited(server, ada)["sent"] == []
    refused(invite(server, ada, table, person=person(server, grace)), 409, "invitation/not-open")


def test_who_is_not_welcome_cannot_ask_again_until_they_are(server: Server, two: tuple[str, str]) -> None:
    ada, grace = two
    to = person(server, grace)
    table = server.table(GAME)
    invite(server, ada, table, person=to)
    server.call("DELETE", f"/api/me/invitations/{table.id}?never=true", grace)
    refused(invite(server, ada, server.table(GAME), person=to), 409, "invitation/unwelcome")
    (unwelcome,) = invited(server, grace)["unwelcome"]
    assert unwelcome["name"] == "Ada"
    server.call("DELETE", f"/api/me/unwelcome/{unwelcome['person']}", grace)
    assert invite(server, ada, server.table(GAME), person=to).status_code == 204


def test_whom_one_has_played_with_is_asked_without_being_named(server: Server, two: tuple[str, str]) -> None:
    ada, grace = two
    before = server.chronicles()
    claimed(server, ada, before, "O")
    claimed(server, grace, before, "C")
    before.resign("C")
    (game,) = server.call("GET", "/api/me/games", ada).json()["games"]
    assert game["with"] == [{"seat": "C", "name": "Player C", "kind": "guest", "asked": True}]
    table = server.table(GAME)
    answer = invite(server, ada, table, played_at=before.id, seat="C", kind="rematch")
    assert answer.status_code == 204, answer.text
    assert [one["kind"] for one in invited(server, grace)["received"]] == ["rematch"]
    stranger = become(server, OwnDevice(), "Eve")
    refused(invite(server, stranger, server.table(GAME), played_at=before.id, seat="C"), 409, "invitation/nobody")


def test_only_who_is_at_a_table_asks_others_to_it(server: Server, two: tuple[str, str]) -> None:
    ada, grace = two
    table, to = server.table(GAME), person(server, grace)
    body = {"table": table.id, "key": "not a key", "person": to}
    refused(server.call("POST", "/api/me/invitations", ada, body=body), 404, "table/unknown")
    refused(invite(server, ada, table, person=person(server, ada)), 409, "invitation/oneself")
    refused(invite(server, ada, table, person="nobody"), 409, "invitation/nobody")
    refused(invite(server, ada, table), 409, "invitation/nobody")


def test_nobody_is_flooded(server: Server, two: tuple[str, str]) -> None:
    ada, grace = two
    to = person(server, grace)
    for _ in range(30):
        assert invite(server, ada, server.table(GAME), person=to).status_code == 204
    refused(invite(server, ada, server.table(GAME), person=to), 409, "invitation/too-many")
