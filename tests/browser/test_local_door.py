"""The door between a page and the tables of its device: texts to and fro, what is kept, bots and the coach."""

import json
from typing import Any

import msgspec
import pytest
import sessions
from at_door import AtDoor, kept_tables
from random_games import part_of, played

from ewala.games.coach import fingerprint_of
from ewala.kit.effort import Effort
from ewala.local.coaching import AnalysisTask, HintTask, analysed, not_analysed
from ewala.local.house import House
from ewala.local.keeper import WENT_ON, Keep
from ewala.local.questions import Question, Questions
from ewala.local.thinking import decided, read_task
from ewala.tables.keys import is_table_id


def test_tables_of_a_device_have_names_that_no_server_gives() -> None:
    table, _ = AtDoor([]).begin()
    assert not is_table_id(table)


def test_a_table_that_was_kept_is_there_again_when_the_page_is_opened_anew() -> None:
    before = AtDoor([])
    table, host = before.begin()
    again = AtDoor(before.kept)
    assert not again.door.knows(table)
    again.door.take_in(msgspec.json.encode(kept_tables(before.kept)[table]).decode())
    assert again.door.knows(table)
    again.door.open(1, table, "en")
    again.door.hear(1, json.dumps({"type": "hello", "keys": [host]}))
    assert again.types(1) == ["snapshot", "presence"]
    again.door.close(1)
    again.door.hear(1, json.dumps({"type": "ping"}))
    assert again.types(1) == ["snapshot", "presence"], "nobody is at the other end"


def test_a_table_that_went_on_in_another_window_is_looked_at_anew() -> None:
    page = AtDoor([])
    table, host = page.begin()
    page.door.open(7, table, "en")
    page.refuses = WENT_ON
    _, problem = page.ask("POST", f"/api/tables/{table}/seats/S/bot", {"bot": "random"}, host, page.keys["S"])
    assert problem["code"] == "page/went-on"
    page.door.forget(table)
    assert page.cut == [7]
    assert not page.door.knows(table)


@pytest.mark.parametrize("damage", [["{}"], []], ids=["unreadable", "without events"])
def test_a_table_whose_events_cannot_have_happened_is_refused_and_the_others_are_not(damage: list[str]) -> None:
    page = AtDoor([])
    table, _ = page.begin()
    spoilt = msgspec.structs.replace(kept_tables(page.kept)[table], id="02222222222", events=damage)
    page.door.take_in(msgspec.json.encode(spoilt).decode())
    status, problem = page.ask("GET", "/api/tables/02222222222")
    assert status >= 400
    assert problem["code"].startswith("table/")
    assert page.ask("GET", f"/api/tables/{table}")[0] == 200


def test_a_table_that_the_browser_does_not_show_is_refused_with_its_reason() -> None:
    page = AtDoor([])
    page.door.give_up("02222222222", "denied")
    assert page.ask("GET", "/api/tables/02222222222")[1]["code"] == "page/storage"
    page.door.open(3, "02222222222", "en")
    assert page.frames == [
        (
            3,
            {
                "type": "closing",
                "code": "page/storage",
                "sentence": "this browser does not show what it keeps (denied)",
            },
        )
    ]
    assert page.cut == [3]


def test_a_bot_is_asked_by_a_text_from_which_it_decides_and_knows_no_more_than_its_seat() -> None:
    page = AtDoor([])
    table, _ = page.begin("S")
    [text] = page.tasks
    task = read_task(text)
    assert (task.table, task.seat, task.ply, task.bot) == (table, "S", 1, "greedy")
    page.door.decide(text, decided(text))
    assert page.stopped == []
    assert page.ask("GET", f"/api/tables/{table}")[1]["position"]["ply"] >= 2


def test_the_coach_is_asked_by_a_text_and_his_answer_is_passed_on() -> None:
    page = AtDoor([])
    table, _ = page.begin()
    keys = list(page.keys.values())
    answers: list[tuple[int, str]] = []
    page.door.ask("POST", f"/api/tables/{table}/hint", '{"seat":"S"}', keys, "fr", lambda *told: answers.append(told))
    [(text, answer)] = page.coached
    task = msgspec.json.decode(text, type=HintTask)
    assert (task.seat, task.ply, task.game, task.language) == ("S", 1, "kingdom-run", "fr")
    answer(200, "{}")
    assert answers == [(200, "{}")]


