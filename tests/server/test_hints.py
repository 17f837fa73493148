"""Hints over HTTP: for whoever plays against bots or at one device; among people only if everybody has agreed."""

from dataclasses import replace
from pathlib import Path

import msgspec
from fixed_chance import fixed_thinking
from table_server import GENEROUS, Server, Table, refused, served

import ewala
from ewala.local.coaching import HintTask, hinted


def _hint(table: Table, *keys: str, **body: str) -> tuple[int, dict[str, object]]:
    answer = table.call("POST", "/hint", *keys, body=body)
    return answer.status_code, answer.json()


def _against_bot(server: Server) -> Table:
    table = server.table("kingdom-run", options={"players": "KS"})
    table.sit("K", "Ada")
    table.seat_bot("S")
    table.start()
    return table


def test_against_bots_a_hint_is_given_in_the_readers_language(server: Server) -> None:
    table = _against_bot(server)
    status, told = _hint(table, table.keys["K"])
    assert status == 200, told
    legal = table.look(table.keys["K"])["position"]["moves"]
    assert told["move"] in legal
    assert told["seat"] == "K"
    assert told["ply"] == 1
    assert told["reason"]
    advice = str(told["advice"])
    assert advice.startswith(f"{told['words']}, because ")
    assert "Ada" not in advice  # it is plain who would do it
    assert advice.count(".") == 1  # one sentence
    moves = told["moves"]
    assert isinstance(moves, list)
    assert all(move["move"] in legal for move in moves)
    answer = table.call("POST", "/hint?language=fr", table.keys["K"], body={})
    assert answer.json()["words"] != told["words"]


def test_without_a_server_a_hint_is_the_same_to_the_byte(server: Server) -> None:
    table = _against_bot(server)
    shown = table.look(table.keys["K"])
    game = ewala.load("kingdom-run", players="KS")
    view = game.parse(shown["position"]["text"]).view("K")
    names = {seat["seat"]: seat["name"] for seat in shown["table"]["seats"]}
    task = HintTask("K", 1, game.name, game.parameters(), view.data.hex(), names, "nl", 1.0)
    with fixed_thinking():
        told = table.call("POST", "/hint?language=nl", table.keys["K"], body={}).text
    with fixed_thinking():
        assert hinted(msgspec.json.encode(task).decode()) == told


def test_people_at_one_device_may_ask_for_either(server: Server) -> None:
    table = server.chronicles()
    both = [table.keys["O"], table.keys["C"]]
    status, told = _hint(table, *both)
    assert (status, told["seat"]) == (200, table.seat_to_act())


def test_in_company_hints_need_everybody(server: Server) -> None:
    table = server.kingdom_run("KS")
    assert not table.look(table.watch)["table"]["hints"]
    status, told = _hint(table, table.keys["K"])
    assert (status, told["code"]) == (409, "coach/company")
    assert "Player K, Player S" in str(told["sentence"])
    table.do("POST", "/hints", table.keys["K"], body={"allow": True})
    status, told = _hint(table, table.keys["K"])
    assert (status, told["code"]) == (409, "coach/company")
    assert "Player K" not in str(told["sentence"])
    with table.joined() as watcher:
        with table.device("S") as other:
            assert other.ask("allow-hints", seat="S", allow=True)["type"] == "done"
        heard = watcher.happened("hints-allowed")
    assert heard["words"] == "Player S (sorcerers) agrees to hints from the coach."
    assert heard["table"]["hints"]
    assert [seat["hints"] for seat in heard["table"]["seats"]] == [True, True, False, False]
    assert _hint(table, table.keys["K"])[0] == 200


def test_who_has_agreed_may_think_otherwise(server: Server) -> None:
    table = server.kingdom_run("KS")
    for seat in "KS":
        table.do("POST", "/hints", table.keys[seat], body={"allow": True})
    table.do("POST", "/hints", table.keys["S"], body={"allow": False})
    assert _hint(table, table.keys["K"])[1]["code"] == "coach/company"


def test_nobody_agrees_for_another(server: Server) -> None:
    table = server.kingdom_run("KS")
    refused(table.call("POST", "/hints", table.keys["K"], body={"allow": True, "seat": "S"}), 403, "seat/not-yours")
    refused(table.call("POST", "/hints", table.host, body={"allow": True, "seat": "S"}), 403, "seat/not-yours")


def test_a_free_seat_takes_its_agreement_along(server: Server) -> None:
    """Whoever sits down there next has agreed to nothing."""
    table = server.table("chronicles-of-run")
    table.sit("O")
    table.sit("C")
    for seat in "OC":
        table.do("POST", "/hints", table.keys[seat], body={"allow": True})
    assert table.look(table.watch)["table"]["hints"]
    table.do("DELETE", "/seats/C", table.keys["C"])
    table.sit("C")
    assert not table.look(table.watch)["table"]["hints"]


def test_hints_are_for_the_seat_that_has_to_act(server: Server) -> None:
    table = server.chronicles()
    waiting = "C" if table.seat_to_act() == "O" else "O"
    both = [table.keys["O"], table.keys["C"]]
    status, told = _hint(table, *both, seat=waiting)
    assert (status, told["code"]) == (409, "move/not-your-turn")
    status, told = _hint(table, table.watch)
    assert (status, told["code"]) == (403, "seat/no-key")
    assert _hint(table)[0] == 404


def test_before_and_after_the_game_there_is_nothing_to_hint_at(server: Server) -> None:
    table = server.table("chronicles-of-run")
    table.sit("O")
    table.sit("C")
    assert _hint(table, table.keys["O"])[1]["code"] == "table/not-started"
    table.start()
    table.resign("O")
    assert _hint(table, table.keys["O"])[1]["code"] == "match/over"


def test_hints_are_rationed(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, hints_burst=2, hints_per_minute=1e-6)) as server:
        table = _against_bot(server)
        answers = [_hint(table, table.keys["K"]) for _ in range(3)]
    assert [status for status, _ in answers] == [200, 200, 429]
    assert answers[-1][1]["code"] == "coach/too-many"
