"""The coach over HTTP: analyses, with a small effort: asked for, waited for, kept."""

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text
from table_server import GENEROUS, Server, Table, refused, served
from waiting import until

from ewala.games.records import read_record
from ewala.kit.analysis import Analysis
from ewala.kit.mistakes import accuracy_of, size_of
from ewala.local.coaching import analysed, analysis_task

SERVED = {"coach_iterations": 1}


def played_out(server: Server) -> Table:
    table = server.chronicles()
    table.play_out(3)
    return table


def asked(server: Server, **of: str) -> str:
    """The name of an analysis."""
    answer = server.call("POST", "/api/analyses", body=of)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def is_over(answer: dict[str, Any]) -> bool:
    return answer["status"] not in ("waiting", "thinking")


def analysis(server: Server, name: str, fits: Callable[[Any], object] = is_over) -> Any:
    """What is told of an analysis once that fits: as a rule, that it is over."""
    answers: list[Any] = []

    def looked() -> object:
        answers.append(server.call("GET", f"/api/analyses/{name}").json())
        assert 0 <= answers[-1]["progress"] <= 1
        return fits(answers[-1])

    until(looked)
    return answers[-1]


def _record(server: Server, name: str) -> str:
    answer = server.call("GET", f"/api/analyses/{name}/record")
    assert answer.status_code == 200, answer.text
    return answer.text


def adds_up(result: Any) -> None:
    """A value for each step and one before them; what each seat came to is the sum of its parts."""
    assert len(result["curve"]["O"]) == len(result["steps"]) + 1
    for sums in result["sums"].values():
        parts = sum(sums[part] for part in ("start", "luck", "own", "others", "re_estimated"))
        assert parts == pytest.approx(sums["result"], abs=1e-9)


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return played_out(server)


def test_a_finished_table_is_analysed_for_whoever_has_its_name(server: Server, table: Table) -> None:
    answer = analysis(server, asked(server, table=table.id))
    assert answer["status"] == "done"
    result = answer["result"]
    assert result["finished"]
    assert result["names"] == {"O": "Player O", "C": "Player C"}
    adds_up(result)
    costly = result["costly"][0]
    assert costly["words"].startswith(("Player O", "Player C"))
    assert costly["better"][0]["words"]
    assert costly["reason"].endswith(".")


def test_without_a_server_it_is_the_same_to_the_byte(server: Server, table: Table) -> None:
    name = asked(server, table=table.id)
    assert analysis(server, name)["status"] == "done"
    told: list[str] = []
    task = msgspec.json.encode(analysis_task(_record(server, name), 1, False, "fr")).decode()
    assert analysed(task, told.append) == server.call("GET", f"/api/analyses/{name}?language=fr").text
    heard = [msgspec.json.decode(text) for text in told]
    assert {(answer["id"], answer["status"]) for answer in heard} == {(name, "thinking")}
    assert [answer["progress"] for answer in heard] == sorted(answer["progress"] for answer in heard)
    assert [answer["parts"] for answer in heard if answer["result"]] == list(range(1, heard[-1]["parts"] + 1))


def test_an_analysis_is_told_while_it_is_made(tmp_path: Path) -> None:
    """The first part is there long before the whole, and what is known already is not told again."""
    with served(tmp_path, coach_iterations=2_000) as server:
        table = played_out(server)
        name = asked(server, table=table.id)
        answer = analysis(server, name, lambda answer: answer["result"])
        assert answer["status"] == "thinking"
        assert answer["parts"] >= 1
        moves = len(table.look()["log"])
        glanced = analysis(server, name, lambda answer: len(answer["result"]["steps"]) == moves)
        assert glanced["status"] == "thinking"
        adds_up(glanced["result"])
        again = server.call("GET", f"/api/analyses/{name}?known=100000").json()
        assert (again["status"], again["result"]) == ("thinking", None)


def test_mistakes_are_named_by_what_they_cost(server: Server, table: Table) -> None:
    result = analysis(server, asked(server, table=table.id))["result"]
    assert result["people"] == ["O", "C"]
    for one in result["costly"]:
        assert one["size"] == size_of(one["loss"])
    for seat in "OC":
        losses = [step["loss"] for step in result["steps"] if step["seat"] == seat]
        told = result["mistakes"][seat]
        assert told["decisions"] == len(losses)
        assert told["blunders"] == sum(size_of(loss) == "blunder" for loss in losses)
        assert told["average"] == pytest.approx(sum(losses) / len(losses))
        assert told["accuracy"] == pytest.approx(accuracy_of(losses))


def test_the_record_of_the_same_game_is_the_same_analysis(server: Server, table: Table) -> None:
    by_table = server.call("POST", "/api/analyses", body={"table": table.id}).json()
    analysis(server, by_table["id"])
    by_text = server.call("POST", "/api/analyses", body={"text": table.record()}).json()
    assert (by_text["id"], by_text["status"]) == (by_table["id"], "done")


