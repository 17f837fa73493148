"""A bot plays for the absent: no host can put one in the place of somebody who is there."""

from pathlib import Path

import httpx
from table_server import Clock, Table, served


def let_a_bot_play(table: Table, seat: str) -> httpx.Response:
    return table.call("POST", f"/seats/{seat}/bot", table.host, body={"bot": "random"})


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def once_left(table: Table, seat: str) -> None:
    """A device has closed its connection a moment before the server knows."""
    while any(shown["online"] for shown in table.look(table.watch)["table"]["seats"] if shown["seat"] == seat):
        pass


def test_who_is_there_is_not_replaced_however_long_they_think(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        table = server.kingdom_run("KS")
        seat = table.seat_to_act()
        with table.device(seat) as device:
            device.expect("snapshot")
            clock.advance(3600)
            assert refusal(let_a_bot_play(table, seat)) == (409, "seat/present")
            assert device.ask("ping")["type"] == "pong"


def test_a_line_that_broke_a_moment_ago_is_no_absence_and_a_minute_is(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        table = server.kingdom_run("KS")
        seat = table.seat_to_act()
        clock.advance(3600)
        with table.device(seat) as device:
            device.expect("snapshot")
        once_left(table, seat)
        clock.advance(59)
        assert refusal(let_a_bot_play(table, seat)) == (409, "seat/present")
        clock.advance(1)
        assert let_a_bot_play(table, seat).is_success


def test_a_program_that_only_asks_over_http_is_there_while_it_asks(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        table = server.kingdom_run("KS")
        seat = table.seat_to_act()
        clock.advance(3600)
        table.look(table.keys[seat])
        assert refusal(let_a_bot_play(table, seat)) == (409, "seat/present")


def test_a_restart_of_the_server_is_nobodys_absence(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        table = server.kingdom_run("KS")
        seat = table.seat_to_act()
    clock.advance(3600)
    with served(tmp_path, clock=clock) as server:
        table = Table(server, table.id, table.host, table.watch, dict(table.keys))
        assert refusal(let_a_bot_play(table, seat)) == (409, "seat/present")


def test_who_hosts_may_let_a_bot_play_for_themselves(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.kingdom_run("KS")
        seat = table.seat_to_act()
        with table.device(seat) as device:
            device.expect("snapshot")
            answer = table.call("POST", f"/seats/{seat}/bot", table.host, table.keys[seat], body={})
            assert answer.is_success
