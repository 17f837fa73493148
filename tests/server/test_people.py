"""A lasting place without an account: proved by a key of one's device, changed, taken along, forgotten."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from people_at import OwnDevice, become, challenge
from sqlalchemy import create_engine, inspect, text
from table_server import Clock, Server, served

DAY = 24 * 3600


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    with served(tmp_path, clock=clock) as running:
        yield running


def refused(answer: object, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)  # type: ignore[attr-defined]


def test_somebody_is_known_again_by_the_key_of_their_device(server: Server) -> None:
    device = OwnDevice()
    first = server.call("GET", "/api/me", become(server, device)).json()
    proved = device.prove(server)
    assert proved.status_code == 200
    again = server.call("GET", "/api/me", proved.json()["token"]).json()
    assert (again["person"], again["profile"]["name"]) == (first["person"], "Ada")
    assert [key["id"] for key in again["keys"]] == [device.id]


def test_nobody_is_somebody_by_saying_so(server: Server) -> None:
    device, stranger = OwnDevice(), OwnDevice()
    become(server, device)
    said = challenge(server)
    forged = {"key": device.id, "challenge": said, "signature": stranger.signed(f"ewala person {said}")}
    refused(server.call("POST", "/api/people/token", body=forged), 403, "person/not-proved")
    refused(stranger.prove(server), 403, "person/unknown")
    refused(server.call("GET", "/api/me"), 403, "person/token")
    refused(server.call("GET", "/api/me", "p.W10.AAAA"), 403, "person/token")


def test_a_challenge_is_good_for_a_minute_and_made_up_here(server: Server, clock: Clock) -> None:
    device, said = OwnDevice(), challenge(server)
    clock.advance(61)
    refused(server.call("POST", "/api/people", body=device.new_person(said)), 403, "person/too-late")
    refused(server.call("POST", "/api/people", body=device.new_person("A" * 54)), 403, "person/too-late")


def test_what_was_proved_is_good_for_a_day(server: Server, clock: Clock) -> None:
    token = become(server, OwnDevice())
    clock.advance(DAY)
    assert server.call("GET", "/api/me", token).status_code == 200
    clock.advance(1)
    refused(server.call("GET", "/api/me", token), 403, "person/token")


def test_a_key_is_one_persons(server: Server) -> None:
    device = OwnDevice()
    become(server, device)
    answer = server.call("POST", "/api/people", body=device.new_person(challenge(server), "Bo"))
    refused(answer, 403, "person/key-in-use")


@pytest.mark.parametrize(
    ("profile", "code"),
    [
        ({"name": "  "}, "person/name"),
        ({"name": "A\u202eda"}, "person/name"),
        ({"name": "Ada", "portrait": "<svg>"}, "person/portrait"),
        ({"name": "Ada", "language": "de"}, "person/language"),
    ],
)
def test_what_no_profile_has_is_refused_and_nothing_changes(server: Server, profile: object, code: str) -> None:
    token = become(server, OwnDevice())
    refused(server.call("PUT", "/api/me", token, body=profile), 400, code)
    assert server.call("GET", "/api/me", token).json()["profile"]["name"] == "Ada"


def test_a_profile_is_changed(server: Server) -> None:
    token = become(server, OwnDevice())
    changed = server.call("PUT", "/api/me", token, body={"name": " Ada  L. ", "portrait": "fox 3", "language": "fr"})
    assert changed.json()["profile"] == {"name": "Ada L.", "portrait": "fox 3", "language": "fr"}


def test_who_is_forgotten_leaves_no_row(server: Server, tmp_path: Path) -> None:
    device = OwnDevice()
    token = become(server, device)
    other = become(server, OwnDevice(), "Bo")
    person = server.call("GET", "/api/me/everything", token).json()["person"]["person"]
    assert server.call("DELETE", "/api/me", token).status_code == 204
    refused(server.call("GET", "/api/me", token), 403, "person/unknown")
    refused(device.prove(server), 403, "person/unknown")
    assert server.call("GET", "/api/me", other).json()["profile"]["name"] == "Bo"
    engine = create_engine(f"sqlite:///{tmp_path / 'ewala.db'}")
    with engine.connect() as connection:
        for table in inspect(engine).get_table_names():
            rows = connection.execute(text(f"SELECT * FROM {table}")).all()
            assert not [row for row in rows if person in map(str, row) or device.id in map(str, row)], table
    engine.dispose()


def test_the_last_key_stays(server: Server) -> None:
    device = OwnDevice()
    refused(server.call("DELETE", f"/api/me/keys/{device.id}", become(server, device)), 403, "person/last-key")
