"""Analyses over HTTP, on a real server with a small effort: asked for, waited for, kept."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from table_server import GENEROUS, Player, Server, Table, served

PLENTY = 600  # questions after which an analysis would have been done ten times


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("coach"), coach_iterations=1) as running:
        yield running


def _played_out(server: Server) -> Table:
    table = server.chronicles()
    with table.device("O", "C") as device:
        Player(device, 3).play()
    return table


def _done(server: Server, name: str, language: str = "en") -> dict[str, Any]:
    """Ask until it is done: an answer is worth waiting for, a clock is not asked."""
    for _ in range(PLENTY):
        answer = server.call("GET", f"/api/analyses/{name}?language={language}").json()
        assert 0 <= answer["progress"] <= 1
        if answer["status"] not in ("waiting", "thinking"):
            return dict(answer)
        time.sleep(0.1)
    raise AssertionError("it takes too long")


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return _played_out(server)


def test_a_finished_table_is_analysed_for_whoever_has_its_name(server: Server, table: Table) -> None:
    asked = server.call("POST", "/api/analyses", body={"table": table.id})
    assert asked.status_code == 200, asked.text
    assert asked.json()["status"] in ("waiting", "thinking", "done")
    answer = _done(server, asked.json()["id"])
    assert answer["status"] == "done"
    result = answer["result"]
    assert result["finished"]
    assert result["names"] == {"O": "Player O", "C": "Player C"}
    assert len(result["curve"]["O"]) == len(result["steps"]) + 1
    for sums in result["sums"].values():
        parts = sum(sums[part] for part in ("start", "luck", "own", "others", "re_estimated"))
        assert parts == pytest.approx(sums["result"], abs=1e-9)
    costly = result["costly"][0]
    assert costly["words"].startswith(("Player O", "Player C"))
    assert costly["better"][0]["words"]
    assert costly["reason"].endswith(".")


def test_the_record_of_the_same_game_is_the_same_analysis(server: Server, table: Table) -> None:
    by_table = server.call("POST", "/api/analyses", body={"table": table.id}).json()
    _done(server, by_table["id"])
    by_text = server.call("POST", "/api/analyses", body={"text": table.record()}).json()
    assert (by_text["id"], by_text["status"]) == (by_table["id"], "done")


def test_an_analysis_outlives_the_server(tmp_path: Path) -> None:
    with served(tmp_path, coach_iterations=1) as server:
        table = _played_out(server)
        name = server.call("POST", "/api/analyses", body={"table": table.id}).json()["id"]
        before = _done(server, name)
    with served(tmp_path, coach_iterations=1) as server:
        assert server.call("GET", f"/api/analyses/{name}").json() == before


def test_a_server_stops_in_the_middle_of_an_analysis(tmp_path: Path) -> None:
    with served(tmp_path, coach_iterations=50) as server:
        table = _played_out(server)
        server.call("POST", "/api/analyses", body={"table": table.id})


def test_a_game_that_goes_on_is_not_analysed(server: Server) -> None:
    table = server.chronicles()
    answer = server.call("POST", "/api/analyses", table.keys["O"], body={"table": table.id})
    assert (answer.status_code, answer.json()["code"]) == (409, "analysis/unfinished")
    answer = server.call("POST", "/api/analyses", body={"table": table.id})
    assert (answer.status_code, answer.json()["code"]) == (404, "table/unknown")
    waiting = server.table("chronicles-of-run")
    answer = server.call("POST", "/api/analyses", body={"table": waiting.id})
    assert (answer.status_code, answer.json()["code"]) == (409, "table/not-started")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "analysis/what"),
        ({"text": "x", "table": "y"}, 400, "analysis/what"),
        ({"text": "no record"}, 400, "record/"),
        ({"table": "nowhere000"}, 404, "table/unknown"),
        ({"text": 5}, 400, "request/invalid"),
    ],
)
def test_what_cannot_be_analysed_is_refused(server: Server, body: dict[str, Any], status: int, code: str) -> None:
    answer = server.call("POST", "/api/analyses", body=body)
    assert answer.status_code == status
    assert answer.json()["code"].startswith(code)


def test_an_unknown_analysis_is_not_found(server: Server) -> None:
    answer = server.call("GET", "/api/analyses/0123456789abcdef0123456789abcdef")
    assert (answer.status_code, answer.json()["code"]) == (404, "analysis/unknown")


def test_one_client_may_not_have_too_many_games_analysed(tmp_path: Path) -> None:
    limits = replace(GENEROUS, analyses_burst=2, analyses_per_hour=1e-6)
    with served(tmp_path, limits=limits, coach_iterations=1) as server:
        table = _played_out(server)
        texts = [table.record().replace("Player O", f"Player {n}") for n in (0, 1, 1, 2)]
        answers = [server.call("POST", "/api/analyses", body={"text": text}).status_code for text in texts]
    assert answers == [200, 200, 200, 429]  # the same game once more is no new analysis
