"""Passkeys: made at one device, shown at another, for this site alone."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from authenticator import Authenticator
from people_at import OwnDevice, become, challenge, refused
from table_server import Clock, Server, served


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("passkeys"), clock=clock) as running:
        running.http.headers["host"] = f"localhost:{running.port}"
        yield running


@pytest.fixture
def ada(server: Server) -> str:
    return become(server, OwnDevice())


def asked(server: Server, token: str) -> Any:
    return server.call("POST", "/api/me/passkeys/options", token).json()["options"]


def made(server: Server, token: str, origin: str = "") -> Authenticator:
    """A passkey of hers."""
    phone = Authenticator(origin or f"http://localhost:{server.port}")
    answer = add(server, token, phone.create(asked(server, token)))
    assert answer.status_code == 201, answer.text
    return phone


def add(server: Server, token: str, credential: Any) -> httpx.Response:
    return server.call("POST", "/api/me/passkeys", token, body={"credential": credential, "label": "phone"})


def options(server: Server) -> Any:
    answer = server.call("POST", "/api/people/passkey/options")
    assert answer.status_code == 200, answer.text
    return answer.json()["options"]


def show(server: Server, credential: Any, device: OwnDevice | None = None) -> httpx.Response:
    body = (device or OwnDevice()).shown(challenge(server), credential=credential)
    return server.call("POST", "/api/people/passkey", body=body)


def test_a_passkey_makes_a_new_device_ones_own(server: Server, ada: str) -> None:
    phone, laptop = made(server, ada), OwnDevice()
    back = show(server, phone.get(options(server)), laptop)
    me = server.call("GET", "/api/me", ada).json()
    assert (back.status_code, back.json()["person"]) == (200, me["person"])
    assert laptop.prove(server).json()["person"] == me["person"]
    assert [(key["kind"], key["label"]) for key in me["keys"]] == [("device", ""), ("passkey", "phone"), ("device", "")]
    assert show(server, phone.get(options(server))).status_code == 200, "as often as one likes"


def test_what_a_browser_is_asked_for(server: Server, ada: str) -> None:
    create, get = asked(server, ada), options(server)
    assert create["rp"] == {"name": "Ewala", "id": "localhost"}
    assert create["user"]["name"] == "Ada"
    assert create["authenticatorSelection"]["residentKey"] == "required"
    assert create["attestation"] == "none"
    assert get["rpId"] == "localhost"
    assert not get.get("allowCredentials"), "whoever has one finds it by themselves"


def test_one_that_is_taken_away_opens_nothing(server: Server, ada: str) -> None:
    phone = made(server, ada)
    (key,) = [key["id"] for key in server.call("GET", "/api/me", ada).json()["keys"] if key["kind"] == "passkey"]
    assert server.call("DELETE", f"/api/me/keys/{key}", ada).status_code == 204
    refused(show(server, phone.get(options(server))), 403, "person/unknown")


def test_a_challenge_of_ours_and_of_this_minute(server: Server, ada: str, clock: Clock) -> None:
    phone, late = made(server, ada), options(server)
    refused(show(server, phone.get({**late, "challenge": "A" * 54})), 403, "person/too-late")
    shown, again = phone.get(late), asked(server, become(server, OwnDevice()))
    clock.advance(61)
    refused(show(server, shown), 403, "person/too-late")
    refused(add(server, become(server, OwnDevice()), Authenticator(phone.origin).create(again)), 403, "person/too-late")


def test_a_passkey_for_another_site_or_page(server: Server, ada: str) -> None:
    refused(add(server, ada, Authenticator("https://evil.example").create(asked(server, ada))), 403, "person/passkey")
    phone = made(server, ada)
    refused(show(server, phone.get({**options(server), "rpId": "evil.example"})), 403, "person/passkey")
    phone.origin = "https://evil.example"
    refused(show(server, phone.get(options(server))), 403, "person/passkey")


def test_one_that_was_copied_is_found_out(server: Server, ada: str) -> None:
    phone = made(server, ada)
    assert show(server, phone.get(options(server))).status_code == 200
    phone.uses = 0
    refused(show(server, phone.get(options(server))), 403, "person/passkey")


def test_nobody_shows_a_passkey_that_they_do_not_have(server: Server, ada: str) -> None:
    phone = made(server, ada)
    stranger = Authenticator(phone.origin, id=phone.id)
    refused(show(server, stranger.get(options(server))), 403, "person/passkey")
    refused(show(server, Authenticator(phone.origin).get(options(server))), 403, "person/unknown")


SPOILED: list[Callable[[dict[str, Any]], Any]] = [
    lambda credential: {},
    lambda credential: {**credential, "rawId": 7},
    lambda credential: {**credential, "id": "AAAA"},
    lambda credential: {**credential, "type": "password"},
    lambda credential: {**credential, "response": []},
    lambda credential: {**credential, "response": {**credential["response"], "attestationObject": "gA"}},
    lambda credential: {**credential, "response": {**credential["response"], "clientDataJSON": "e30"}},
]


@pytest.mark.parametrize("spoiled", SPOILED, ids=range(len(SPOILED)))
def test_what_cannot_be_read_proves_nothing(server: Server, ada: str, spoiled: Callable[[Any], Any]) -> None:
    fresh = Authenticator(f"http://localhost:{server.port}")
    refused(add(server, ada, spoiled(fresh.create(asked(server, ada)))), 403, "person/passkey")
