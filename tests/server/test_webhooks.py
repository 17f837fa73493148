"""Programs of people's own are told what their browsers are, under a signature that they can check."""

import hmac
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from people_at import OwnDevice, become, claimed, refused
from push_service import Pushed, PushService, push_service
from table_server import Clock, Server, served
from waiting import until

from ewala.server.features.notifications.delivery import again_after

MINUTE = 60  # seconds
PATIENCE = 21


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    """Takes what is sent to a program as well as what is for a browser."""
    with push_service() as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock(int(datetime(2027, 1, 15, 12, tzinfo=UTC).timestamp() * 1000))


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    with served(tmp_path, clock=clock, push_loopback=True) as running:
        yield running


def hook(server: Server, token: str, address: str) -> dict[str, Any]:
    answer = server.call("PUT", "/api/me/webhook", token, body={"address": address})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def plays(server: Server, token: str) -> str:
    table = server.kingdom_run("KS")
    claimed(server, token, table, "K")
    return table.id


def check_signature(pushed: Pushed, secret: str, now: int) -> None:
    """As a program does it."""
    parts = dict(part.split("=") for part in pushed.headers["ewala-signature"].split(","))
    expected = hmac.new(secret.encode(), f"{parts['t']}.".encode() + pushed.body, "sha256").hexdigest()
    assert hmac.compare_digest(parts["v1"], expected)
    assert 0 <= now / 1000 - int(parts["t"]) < 1


def test_a_program_is_told_under_a_signature_without_any_browser(
    server: Server, service: PushService, clock: Clock
) -> None:
    token = become(server, OwnDevice())
    older = hook(server, token, f"{service.address}/older")
    made = hook(server, token, f"{service.address}/program?x=1")
    assert made["secret"] != older["secret"]
    assert server.call("GET", "/api/me/webhook", token).json() == {"address": made["address"], "failures": 0}
    assert made["secret"] not in server.call("GET", "/api/me/everything", token).text, "it is said once"
    table = plays(server, token)
    clock.advance(PATIENCE)
    until(lambda: service.pushed["/program?x=1"])
    (pushed,) = service.pushed["/program?x=1"]
    check_signature(pushed, made["secret"], clock.now)
    assert pushed.headers["content-type"] == "application/json"
    assert msgspec.json.decode(pushed.body) == {
        "title": "Your turn",
        "body": "Kingdom Run, with Player S",
        "link": f"#/table/{table}",
        "tag": table,
        "badge": 1,
    }
    assert service.pushed["/older"] == []
    assert [server.call("DELETE", "/api/me/webhook", token).status_code for _ in range(2)] == [204, 204]
    assert server.call("GET", "/api/me/webhook", token).json() == {"address": "", "failures": 0}


def test_a_program_that_fails_is_left_alone_and_one_that_is_gone_is_given_up(
    server: Server, service: PushService, clock: Clock
) -> None:
    token = become(server, OwnDevice())
    service.answers["/failing"] = 302
    hook(server, token, f"{service.address}/failing")
    plays(server, token)
    clock.advance(PATIENCE)
    for failures in (1, 2, 3):
        until(lambda: server.call("GET", "/api/me/webhook", token).json()["failures"] == failures)  # noqa: B023
        assert len(service.pushed["/failing"]) == failures
        clock.advance(2**failures * MINUTE)
    service.answers["/failing"] = 410
    until(lambda: server.call("GET", "/api/me/webhook", token).json()["address"] == "")
    assert service.pushed["/elsewhere"] == [], "nobody is followed elsewhere"


def test_who_fails_for_two_days_is_given_up() -> None:
    waits = [again_after(failures, 0) for failures in range(1, 16)]
    assert sum(wait or 0 for wait in waits) / 3600_000 > 48
    assert (again_after(16, 0), again_after(0, 0)) == (None, 0)


@pytest.mark.parametrize(
    "address", ["https://192.168.1.1/", "https://[fd00::1]/", "https://a@example.org/", "example.org"]
)
def test_a_program_has_a_public_address(server: Server, address: str) -> None:
    token = become(server, OwnDevice())
    refused(server.call("PUT", "/api/me/webhook", token, body={"address": address}), 400, "webhook/address")
    assert server.call("GET", "/api/me/webhook", token).json()["address"] == ""
