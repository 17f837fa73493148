"""Heavy work on a real server, in real processes: in turns between clients, within budgets, for as long as somebody
waits."""

import os
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from processes import is_gone, kill, workers_of
from raw_lines import Caller, client_at
from table_server import GENEROUS, Server, Spawned, served
from waiting import until

from ewala.core.dice import Dice
from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.games.registry import load
from ewala.server.platform.config import Budget
from ewala.tables.match import Match

ANNA, BRAM = "127.0.0.2", "127.0.0.3"
STUDY = {"game": "chronicles-of-run", "moves": ["!1"]}
LINE = 49  # how many of one client may wait at the servers here
ONE_WORKER = replace(GENEROUS, small_workers=1, jobs_waiting_of_one=LINE)


def played(game: str) -> str:
    """A whole game, as random moves play it."""
    dice, rng = Dice(bytes(32)), random.Random(1)
    record = Record.begin(load(game), dice=dice)
    match = Match(record, dice)
    while match.to_act is not None:
        if match.to_act is CHANCE:
            match.roll()
        else:
            match.submit(rng.choice(match.state.moves()), match.to_act)
    return match.record.text()


LONG = "/api/records", {"text": played("kingdom-run")}  # of some three hundred moves
GAME = {"text": played("chronicles-of-run"), "thorough": True}  # an analysis that says soon how far it is


def here() -> set[int]:
    """The workers of servers in this process."""
    return workers_of(os.getpid())


def studies(client: httpx.Client) -> int:
    return client.post("/api/positions", json=STUDY).status_code


def problem(answer: httpx.Response) -> tuple[int, Any]:
    return answer.status_code, answer.json()["code"]


@contextmanager
def full_line(server: Server, address: str) -> Iterator[list[Caller]]:
    """Long replays of a client's: one is worked on, as many wait as may, and one more was refused."""
    with ExitStack() as calls:
        callers: list[Caller] = []

        def is_full() -> bool:
            callers.append(Caller(address, server.port, *LONG))
            calls.callback(callers[-1].hang_up)
            return any(caller.status() == 429 for caller in callers)

        until(is_full)
        yield callers


class Replaying(threading.Thread):
    """A client that has one long replay after another made, and counts them."""

    def __init__(self, address: str, port: int) -> None:
        super().__init__(daemon=True)
        self.address, self.port = address, port
        self.count = 0
        self.enough = threading.Event()

    def run(self) -> None:
        with client_at(self.address, self.port) as client:
            while not self.enough.is_set():
                self.count += client.post(LONG[0], json=LONG[1]).status_code == 200

    def __enter__(self) -> "Replaying":
        self.start()
        until(lambda: self.count > 0)
        return self

    def __exit__(self, *_: object) -> None:
        self.enough.set()
        self.join()


def test_what_was_hung_up_on_is_not_worked_on(tmp_path: Path) -> None:
    """Bram's replays tell how much is done meanwhile: as often as Anna's turn comes, his does."""
    with (
        served(tmp_path, limits=ONE_WORKER) as server,
        client_at(ANNA, server.port) as anna,
        Replaying(BRAM, server.port) as bram,
    ):
        with full_line(server, ANNA) as callers:
            for caller in callers:
                caller.hang_up()
        before = bram.count
        until(lambda: studies(anna) == 200)
        assert bram.count - before < LINE / 3


def test_two_clients_take_turns(tmp_path: Path) -> None:
    with (
        served(tmp_path, limits=ONE_WORKER) as server,
        client_at(BRAM, server.port) as bram,
        full_line(server, ANNA) as callers,
    ):
        done = sum(caller.status() == 200 for caller in callers)
        assert studies(bram) == 200
        assert sum(caller.status() == 200 for caller in callers) - done < LINE / 3


def test_one_client_has_only_so_much_waiting(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(ONE_WORKER, jobs_waiting_of_one=0)) as server, Replaying(ANNA, server.port):
        answers: list[httpx.Response] = []

        def is_refused() -> bool:
            with client_at(ANNA, server.port) as anna:
                answers.append(anna.post("/api/positions", json=STUDY))
            return answers[-1].status_code == 429

        until(is_refused)
        assert problem(answers[-1]) == (429, "server/busy")
        assert answers[-1].headers["retry-after"]


