"""The door between a page and the tables of its device: texts to and fro, what is kept, bots and the coach."""

import json

import msgspec
import pytest
from at_door import AtDoor, kept_tables
from random_games import part_of, played

from ewala.games.coach import fingerprint_of
from ewala.kit.effort import Effort
from ewala.local.coaching import AnalysisTask, HintTask, analysed, not_analysed
from ewala.local.keeper import WENT_ON
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
    _, problem = page.ask("POST", f"/api/tables/{table}/seats/S/bot", {"bot": "random"}, host)
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
