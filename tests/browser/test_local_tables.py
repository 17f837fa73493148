"""Tables without a server: what a page is answered and told is what a server answers and tells, line for line.

The same sessions are played at a real server over its wire, at a table of this device in Python, and in JavaScript.
"""

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
import pytest
import sessions
from at_door import kept_tables
from devices import Device, Frame
from in_javascript import in_javascript
from random_games import part_of, played
from table_server import LUCK, Clock, Server, served

from ewala.local.coaching import AnalysisTask
from ewala.local.house import House
from ewala.local.keeper import Addition, Keeper
from ewala.local.questions import Coach, Question, Questions
from ewala.local.thinking import Task

Session = tuple[str, dict[str, Any], dict[str, str], int, str]
RACES: list[Session] = [
    ("kingdom-run", {"first": "K"}, {"K": "Ana", "S": "Bo", "F": "", "G": ""}, 1, "fr"),
    (
        "kingdom-run",
        {"first": "S", "edition": "fr"},
        {"K": "Ana", "S": "bot:random", "F": "bot:random", "G": ""},
        2,
        "en",
    ),
    ("kingdom-run", {"first": "G", "may_pass": True}, {"K": "Ana", "S": "Bo", "F": "Cy", "G": "Di"}, 3, "es"),
]
DUELS: list[Session] = [
    ("chronicles-of-run", {}, {"O": "Ana", "C": "Bo"}, 4, "nl"),
    ("chronicles-of-run", {"layout": "ring"}, {"O": "bot:random", "C": "Bo"}, 5, "en"),
    ("chronicles-of-run", {"layout": "line"}, {"O": "Ana", "C": "bot:greedy"}, 6, "fr"),
]
SESSIONS: dict[str, Session] = {f"{one[0]} {one[3]}": one for one in (*RACES, *DUELS)}


class There:
    """The tables of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._lines: list[Device] = []
        self._marks: list[int] = []

    def ask(self, method: str, path: str, body: str, keys: list[str], language: str) -> tuple[int, str]:
        headers = {"accept-language": language, "content-type": "application/json"}
        if keys:
            headers["authorization"] = f"Bearer {','.join(keys)}"
        answer = self._server.http.request(method, path, headers=headers, content=body.encode() or None)
        return answer.status_code, answer.text

    def open(self, table: str) -> int:
        self._lines.append(Device(self._server.port, table, None))
        self._marks.append(0)
        return len(self._lines) - 1

    def send(self, line: int, frame: str) -> None:
        self._marks[line] = len(self._lines[line].frames)
        self._lines[line].socket.send(frame)

    def until(self, line: int, fits: sessions.Heard) -> Frame:
        device = self._lines[line]
        for frame in device.frames[self._marks[line] :]:
            if fits(frame):
                return frame
        while not fits(frame := device.receive()):
            pass
        return frame

    def texts(self, line: int) -> list[str]:
        self._lines[line].caught_up()
        return [text for text in self._lines[line].texts if '"type":"pong"' not in text]

    def close(self) -> None:
        for device in self._lines:
            device.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("server"), clock=Clock(sessions.NOW)) as running:
        yield running


@pytest.fixture(scope="module")
def in_script(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """All sessions in one process of Node's."""
    jobs = [("at_home", *session) for session in SESSIONS.values()]
    answers = in_javascript(tmp_path_factory.mktemp("local"), ["sessions:at_home"], jobs, luck=LUCK)
    return dict(zip(SESSIONS, answers, strict=True))


def at_home(session: Session) -> list[str]:
    same_dice = SimpleNamespace(token_bytes=lambda size: bytes([LUCK]) * size)
    with mock.patch("ewala.core.dice.secrets", same_dice):
        return sessions.at_home(*session)


@pytest.mark.parametrize("name", SESSIONS)
def test_a_table_of_this_device_answers_and_tells_as_the_server_does(server: Server, name: str) -> None:
    session = SESSIONS[name]
    there = There(server)
    try:
        expected = sessions.played(there, sessions.Plan(*session))
    finally:
        there.close()
    assert at_home(session) == expected


@pytest.mark.parametrize("name", SESSIONS)
def test_and_so_it_does_in_javascript(in_script: dict[str, list[str]], name: str) -> None:
    assert in_script[name] == at_home(SESSIONS[name])


# --- Analyses

ENDING = part_of(played("chronicles-of-run", {}), slice(-2, None)).text()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": ENDING}, 200),
        ({"text": ENDING, "thorough": True}, 200),
        ({"text": ENDING[:-3]}, 400),
        ({"text": "x"}, 400),
        ({"text": ENDING, "table": "02222222222"}, 400),
        ({}, 400),
        ({"table": "02222222222"}, 404),
    ],
)
def test_whoever_wants_a_game_looked_through_is_answered_as_by_a_server(
    server: Server, body: object, status: int
) -> None:
    class Willing(Coach):
        def review(self, task: AnalysisTask) -> None:
            pass

    question = "POST", "/api/analyses", json.dumps(body), list[str](), "nl"
    answers: list[tuple[int, str]] = []
    made, _ = house(lambda addition, done, lost: done())
    Questions(made, Willing()).ask(Question(*question), lambda *answer: answers.append(answer))
    assert answers == [There(server).ask(*question)]
    assert answers[0][0] == status


# --- Keeping


def house(keep: Keeper) -> tuple[House, Questions]:
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
    sessions.played(here, sessions.Plan(*SESSIONS["chronicles-of-run 5"]))
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
