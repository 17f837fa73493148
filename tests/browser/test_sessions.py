"""Tables without a server: what a page is answered and told is what a server answers and tells, line for line.

The same sessions are played at a real server over its wire, at a table of this device in Python, and in JavaScript: a
dozen of them, or as many as `EWALA_BROWSER_SESSIONS` says, each with other seats, rules, clocks and habits.
"""

import json
import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
import sessions
from devices import Device, Frame
from in_chromium import Script
from random_games import part_of
from random_games import played as played_at_random
from table_server import LUCK, Clock, Server, served

from ewala.games.registry import game_class
from ewala.local.coaching import AnalysisTask
from ewala.local.house import House
from ewala.local.questions import Coach, Question, Questions
from ewala.locale.languages import LANGUAGES

pytestmark = pytest.mark.long  # plays games at a server and without one

MANY = int(os.environ.get("EWALA_BROWSER_SESSIONS", "12"))
RACERS = [
    {"K": "Ana", "S": "Bo", "F": "", "G": ""},
    {"K": "Ana", "S": "bot:random", "F": "bot:greedy", "G": ""},
    {"K": "Ana", "S": "Bo", "F": "Cy", "G": "Di"},
    {"K": "", "S": "bot:greedy", "F": "", "G": "Di"},
    {"K": "", "S": "Bo", "F": "Cy", "G": "bot:random"},
]
RACES: list[dict[str, Any]] = [{}, {"may_pass": True}, {"circuit": "C',A',B'"}]
DUELLISTS = [{"O": "bot:random", "C": "Bo"}, {"O": "Ana", "C": "bot:greedy"}, {"O": "Ana", "C": "Bo"}]
LAYOUTS = ["block", "ring", "line", "0,0;1,0;5,5;5,6;-3,2;-3,3;9,-9;10,-9;10,-10"]
CLOCKS: list[dict[str, Any]] = [
    {},
    {"clock": {"kind": "real-time", "seconds": 3600, "increment": 7}},
    {"clock": {"kind": "correspondence", "seconds": 600}},
]
HABITS = [
    ["changes seats", "takes time"],
    ["resigns", "comes late", "takes time"],
    ["lends", "mutes"],
    ["hints"],
    ["lends", "comes late", "takes time", "hints"],
    ["resigns", "mutes"],
    ["takes time"],
]

Session = tuple[str, dict[str, Any], dict[str, str], dict[str, Any], list[str], str, int]


def session(number: int) -> Session:
    """Two of three are duels, which are shorter."""
    if number % 3:
        game, sitters = "chronicles-of-run", DUELLISTS[number % 5 % 3]
        options: dict[str, Any] = {"layout": LAYOUTS[number % 4]}
    else:
        game, race = "kingdom-run", number // 3
        sitters = RACERS[race % len(RACERS)]
        played = [seat for seat, name in sitters.items() if name]
        editions = game_class(game).editions
        options = {"first": played[race % len(played)], "edition": editions[race % len(editions)], **RACES[race % 3]}
    settings = {"confirm": number % 2 == 1, **CLOCKS[number % 3]}
    habits = [habit for habit in HABITS[number % len(HABITS)] if possible(habit, list(sitters.values()))]
    return game, options, sitters, settings, habits, list(LANGUAGES)[number % 4], number


def possible(habit: str, sitters: list[str]) -> bool:
    """Among more than two, a bot that thinks by the clock plays on for whoever resigns; and a seat is lent only where
    somebody is left to be asked."""
    if habit == "resigns":
        return len(list(filter(None, sitters))) == 2
    return habit != "lends" or len([name for name in sitters if name and not name.startswith("bot:")]) > 1


SESSIONS = {f"{number} {session(number)[0]}": session(number) for number in range(MANY)}
# A game that is registered from elsewhere is played without a server, too.
SESSIONS["elsewhere"] = (
    *("race-of-pebbles", {"length": "8"}, {"A": "Ana", "B": "bot:greedy", "C": "Cy"}),
    *({"confirm": True}, ["takes time"], "fr", 5),
)


class There:
    """The tables of a server."""

    def __init__(self, server: Server, clock: Clock) -> None:
        self._server = server
        self._clock = clock
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

    def wait(self, milliseconds: int) -> None:
        self._clock.now += milliseconds

    def close(self) -> None:
        for device in self._lines:
            device.close()


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock(sessions.NOW)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("server"), clock=clock) as running:
        yield running


def at_home(session: Session, now: int) -> list[str]:
    same_dice = SimpleNamespace(token_bytes=lambda size: bytes([LUCK]) * size)
    with mock.patch("ewala.core.dice.secrets", same_dice):
        return sessions.at_home([*session], now)


@pytest.mark.parametrize("name", SESSIONS)
def test_a_table_of_this_device_answers_and_tells_as_the_server_does(
    third_game: str, name: str, server: Server, clock: Clock, script: Callable[..., Script]
) -> None:
    now, there = clock.now, There(server, clock)
    try:
        expected = sessions.played(there, sessions.Plan(*SESSIONS[name]))
    finally:
        there.close()
    assert at_home(SESSIONS[name], now) == expected
    assert script(luck=LUCK).ask("at_home", [*SESSIONS[name]], now) == expected


# --- Analyses

ENDING = part_of(played_at_random("chronicles-of-run", {}), slice(-2, None)).text()


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
    server: Server, clock: Clock, body: object, status: int
) -> None:
    class Willing(Coach):
        def review(self, task: AnalysisTask) -> None:
            pass

    question = "POST", "/api/analyses", json.dumps(body), list[str](), "nl"
    answers: list[tuple[int, str]] = []
    house = House(lambda: sessions.NOW, lambda addition, done, lost: done(), lambda thought: None)
    Questions(house, Willing()).ask(Question(*question), lambda *answer: answers.append(answer))
    assert answers == [There(server, clock).ask(*question)]
    assert answers[0][0] == status
