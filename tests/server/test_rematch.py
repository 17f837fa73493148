"""Playing again: one word of everybody, and the next game begins with seats exchanged."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest
from devices import Frame
from table_server import Server, Table, served

import ewala


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("rematch")) as running:
        yield running


def over(table: Table, loser: str) -> Table:
    table.do("POST", "/resign", table.keys[loser], body={})
    return table


def wish(table: Table, *seats: str) -> Frame:
    """Say that these seats, all on one device, would like a rematch, and sit down there as a device does."""
    answer: Frame = table.do("POST", "/rematch", *(table.keys[seat] for seat in seats))
    again = Table(table.server, answer["table"]["id"], table.host, table.watch)
    names = {seat["seat"]: seat["name"] for seat in table.look(table.watch)["table"]["seats"]}
    for seat in seats:
        again.sit(answer["seats"][seat], names[seat])
    return answer


def names_at(server: Server, table: str, key: str) -> dict[str, str]:
    seats = server.call("GET", f"/api/tables/{table}", key).json()["table"]["seats"]
    return {seat["seat"]: seat["name"] for seat in seats if seat["kind"] != "closed"}


def test_two_who_would_like_a_rematch_play_at_once_with_seats_exchanged(server: Server) -> None:
    table = over(server.kingdom_run("KS", title="Sunday", confirm=True), "K")
    with table.device("S") as device:
        device.expect("snapshot")
        first = wish(table, "K")
        assert device.happened("rematch-offered")["event"]["seats"] == {"K": "S", "S": "K"}
        wished = device.happened("rematch-wished")
        assert wished["words"] == "Player K (knights) would like a rematch."
        assert [seat["again"] for seat in wished["table"]["seats"]] == [True, False, False, False]
    second = wish(table, "S")
    assert first["table"]["id"] == second["table"]["id"] == table.look(table.watch)["table"]["rematch"]
    fresh = server.call("GET", f"/api/tables/{first['table']['id']}", table.watch).json()
    assert fresh["table"]["status"] == "playing", "nobody has to start it"
    assert (fresh["table"]["title"], fresh["table"]["confirm"]) == ("Sunday", True)
    assert names_at(server, fresh["table"]["id"], table.watch) == {"K": "Player S", "S": "Player K"}
    assert fresh["position"]["to_act"] == "K", "the other one begins"


def test_whoever_shows_the_key_of_their_last_seat_keeps_it(server: Server) -> None:
    table = over(server.kingdom_run("KS"), "K")
    fresh = table.do("POST", "/rematch", table.keys["K"])["table"]["id"]

    def sit(seat: str, *keys: str, of: str = table.id) -> httpx.Response:
        return server.call("POST", f"/api/tables/{fresh}/seats/{seat}", *keys, body={"name": "Ada", "rematch_of": of})

    other = server.kingdom_run("KS")
    keyless, not_theirs = sit("S"), sit("S", table.keys["S"])
    elsewhere, of_another = sit("K", table.keys["K"]), sit("S", other.keys["K"], of=other.id)
    for refused in (keyless, not_theirs, elsewhere, of_another):
        assert (refused.status_code, refused.json()["code"]) == (403, "seat/no-key")
    assert sit("S", table.keys["K"]).json()["key"] == table.keys["K"]
    assert server.call("GET", f"/api/tables/{fresh}", table.keys["K"]).json()["you"] == ["S"]


def test_of_three_everybody_moves_up_and_another_begins(server: Server) -> None:
    table = server.kingdom_run("KSF")
    with table.device() as spectator:
        for seat in "KSF":
            over(table, seat)  # bots play on to the end
        spectator.until(lambda frame: bool(frame.get("result")))
    for seat in "KSF":
        answer = wish(table, seat)
    assert answer["seats"] == {"K": "F", "S": "K", "F": "S"}
    fresh = server.call("GET", f"/api/tables/{answer['table']['id']}", table.watch).json()
    assert fresh["table"]["status"] == "playing"
    assert fresh["table"]["parameters"]["players"] == "KSF"
    assert names_at(server, answer["table"]["id"], table.watch) == {"K": "Player S", "S": "Player F", "F": "Player K"}
    assert fresh["position"]["to_act"] == "K"


def test_against_bots_one_word_is_enough_and_the_bots_change_seats_too(server: Server) -> None:
    table = server.table()
    table.sit("K", "Ada")
    table.seat_bot("S", "random")
    table.close("F")
    table.close("G")
    table.start()
    over(table, "K")
    answer = wish(table, "K")
    fresh = server.call("GET", f"/api/tables/{answer['table']['id']}", table.watch).json()["table"]
    assert fresh["status"] == "playing"
    assert [(seat["kind"], seat["name"]) for seat in fresh["seats"]] == [
        ("bot", "random"),
        ("person", "Ada"),
        ("closed", ""),
        ("closed", ""),
    ]


def test_on_one_device_one_word_is_enough(server: Server) -> None:
    table = over(server.chronicles(), "O")
    answer = wish(table, "O", "C")
    assert answer["seats"] == {"O": "C", "C": "O"}
    assert (
        server.call("GET", f"/api/tables/{answer['table']['id']}", table.watch).json()["table"]["status"] == "playing"
    )


def test_bots_alone_play_again_at_their_hosts_word(server: Server) -> None:
    table = server.table("chronicles-of-run")
    for seat in "OC":
        table.seat_bot(seat)
    with table.device() as spectator:
        table.start()
        spectator.until(lambda frame: bool(frame.get("result")))
    again = table.do("POST", "/rematch", table.host)["table"]["id"]
    with Table(server, again, table.host, table.watch).device() as spectator:
        spectator.until(lambda frame: bool(frame.get("result")))


def test_who_hosts_or_watches_does_so_at_the_rematch_by_the_same_key(server: Server) -> None:
    table = over(server.kingdom_run("KS"), "K")
    answer = wish(table, "S")
    wish(table, "K")
    again = f"/api/tables/{answer['table']['id']}"
    assert server.call("GET", again, table.host).json()["host"]
    assert server.call("GET", again, table.watch).status_code == 200
    assert server.call("GET", again).status_code == 404, "it is played, and not listed"


def test_the_same_wish_said_twice_changes_nothing(server: Server) -> None:
    table = over(server.kingdom_run("KS"), "K")
    first = table.do("POST", "/rematch", table.keys["K"])
    seq = table.look(table.watch)["seq"]
    assert table.do("POST", "/rematch", table.keys["K"]) == first
    assert table.look(table.watch)["seq"] == seq


def test_two_who_ask_for_a_rematch_at_once_get_one_table(server: Server) -> None:
    table = over(server.kingdom_run("KS"), "K")
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda n: table.do("POST", "/rematch", table.keys["KS"[n % 2]]), range(8)))
    assert len({answer["table"]["id"] for answer in answers}) == 1
    assert all(seat["again"] for seat in table.look(table.watch)["table"]["seats"] if seat["kind"] == "person")


def test_a_rematch_waits_for_its_players_and_is_not_offered_to_strangers(server: Server) -> None:
    table = over(server.kingdom_run("KS", listed=True), "K")
    again = wish(table, "K")["table"]["id"]
    assert again not in [waiting["id"] for waiting in server.http.get("/api/tables").json()]
    wish(table, "S")
    assert again in [played["id"] for played in server.http.get("/api/tables?playing=true").json()]


def test_a_rematch_is_for_who_has_played_a_game_that_is_over(server: Server) -> None:
    table = server.kingdom_run("KS")
    refused = table.call("POST", "/rematch", table.keys["K"])
    assert (refused.status_code, refused.json()["code"]) == (409, "table/not-over")
    over(table, "K")
    refused = table.call("POST", "/rematch", table.watch)
    assert (refused.status_code, refused.json()["code"]) == (403, "seat/no-key")


def test_in_place_of_somebody_who_does_not_come_the_host_seats_a_bot_and_it_begins(server: Server) -> None:
    table = over(server.kingdom_run("KS"), "K")
    answer = wish(table, "K")
    again = Table(server, answer["table"]["id"], table.host, table.watch)
    again.seat_bot("K")
    assert again.look(table.watch)["table"]["status"] == "playing"


def test_the_rematch_is_there_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = over(server.kingdom_run("KS"), "K")
        answer = wish(table, "K")
    with served(tmp_path) as server:
        table.server = server
        assert table.look(table.watch)["table"]["rematch_seats"] == {"K": "S", "S": "K"}
        wish(table, "S")
        fresh = server.call("GET", f"/api/tables/{answer['table']['id']}", table.watch).json()
        assert fresh["table"]["status"] == "playing"


# --- Who begins


def lot(server: Server) -> Table:
    """A table at which nobody has said who begins."""
    made = server.call("POST", "/api/tables", body={"game": "kingdom-run", "options": {"players": "KS"}}).json()
    table = Table(server, made["table"]["id"], made["host_key"], made["watch_key"])
    table.sit("K", "Anna", part="heads")
    table.sit("S", "Bram", part="tails")
    return table


def test_who_begins_is_by_lot_unless_somebody_chooses(server: Server) -> None:
    table = lot(server)
    assert table.look()["table"]["parameters"]["first"] == "lot"
    with table.device("K") as device:
        device.expect("snapshot")
        table.start()
        words = device.happened("started")["words"]
    now = table.look(table.watch)
    first = now["table"]["parameters"]["first"]
    assert now["position"]["to_act"] == first
    player = {"K": "Anna (knights)", "S": "Bram (sorcerers)"}[first]
    assert words == f"The lot has spoken: {player} begins."


def test_the_lot_is_the_dices_and_anybody_can_compute_it_again(server: Server) -> None:
    table = lot(server)
    table.start()
    over(table, "K")
    record = ewala.read_record(table.record(table.watch))
    assert record.by_lot
    record.verify()


def test_at_a_rematch_the_lot_is_not_drawn_again(server: Server) -> None:
    table = lot(server)
    table.start()
    began = table.look(table.watch)["table"]["parameters"]["first"]
    answer = wish(over(table, "K"), "K", "S")
    fresh = server.call("GET", f"/api/tables/{answer['table']['id']}", table.watch).json()
    assert fresh["position"]["to_act"] == began
    assert names_at(server, answer["table"]["id"], table.watch) == {"K": "Bram", "S": "Anna"}


# --- Bots of one name


def test_two_bots_of_one_kind_are_called_apart(server: Server) -> None:
    table = server.table(options={"players": "KSF"})
    table.sit("K", "Ada")
    table.seat_bot("S", "squire")
    table.seat_bot("F", "squire")
    with table.device("K") as device:
        table.start()
        over(table, "K")
        for seat, called in (("S", "The Squire I ("), ("F", "The Squire II (")):
            assert device.until(partial(_moves, seat))["words"].startswith(called)


def _moves(seat: str, frame: Frame) -> bool:
    event = frame.get("event", {})
    return bool(event.get("type") == "moved" and event["seat"] == seat)