def test_a_hint_is_for_whoever_must_act_and_not_against_others() -> None:
    page = AtDoor([])
    table, _ = page.begin()
    path, keys = f"/api/tables/{table}/hint", page.keys
    assert page.ask("POST", path, {"seat": "S"}, keys["K"])[0] == 403
    assert page.ask("POST", path, {"seat": "K"}, keys["K"])[1]["code"] == "move/not-your-turn"
    assert page.ask("POST", path, {"seat": "S"}, keys["S"])[1]["code"] == "coach/company"
    assert page.coached == []


@pytest.mark.parametrize(("thorough", "iterations"), [(False, 100), (True, 400)])
def test_a_game_that_is_to_be_looked_through_is_a_text_that_says_all_it_takes(thorough: bool, iterations: int) -> None:
    page, record = AtDoor([]), part_of(played("chronicles-of-run", {}), slice(-2, None))
    status, told = page.ask("POST", "/api/analyses", {"text": record.text(), "thorough": thorough})
    name = fingerprint_of(record, Effort(iterations))
    waiting = {"id": name, "status": "waiting", "progress": 0, "thorough": thorough, "parts": 0}
    assert (status, told) == (200, {**waiting, "result": None, "problem": None})
    [text] = page.reviewed
    task = msgspec.json.decode(text, type=AnalysisTask)
    assert task == AnalysisTask(name, "chronicles-of-run", record.text(), iterations, thorough, "en")


def test_a_table_of_this_device_is_looked_through_when_its_game_is_over() -> None:
    page = AtDoor([])
    _, made = page.ask("POST", "/api/tables", {"game": "chronicles-of-run"})
    table, _ = page.begin()
    for unfinished, code in ((made["table"]["id"], "table/not-started"), (table, "analysis/unfinished")):
        status, problem = page.ask("POST", "/api/analyses", {"table": unfinished})
        assert (status, problem["code"]) == (409, code)
    assert page.reviewed == []
    page.door.open(1, table, "en")
    for frame in ({"type": "hello", "keys": [page.keys["K"]]}, {"type": "resign", "id": "1", "seat": "K"}):
        page.door.hear(1, json.dumps(frame))
    assert page.ask("POST", "/api/analyses", {"table": table})[0] == 200
    assert len(page.reviewed) == 1


def test_an_analysis_that_comes_to_nothing_is_answered_with_the_reason() -> None:
    task = AnalysisTask("0" * 32, "chronicles-of-run", "x", 1, True, "fr")
    text = msgspec.json.encode(task).decode()
    told: list[str] = []
    for answer, code in (
        (analysed(text, told.append), "record/first-line"),
        (not_analysed(text, "?"), "analysis/failed"),
    ):
        failed = json.loads(answer)
        assert (failed["id"], failed["status"], failed["thorough"]) == (task.name, "failed", True)
        assert failed["problem"]["code"] == code
    assert told == []


def test_a_bot_stops_thinking_when_the_game_goes_on_elsewhere() -> None:
    page = AtDoor([])
    table, _ = page.begin("S")
    [task] = page.tasks
    page.door.forget(table)
    assert page.stopped == [task]
    kept = len(page.kept)
    page.door.decide(task, decided(task))
    assert len(page.kept) == kept, "nobody waits for that"


# --- Tables behind the door

ENDING = part_of(played("chronicles-of-run", {}), slice(-2, None)).text()


def house(keep: Keep) -> tuple[House, Questions]:
    made = House(lambda: sessions.NOW, keep, lambda thought: None)
    return made, Questions(made)


def asked(questions: Questions, method: str, path: str, body: object = None, *keys: str) -> tuple[int, Any]:
    answers: list[tuple[int, Any]] = []
    text = "" if body is None else json.dumps(body)
    questions.ask(Question(method, path, text, list(keys), "nl"), lambda status, said: answers.append((status, said)))
    [(status, said)] = answers
    return status, json.loads(said)