def test_an_analysis_outlives_the_server_and_with_it_what_it_is_of(tmp_path: Path) -> None:
    with served(tmp_path, coach_iterations=1) as server:
        table = played_out(server)
        name = asked(server, table=table.id)
        before = analysis(server, name)
        record = _record(server, name)
    with served(tmp_path, coach_iterations=1) as server:
        assert server.call("GET", f"/api/analyses/{name}").json() == before
        assert _record(server, name) == record


def test_an_analysis_has_the_game_that_it_is_of(server: Server, table: Table) -> None:
    name = asked(server, table=table.id)
    told, record = read_record(_record(server, name)), read_record(table.record())
    assert (told.game, told.start, told.moves, told.seats) == (record.game, record.start, record.moves, record.seats)
    assert asked(server, text=_record(server, name)) == name


def test_notes_dates_and_dice_of_a_record_are_not_kept(server: Server, table: Table) -> None:
    """They are no part of what names the analysis, and the next one to ask may have made other notes."""
    header, _, turns = table.record().replace("Player O", "Notes").partition("\n\n")
    noted = f"{header}\n\n# a thought of my own\n{turns}".replace("rules:", "date: 2020-02-20\nrules:")
    assert read_record(noted).comments
    assert "secret:" in noted
    kept = _record(server, asked(server, text=noted))
    assert "seat O: Notes" in kept
    assert [word for word in ("thought", "2020-02-20", "secret", "entropy", "commitment") if word in kept] == []


def test_a_bid_that_lies_face_down_is_not_in_the_record_of_an_analysis(server: Server) -> None:
    table = server.chronicles()
    both = list(table.keys.values())
    position = table.look(*both)["position"]
    body = {"move": position["moves"][0], "ply": position["ply"], "seat": position["to_act"]}
    table.do("POST", "/moves", *both, body=body)
    unfinished = table.record(table.keys[position["to_act"]])
    assert body["move"] in unfinished
    table.resign("O")
    name = asked(server, text=unfinished)
    assert len(read_record(_record(server, name)).moves) == position["ply"]
    name = asked(server, table=table.id)
    assert body["move"] not in _record(server, name)


def test_a_closer_look_is_another_analysis_of_the_same_game(server: Server, table: Table) -> None:
    usual = server.call("POST", "/api/analyses", body={"table": table.id}).json()
    closer = server.call("POST", "/api/analyses", body={"table": table.id, "thorough": True}).json()
    assert usual["id"] != closer["id"]
    assert (usual["thorough"], closer["thorough"]) == (False, True)
    assert _record(server, usual["id"]) == _record(server, closer["id"])
    answers = [analysis(server, one["id"]) for one in (usual, closer)]
    assert [(answer["status"], answer["thorough"]) for answer in answers] == [("done", False), ("done", True)]


def test_an_analysis_from_before_records_were_kept_is_still_told(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'ewala.db'}")
    config = Config()
    config.set_main_option("script_location", str(files("ewala.server.platform.storage") / "migrations"))
    old = Analysis(
        1, "chronicles-of-run", ["O", "C"], {"O": "Ada", "C": "Bo"}, True, {"O": [0.5], "C": [0.5]}, {}, [], []
    )
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
        row = {"id": "0123456789abcdef" * 2, "at": 2**60, "body": msgspec.json.encode(old)}
        connection.execute(text("insert into analyses (id, made_at, body) values (:id, :at, :body)"), row)
    engine.dispose()
    with served(tmp_path, coach_iterations=1) as server:
        answer = server.call("GET", f"/api/analyses/{row['id']}").json()
        assert (answer["status"], answer["thorough"]) == ("done", False)
        assert answer["result"]["names"] == {"O": "Ada", "C": "Bo"}
        refused(server.call("GET", f"/api/analyses/{row['id']}/record"), 404, "analysis/no-record")


def test_a_server_stops_in_the_middle_of_an_analysis(tmp_path: Path) -> None:
    with served(tmp_path, coach_iterations=50) as server:
        table = played_out(server)
        server.call("POST", "/api/analyses", body={"table": table.id})


def test_a_game_that_goes_on_is_not_analysed(server: Server) -> None:
    table = server.chronicles()
    refused(server.call("POST", "/api/analyses", table.keys["O"], body={"table": table.id}), 409, "analysis/unfinished")
    refused(server.call("POST", "/api/analyses", body={"table": table.id}), 404, "table/unknown")
    waiting = server.table("chronicles-of-run")
    refused(server.call("POST", "/api/analyses", body={"table": waiting.id}), 409, "table/not-started")
    table.resign("O")


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


def test_one_client_may_not_have_too_many_games_analysed(tmp_path: Path) -> None:
    limits = replace(GENEROUS, analyses_burst=2, analyses_per_hour=1e-6)
    with served(tmp_path, limits=limits, coach_iterations=1) as server:
        table = played_out(server)
        texts = [table.record().replace("Player O", f"Player {n}") for n in (0, 1, 1, 2)]
        answers = [server.call("POST", "/api/analyses", body={"text": text}).status_code for text in texts]
    assert answers == [200, 200, 200, 429]  # the same game once more is no new analysis
