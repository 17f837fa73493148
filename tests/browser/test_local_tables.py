"""Tables without a server: how they are kept, who may do what at them, and the door through which a page gets there."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import sessions
from at_door import kept_tables
from random_games import part_of, played

from ewala.local.house import House
from ewala.local.keeper import Addition, Keep
from ewala.local.questions import Question, Questions
from ewala.local.thinking import Task

ENDING = part_of(played("chronicles-of-run", {}), slice(-2, None)).text()

# --- Keeping


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
    def keep(addition: Addition, done: Callable[[], None], lost: Callable[[str], None]) -> None:
        done() if room else lost("QuotaExceededError")

    room = True
    made, questions = house(keep)
    _, table = asked(questions, "POST", "/api/tables", {"game": "chronicles-of-run"})
    path = f"/api/tables/{table['table']['id']}"
    room = False
    for where, body in (("/api/tables", {"game": "kingdom-run"}), (f"{path}/seats/O", {"name": "Ana"})):
        status, problem = asked(questions, "POST", where, body)
        assert (status, problem["code"]) == (503, "page/storage")
        assert "QuotaExceededError" in problem["sentence"]
    assert asked(questions, "GET", path)[1]["seq"] == 1
    room = True
    assert asked(questions, "POST", f"{path}/seats/O", {"name": "Ana"})[0] == 201
    assert made.room(table["table"]["id"]).kept.sitters["O"].name == "Ana"


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
    _, questions = house(lambda addition, done, lost: done())
    _, table = asked(questions, "POST", "/api/tables", {"game": "chronicles-of-run"})
    path = f"/api/tables/{table['table']['id']}"
    assert asked(questions, "POST", f"{path}/start", None, table["watch_key"])[1]["code"] == "table/host-only"
    assert asked(questions, "POST", f"{path}/rematch")[1]["code"] == "seat/no-key"


def test_a_bot_whose_thought_is_past_changes_nothing() -> None:
    thoughts: list[Task] = []
    made = House(lambda: sessions.NOW, lambda addition, done, lost: done(), thoughts.append)
    questions = Questions(made)
    _, table = asked(questions, "POST", "/api/tables", {"game": "kingdom-run", "options": {"first": "S"}})
    path, host = f"/api/tables/{table['table']['id']}", table["host_key"]
    _, seat = asked(questions, "POST", f"{path}/seats/K", {"name": "Ana"})
    asked(questions, "POST", f"{path}/seats/S/bot", {"bot": "random"}, host)
    for other in "FG":
        asked(questions, "POST", f"{path}/seats/{other}/close", None, host)
    asked(questions, "POST", f"{path}/start", None, host)
    [thought] = thoughts
    assert (thought.seat, thought.bot, thought.ply) == ("S", "random", 1)
    assert made.is_awaited(thought)
    made.decide(msgspec.structs.replace(thought, ply=3), "r:-")
    assert made.room(thought.table).kept.ply == 1
    made.decide(thought, "r:-")
    assert made.room(thought.table).kept.ply == 2
    made.decide(thought, "r:-")
    assert made.room(thought.table).kept.ply == 2
    del seat


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