def test_what_was_kept_leads_to_the_same_tables_again() -> None:
    here = sessions.Here()
    sitters = {"O": "bot:random", "C": "Bo"}
    sessions.played(here, sessions.Plan("chronicles-of-run", {"layout": "ring"}, sitters, {}, [], "en", 5))
    tables = kept_tables(here.kept)
    assert len(tables) == 2, "the game's, and its rematch"
    again, questions = house(lambda addition, done, lost: done())
    for table in tables.values():
        again.take_in(table)
        status, told = asked(questions, "GET", f"/api/tables/{table.id}")
        assert status == 200
        assert told["seq"] == len(table.events)
    assert told["table"]["status"] == "open"


def test_where_a_browser_keeps_nothing_nothing_changes_and_it_says_so() -> None:
    page = AtDoor([])
    _, table = page.ask("POST", "/api/tables", {"game": "chronicles-of-run"})
    path = f"/api/tables/{table['table']['id']}"
    page.refuses = "QuotaExceededError"
    for where, body in (("/api/tables", {"game": "kingdom-run"}), (f"{path}/seats/O", {"name": "Ana"})):
        status, problem = page.ask("POST", where, body)
        assert (status, problem["code"]) == (503, "page/storage")
        assert "QuotaExceededError" in problem["sentence"]
    assert page.ask("GET", path)[1]["seq"] == 1
    page.refuses = ""
    assert page.ask("POST", f"{path}/seats/O", {"name": "Ana"})[0] == 201
    assert page.ask("GET", path)[1]["table"]["seats"][0]["name"] == "Ana"


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/api/health", None, "page/needs-server"),
        ("GET", "/api/tables/2345678923", None, "table/unknown"),
        ("POST", "/api/tables", {"game": 7}, "request/unreadable"),
        ("POST", "/api/tables", {"game": "chess"}, "setup/unknown-game"),
        ("POST", "/api/records", {"text": "x", "more": 1}, "request/unreadable"),
        ("POST", "/api/records", {"text": "x"}, "record/first-line"),
        ("POST", "/api/analyses", {"text": 7}, "request/unreadable"),
        ("POST", "/api/analyses", {"text": ENDING}, "page/needs-server"),
    ],
)
def test_what_cannot_be_answered_is_refused_by_a_code(method: str, path: str, body: object, code: str) -> None:
    _, questions = house(lambda addition, done, lost: done())
    status, problem = asked(questions, method, path, body)
    assert 400 <= status < 500
    assert problem["code"] == code


def test_without_the_key_nobody_hosts_or_wants_a_rematch() -> None:
    page = AtDoor([])
    _, table = page.ask("POST", "/api/tables", {"game": "chronicles-of-run"})
    path = f"/api/tables/{table['table']['id']}"
    assert page.ask("POST", f"{path}/start", None, table["watch_key"])[1]["code"] == "table/host-only"
    assert page.ask("POST", f"{path}/rematch")[1]["code"] == "seat/no-key"


def test_a_bot_whose_thought_is_past_changes_nothing() -> None:
    page = AtDoor([])
    table, _ = page.begin("S")
    [task] = page.tasks
    past = msgspec.json.encode(msgspec.structs.replace(read_task(task), ply=3)).decode()
    for thought, ply in ((past, 1), (task, 2), (task, 2)):
        page.door.decide(thought, "r:-")
        assert page.ask("GET", f"/api/tables/{table}")[1]["position"]["ply"] == ply


def test_a_game_begins_without_what_a_page_does_not_add_to_the_dice() -> None:
    now = [sessions.NOW]
    made = House(lambda: now[0], lambda addition, done, lost: done(), lambda thought: None)
    questions = Questions(made)
    _, table = asked(questions, "POST", "/api/tables", {"game": "chronicles-of-run"})
    path = f"/api/tables/{table['table']['id']}"
    for seat in "OC":
        asked(questions, "POST", f"{path}/seats/{seat}", {"name": "Ana", "promise": "0" * 64})
    asked(questions, "POST", f"{path}/start", None, table["host_key"])
    made.tick()
    assert asked(questions, "GET", path)[1]["table"]["status"] == "open"
    now[0] += 10_000
    made.tick()
    assert asked(questions, "GET", path)[1]["table"]["status"] == "playing"
