"""The API's own description and its examples, held against the server: what they say is what happens."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hosts import Host
from hypothesis import given, settings
from hypothesis import strategies as st
from people_at import OwnDevice, become
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from table_server import Server, Table, refused, served
from waiting import PATIENCE

import ewala
from ewala.server.app import create_app
from ewala.server.platform.config import Config, Limits
from ewala.server.platform.edge import costs
from ewala.tables import messages
from ewala.tables.analysis_in_words import HintInWords
from ewala.tables.requests import AnalysisAnswer

API = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


DESCRIPTION = "/api/docs/openapi.json"
EXAMPLES = 12  # for each operation and each way of making them up
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
WITHOUT_END = "/api/tables/{table_id}/stream"
MADE_ELSEWHERE = ("/api/desk/backup", "/api/desk/records")  # by processes that take their time: test_admin.py
Description = dict[str, Any]


def described() -> Description:
    """The description as the application makes it, without a server."""
    description: Description = create_app(Config()).openapi_schema.to_schema()
    return description


PATHS = described()["paths"]
OPERATIONS = [(path, method) for path in sorted(PATHS) for method in sorted(PATHS[path])]


# What is made up fits the description; where there is a body, it is also made not to.
ATTEMPTS = [(path, method, GenerationMode.POSITIVE) for path, method in OPERATIONS] + [
    (path, method, GenerationMode.NEGATIVE) for path, method in OPERATIONS if "requestBody" in PATHS[path][method]
]


@pytest.fixture(scope="module")
def schema(server: Server) -> BaseSchema:
    return schemathesis.openapi.from_url(f"{server.http.base_url}{DESCRIPTION}")


@pytest.fixture(scope="module")
def over(server: Server) -> Table:
    """A table at which the game is over."""
    table = server.chronicles()
    table.resign("O")
    return table


def an_evening(server: Server) -> dict[str, str]:
    """One to which two have come, and the keys of who leads it and of one of them."""
    made = server.call("POST", "/api/evenings", body={"name": "Thursday", "game": "kingdom-run"}).json()
    path = f"/api/evenings/{made['evening']['id']}"
    came = [server.call("POST", f"{path}/guests", body={"name": name}).json() for name in ("Ada", "Bo")]
    ids = {"evening_id": made["evening"]["id"], "who": came[0]["who"]}
    return {**ids, "key": made["organiser_key"], "guest": came[0]["key"]}


def is_problem(body: Any) -> bool:
    return isinstance(body, dict) and bool(body.get("code")) and bool(body.get("sentence"))


@pytest.mark.long  # fuzzing
@pytest.mark.parametrize(("path", "method", "mode"), ATTEMPTS, ids=lambda part: str(getattr(part, "value", part)))
def test_the_server_answers_as_described(
    server: Server, schema: BaseSchema, over: Table, path: str, method: str, mode: GenerationMode
) -> None:
    operation = schema[path][method.upper()]
    tables = [over]
    if "{table_id}" in path and path != WITHOUT_END:
        tables += [server.kingdom_run("KS"), server.table()]
    token = become(server, OwnDevice())
    evening = an_evening(server) if "{evening_id}" in path else {}
    host = Host(server) if PATHS[path][method].get("security") == [{"desk": []}] else None
    if host is not None:  # who removes tables, and may close the house to those of the other tests
        tables = [server.chronicles(), server.table()]

    @settings(max_examples=EXAMPLES)
    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    def answers(case: Any, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from([*tables, None]))
        keys: list[str] = []
        if table is not None and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table.id
            held = st.sampled_from([table.host, table.watch, *table.keys.values()])
            keys = data.draw(st.lists(held, max_size=4, unique=True))
        if PATHS[path][method].get("security") == [{"token": []}]:
            keys = data.draw(st.sampled_from([[token], []]))
            if path.endswith("/{seat}") and case.body and table is not None and data.draw(st.booleans()):
                case.body = {"key": data.draw(st.sampled_from([table.host, *table.keys.values()]))}
        there = bool(evening) and data.draw(st.booleans())
        if there:
            case.path_parameters |= {name: evening[name] for name in case.path_parameters if name in evening}
            keys = data.draw(st.sampled_from([[evening["key"]], [evening["guest"]], []]))
        if host is not None:
            keys = data.draw(st.sampled_from([[] if path in MADE_ELSEWHERE else [host.key], []]))
            if "person_id" in case.path_parameters and data.draw(st.booleans()):
                known = [person["id"] for person in host.do("GET", "/people")["people"]]
                case.path_parameters["person_id"] = data.draw(st.sampled_from(known))
        case.headers = {"authorization": f"Bearer {','.join(keys)}"} if keys else {}
        answer = case.call(base_url=str(server.http.base_url), timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            assert is_problem(answer.json())

    answers()
    if host is not None:
        host.do("PUT", "/limits", {})


def test_every_operation_is_described_for_people() -> None:
    description = described()
    tags = {tag["name"] for tag in description["tags"]}
    for path, method in OPERATIONS:
        operation = description["paths"][path][method]
        assert operation["summary"], path
        assert set(operation["tags"]) <= tags, path
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (path, parameter["name"])


def test_every_refusal_is_described_as_a_problem() -> None:
    description = described()
    for path, method in OPERATIONS:
        responses = description["paths"][path][method]["responses"]
        refused = {status: told for status, told in responses.items() if status >= "4"}
        assert "429" in refused, path
        for status, told in refused.items():
            content = told["content"]["application/json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}, (path, status)
            assert all(is_problem(example["value"]) for example in content["examples"].values()), (path, status)


def test_what_needs_a_key_says_so() -> None:
    description = described()
    assert {scheme["scheme"] for scheme in description["components"]["securitySchemes"].values()} == {"bearer"}
    open_to_all = {
        f"{method} {path}" for path, method in OPERATIONS if not description["paths"][path][method].get("security")
    }
    assert open_to_all == {
        "get /api/analyses/{analysis_id}",
        "get /api/analyses/{analysis_id}/record",
        "get /api/days/{game}/{day}",
        "get /api/games",
        "get /api/health",
        "get /api/house",
        "get /api/live",
        "get /api/lobby",
        "get /api/push/key",
        "get /api/ratings/{game}/{players}",
        "get /api/ready",
        "get /api/tables",
        "post /api/days/{game}/{day}",
        "post /api/evenings",
        "post /api/evenings/{evening_id}/guests",
        "post /api/mail/stop/{key}",
        "post /api/people",
        "post /api/people/challenge",
        "post /api/people/mail",
        "post /api/people/pair",
        "post /api/people/passkey",
        "post /api/people/passkey/options",
        "post /api/people/recover",
        "post /api/people/token",
        "post /api/positions",
        "post /api/records",
        "post /api/tables",
    }


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "request/unknown-path"),
        ("GET", "/api/tables/abcdefghjk", 404, "table/unknown"),
        ("PATCH", "/api/tables", 405, "request/method"),
        ("POST", "/api/tables", 400, "request/invalid"),
    ],
)
def test_refusals_have_codes(server: Server, method: str, path: str, status: int, code: str) -> None:
    answer = server.call(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_that_a_page_of_another_site_could_send_is_refused(server: Server, kind: str) -> None:
    body = b'{"game": "kingdom-run"}'
    refused(server.http.post("/api/tables", content=body, headers={"content-type": kind}), 415, "request/media-type")


def test_a_body_beyond_the_limit_is_refused(server: Server) -> None:
    refused(server.call("POST", "/api/records", body={"text": "x" * 300_000}), 413, "request/too-large")


def test_the_usual_limits_on_requests(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits()) as server:
        answers = (server.call("GET", "/api/tables") for _ in range(5000))
        refused = next(answer for answer in answers if answer.status_code != 200)
    assert refused.status_code == 429
    assert refused.json()["code"] == "server/too-many"
    assert refused.headers["retry-after"] == "1"
    assert refused.headers["x-content-type-options"] == "nosniff"


def test_the_usual_limits_on_new_tables(tmp_path: Path) -> None:
    def make(server: Server) -> httpx.Response:
        return server.call("POST", "/api/tables", body={"game": "kingdom-run"})

    with served(tmp_path, limits=Limits()) as server:
        made = [make(server) for _ in range(Limits().tables_burst)]
        refused = make(server)
    assert {answer.status_code for answer in made} == {201}
    assert (refused.status_code, refused.json()["code"]) == (429, "server/too-many-tables")
    assert refused.headers["retry-after"] == "60"


FEW = Limits(units_per_second=0.5, units_burst=4 * costs.REQUEST)
MANY = 10


def asked_for(server: Server, *addresses: str) -> list[int]:
    """The statuses of requests that say for whom they ask."""
    return [server.http.get("/api/health", headers={"x-forwarded-for": who}).status_code for who in addresses]


def test_a_client_cannot_pose_as_another_by_a_header(tmp_path: Path) -> None:
    with served(tmp_path, limits=FEW) as server:
        assert 429 in asked_for(server, *[f"10.0.0.{n}" for n in range(MANY)])


def test_a_proxy_that_was_named_is_believed_and_only_for_its_own_word(tmp_path: Path) -> None:
    with served(tmp_path, limits=FEW, proxies=("127.0.0.1",)) as server:
        assert set(asked_for(server, *[f"10.0.0.{n}" for n in range(MANY)])) == {200}
        assert 429 in asked_for(server, *["10.0.1.1"] * MANY)
        assert asked_for(server, "10.0.1.2") == [200]
        assert 429 in asked_for(server, *[f"10.9.9.{n}, 10.0.1.3" for n in range(MANY)])


SOURCES = Path(ewala.__file__).parent


# Where codes are said that can reach a client; the families are documented as such.
SPEAKERS = [
    "server/**/*.py",
    "tables/*.py",
    "games/roster.py",
    "core/errors.py",
    "core/options.py",
    "kit/effort.py",
    "games/**/parameters.py",
]


AT_THE_START = {  # or in the log, or by commands that look after a database
    "backup/damaged",
    "backup/exists",
    "backup/newer",
    "backup/not-empty",
    "backup/not-whole",
    "backup/schema",
    "backup/strays",
    "bench/server",
    "server/database",
    "server/database-in-use",
    "server/driver",
    "server/folder",
    "server/mail",
    "server/newer-database",
    "server/news",
    "server/port",
    "server/workers",
    "match/dice",
    "table/gap",
    "table/gone",
    "table/no-beginning",
    "table/unreadable",
    "table/wrong-dice",
    "table/wrong-secret",
}


def test_every_code_is_documented() -> None:
    api = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    assert all(any(SOURCES.glob(pattern)) for pattern in SPEAKERS)
    paths = [path for pattern in SPEAKERS for path in SOURCES.glob(pattern) if path.name != "page.py"]  # media types
    sources = [path.read_text(encoding="utf-8") for path in paths]
    codes = set(re.findall(r'"([a-z]+/[a-z-]+)"', "".join(sources)))
    codes = {code for code in codes if not code.startswith(("application/", "image/", "kr/", "cr/", "record/"))}
    assert len(codes) > 40
    assert {code for code in codes - AT_THE_START if f"`{code}`" not in api} == set()


def examples(after: str, before: str) -> list[dict[str, Any]]:
    """The JSON lines between two places; those that are cut short with … are left out."""
    lines = API.partition(after)[2].partition(before)[0].splitlines()
    return [json.loads(line) for line in lines if line.startswith("{") and "…" not in line]


TOLD = examples("From real traffic:", "Events, in `event.type`")
LINES: dict[str, type[msgspec.Struct]] = {
    "snapshot": messages.Snapshot,
    "presence": messages.Presence,
    "refused": messages.Refused,
    "because": messages.Because,
    "done": messages.Done,
    "pong": messages.Pong,
    "closing": messages.Closing,
}


def written(example: dict[str, Any], kind: type[msgspec.Struct]) -> Any:
    """The same, as the server would write it."""
    return json.loads(msgspec.json.encode(msgspec.convert(example, kind)))


@pytest.mark.parametrize("kind", LINES)
def test_lines_from_the_server_have_the_fields_that_are_sent(kind: str) -> None:
    shown = [line for line in TOLD if line["type"] == kind]
    assert shown
    for line in shown:
        assert written(line, LINES[kind]) == line


def test_events_have_the_fields_that_are_sent() -> None:
    shown = [line for line in TOLD if line["type"] == "happened"]
    assert len(shown) > 1
    for line in shown:
        position = line.pop("position", None)  # added to what everybody is told
        told = msgspec.json.decode(json.dumps(line), type=messages.Happened)
        assert json.loads(msgspec.json.encode(told)) == line
        assert position is None or written(position, messages.Position) == position


def test_what_a_device_says_is_understood() -> None:
    commands = examples("### From the device", "### From the server")
    assert {command["type"] for command in commands} >= {"hello", "move", "allow-hints", "ping"}
    for command in commands:
        understood = json.loads(msgspec.json.encode(messages.decode_command(json.dumps(command))))
        assert understood | command == understood


def test_the_coach_answers_as_shown() -> None:
    hint, analysis = examples("## The coach\n", "## The live channel")
    assert written(hint, HintInWords) == hint
    assert written(analysis, AnalysisAnswer) == analysis