@pytest.mark.parametrize(
    ("budget", "codes"),
    [
        (Budget(0.001, 256), {"work/too-long"}),
        # Where compiled code is refused memory, it may not come to say so: then the process is lost with it.
        (Budget(60, 1), {"work/too-large", "work/lost"}),
    ],
)
def test_a_job_beyond_its_budget_is_given_up_and_others_go_on(tmp_path: Path, budget: Budget, codes: set[str]) -> None:
    with served(tmp_path, limits=replace(ONE_WORKER, replay_budget=budget)) as server:
        assert studies(server.http) == 200
        (first,) = here()
        answer = server.call("POST", "/api/records", body=LONG[1])
        assert answer.status_code == 503
        assert answer.json()["code"] in codes
        until(lambda: is_gone(first))
        assert studies(server.http) == 200


def test_a_worker_that_was_killed_is_replaced(tmp_path: Path) -> None:
    with served(tmp_path, limits=ONE_WORKER) as server:
        assert studies(server.http) == 200
        (first,) = here()
        kill(first)
        until(lambda: is_gone(first))
        assert studies(server.http) == 200
        (second,) = here()
        assert second != first


def test_a_worker_that_is_killed_at_work_fails_one_job(tmp_path: Path) -> None:
    with served(tmp_path, limits=ONE_WORKER, coach_iterations=1_000) as server:
        assert studies(server.http) == 200
        small = here()
        asked = server.call("POST", "/api/analyses", body=GAME).json()
        until(lambda: _analysis(server, asked["id"])["progress"] > 0)
        (busy,) = here() - small
        kill(busy)
        until(lambda: _analysis(server, asked["id"])["status"] == "failed")
        assert _analysis(server, asked["id"])["problem"]["code"] == "work/lost"
        assert studies(server.http) == 200
        again = server.call("POST", "/api/analyses", body=GAME).json()
        assert (again["id"], again["status"]) == (asked["id"], "waiting")
        until(lambda: _analysis(server, asked["id"])["progress"] > 0)


def test_an_analysis_beyond_its_budget_ends_with_an_error(tmp_path: Path) -> None:
    limits = replace(ONE_WORKER, analysis_budget=Budget(0.001, 1024))
    with served(tmp_path, limits=limits) as server:
        name = server.call("POST", "/api/analyses", body=LONG[1]).json()["id"]
        until(lambda: _analysis(server, name)["status"] == "failed")
        assert _analysis(server, name)["problem"]["code"] == "work/too-long"


def test_an_analysis_that_nobody_asks_about_is_given_up(tmp_path: Path) -> None:
    with served(tmp_path, limits=ONE_WORKER, coach_iterations=1_000, coach_patience=0.2) as server:
        assert studies(server.http) == 200
        small = here()
        name = server.call("POST", "/api/analyses", body=GAME).json()["id"]
        until(lambda: bool(here() - small))
        busy = here() - small
        until(lambda: all(map(is_gone, busy)))
        assert problem(server.call("GET", f"/api/analyses/{name}")) == (404, "analysis/unknown")
        again = server.call("POST", "/api/analyses", body=GAME).json()
        assert (again["id"], again["status"]) == (name, "waiting")


def test_small_jobs_do_not_wait_for_analyses(tmp_path: Path) -> None:
    with served(tmp_path, limits=ONE_WORKER, coach_iterations=1_000) as server:
        name = server.call("POST", "/api/analyses", body=GAME).json()["id"]
        until(lambda: _analysis(server, name)["status"] == "thinking")
        assert studies(server.http) == 200
        assert _analysis(server, name)["status"] == "thinking"


def test_one_client_has_only_so_many_analyses_waiting(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(ONE_WORKER, analyses_waiting_of_one=2), coach_iterations=1_000) as server:
        header, _, rest = played("chronicles-of-run").partition("\nrules: ")
        games = [f"{header}\nseat O: Anna {n}\nrules: {rest}" for n in range(3)]
        answers = [server.call("POST", "/api/analyses", body={"text": text}) for text in games]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].json()["code"] == "analysis/too-many"


def test_a_game_beyond_any_real_one_is_not_analysed(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(ONE_WORKER, analysis_moves=100)) as server:
        answer = server.call("POST", "/api/analyses", body=LONG[1])
        assert problem(answer) == (400, "record/too-long")
        assert "100" in answer.json()["sentence"]


@pytest.mark.parametrize("how", [Spawned.stop, Spawned.kill])
def test_no_worker_outlives_its_server(tmp_path: Path, how: Any) -> None:
    server = Spawned(tmp_path)
    assert studies(server.http) == 200
    name = server.call("POST", "/api/analyses", body=GAME).json()["id"]
    until(lambda: _analysis(server, name)["progress"] > 0)
    workers = workers_of(server.process.pid)
    assert len(workers) >= 2
    how(server)
    until(lambda: all(map(is_gone, workers)))


def _analysis(server: Server, name: str) -> Any:
    return server.call("GET", f"/api/analyses/{name}").json()
