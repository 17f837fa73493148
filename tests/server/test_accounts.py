"""A lasting place without an account: proved by a device's key or a passkey, changed, taken along, forgotten."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from authenticator import Authenticator
from lived_in import ABOUT_PEOPLE, ADDRESS, live, rows_with
from people_at import OwnDevice, become, challenge
from table_server import GENEROUS, Clock, Server, refused, served

SERVED = {"clock": ..., "mail": ..., "mail_from": "ewala@club.example"}


@pytest.fixture
def local(server: Server) -> Iterator[Server]:
    """Called by a name that passkeys can be made for."""
    server.http.headers["host"] = f"localhost:{server.port}"
    yield server
    del server.http.headers["host"]


DAY = 24 * 3600


def me(server: Server, token: str) -> Any:
    answer = server.call("GET", "/api/me", token)
    assert answer.status_code == 200, answer.text
    return answer.json()


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
        ({"name": "A" * 41}, "person/name"),
        ({"name": "Ada", "portrait": "<svg>"}, "person/portrait"),
        ({"name": "Ada", "language": "de"}, "person/language"),
    ],
)
def test_what_no_profile_has_is_refused_and_nothing_changes(server: Server, profile: object, code: str) -> None:
    token = become(server, OwnDevice())
    refused(server.call("PUT", "/api/me", token, body=profile), 400, code)
    assert server.call("GET", "/api/me", token).json()["profile"]["name"] == "Ada"


def test_what_a_device_is_called_can_be_shown(server: Server) -> None:
    body = {**OwnDevice().new_person(challenge(server)), "label": "a\0phone"}
    refused(server.call("POST", "/api/people", body=body), 400, "person/label")


def test_a_profile_is_changed(server: Server) -> None:
    token = become(server, OwnDevice())
    changed = server.call("PUT", "/api/me", token, body={"name": " Ada  L. ", "portrait": "fox 3", "language": "fr"})
    assert changed.json()["profile"] == {"name": "Ada L.", "portrait": "fox 3", "language": "fr"}


def test_who_is_forgotten_leaves_no_row(server: Server, folder: Path, clock: Clock) -> None:
    """Every kind of thing that is kept of people is kept of this one; nobody knows the table by name."""
    device, second = OwnDevice(), OwnDevice()
    token = become(server, device, "Ada the forgotten")
    other = become(server, OwnDevice(), "Bo")
    assert second.by_code(server, "pair", pairing(server, token)).status_code == 200
    server.call("POST", "/api/me/recovery", token)
    seated = live(server, clock, token, other)["playing"]
    person = me(server, token)["person"]
    keys = [key["id"] for key in me(server, token)["keys"]]
    traces = (person, *keys, "Ada the forgotten", ADDRESS)
    assert rows_with(folder, *traces).keys() == ABOUT_PEOPLE
    assert server.call("DELETE", "/api/me", token).status_code == 204
    assert rows_with(folder, *traces) == {}
    refused(server.call("GET", "/api/me", token), 403, "person/unknown")
    refused(device.prove(server), 403, "person/unknown")
    assert me(server, other)["profile"]["name"] == "Bo"
    assert seated.look(seated.keys["K"])["you"] == ["K"]


def test_everything_that_is_kept_can_be_taken_along(server: Server) -> None:
    token = become(server, OwnDevice())
    table = server.table()
    claim(server, token, table.id, "S", table.sit("S"))
    told = server.call("POST", "/api/me/pairing", token).json()
    everything = server.call("GET", "/api/me/everything", token).json()
    assert everything["person"] == me(server, token)
    assert everything["seats"] == [{"table": table.id, "seat": "S"}]
    assert everything["pairing_until"] == told["until"]


def test_the_last_key_stays(server: Server) -> None:
    device = OwnDevice()
    refused(server.call("DELETE", f"/api/me/keys/{device.id}", become(server, device)), 403, "person/last-key")


# --- Seats


def claim(server: Server, token: str, table: str, seat: str, key: str) -> Any:
    return server.call("PUT", f"/api/me/seats/{table}/{seat}", token, body={"key": key})


def seats(server: Server, token: str) -> list[str]:
    return [row["seat"] for row in server.call("GET", "/api/me/everything", token).json()["seats"]]


def test_a_seat_is_whose_who_has_its_key_and_says_so(server: Server) -> None:
    ada, bo = become(server, OwnDevice()), become(server, OwnDevice(), "Bo")
    table = server.table()
    key, other = table.sit("K"), table.sit("S")
    assert [claim(server, ada, table.id, "K", key).status_code for _ in range(2)] == [204, 204]
    refused(claim(server, bo, table.id, "K", key), 409, "person/seat-taken")
    refused(claim(server, bo, table.id, "K", other), 403, "seat/not-yours")
    refused(claim(server, bo, table.id, "X", other), 403, "seat/not-yours")
    assert (seats(server, ada), seats(server, bo)) == (["K"], [])


def test_a_table_that_one_may_not_see_is_not_there(server: Server) -> None:
    token, table = become(server, OwnDevice()), server.chronicles()
    refused(claim(server, token, table.id, "O", "a key of nobody"), 404, "table/unknown")
    refused(claim(server, token, "abcdefghjk", "O", "a key of nobody"), 404, "table/unknown")


def test_a_seat_is_given_back(server: Server) -> None:
    ada, bo = become(server, OwnDevice()), become(server, OwnDevice(), "Bo")
    table = server.table()
    key, path = table.sit("K"), f"/api/me/seats/{table.id}/K"
    claim(server, ada, table.id, "K", key)
    assert server.call("DELETE", path, bo).status_code == 204
    assert seats(server, ada) == ["K"], "what is not one's own is not given back"
    assert [server.call("DELETE", path, ada).status_code for _ in range(2)] == [204, 204]
    assert claim(server, bo, table.id, "K", key).status_code == 204


def test_who_stands_up_takes_their_name_along(server: Server) -> None:
    ada, bo = become(server, OwnDevice()), become(server, OwnDevice(), "Bo")
    table = server.table()
    claim(server, ada, table.id, "K", table.sit("K"))
    table.do("DELETE", "/seats/K", table.host)
    assert seats(server, ada) == []
    assert claim(server, bo, table.id, "K", table.sit("K")).status_code == 204


# --- Other devices


def pairing(server: Server, token: str) -> str:
    code: str = server.call("POST", "/api/me/pairing", token).json()["code"]
    return code


def test_a_recovery_code_makes_a_new_device_ones_own(server: Server) -> None:
    token = become(server, OwnDevice())
    code = server.call("POST", "/api/me/recovery", token).json()["code"]
    assert [len(group) for group in code.split("-")] == [5] * 5
    assert code == code.upper()
    fresh, another = OwnDevice(), OwnDevice()
    back = fresh.by_code(server, "recover", f" {code.lower().replace('-', ' ')} ")
    assert back.json()["person"] == me(server, token)["person"]
    assert fresh.prove(server).status_code == 200
    assert another.by_code(server, "recover", code).status_code == 200, "it is good until there is another"
    newer = server.call("POST", "/api/me/recovery", token).json()["code"]
    refused(OwnDevice().by_code(server, "recover", code), 403, "person/code")
    assert OwnDevice().by_code(server, "recover", newer).status_code == 200
    assert [key["kind"] for key in me(server, token)["keys"]].count("recovery") == 1


def test_a_pairing_code_is_good_once_and_for_five_minutes(server: Server, clock: Clock) -> None:
    token, phone = become(server, OwnDevice()), OwnDevice()
    code = pairing(server, token)
    assert phone.by_code(server, "pair", code).json()["person"] == me(server, token)["person"]
    assert {key["id"] for key in me(server, token)["keys"]} >= {phone.id}
    refused(OwnDevice().by_code(server, "pair", code), 403, "person/code")
    late = pairing(server, token)
    clock.advance(5 * 60 + 1)
    refused(OwnDevice().by_code(server, "pair", late), 403, "person/code")
    older, newer = pairing(server, token), pairing(server, token)
    refused(OwnDevice().by_code(server, "pair", older), 403, "person/code")
    refused(OwnDevice().by_code(server, "recover", newer), 403, "person/code")
    assert phone.by_code(server, "pair", newer).status_code == 200, "also where it is theirs already"


def test_no_code_is_kept(server: Server, folder: Path) -> None:
    token = become(server, OwnDevice())
    codes = [server.call("POST", f"/api/me/{kind}", token).json()["code"] for kind in ("recovery", "pairing")]
    written = [
        how for code in codes for how in (code, code.replace("-", ""), code.lower(), code.lower().replace("-", ""))
    ]
    assert rows_with(folder, *written) == {}


def test_a_key_that_is_taken_away_proves_nothing_any_more(server: Server) -> None:
    token, phone = become(server, OwnDevice()), OwnDevice()
    there = phone.by_code(server, "pair", pairing(server, token)).json()["token"]
    refused(server.call("DELETE", f"/api/me/keys/{'0' * 64}", token), 403, "person/unknown")
    assert server.call("DELETE", f"/api/me/keys/{phone.id}", token).status_code == 204
    refused(server.call("GET", "/api/me", there), 403, "person/unknown")
    refused(phone.prove(server), 403, "person/unknown")


def test_somebody_has_twenty_keys_at_most(server: Server) -> None:
    token = become(server, OwnDevice())
    code = server.call("POST", "/api/me/recovery", token).json()["code"]
    for _ in range(18):
        assert OwnDevice().by_code(server, "recover", code).status_code == 200
    refused(OwnDevice().by_code(server, "recover", code), 403, "person/too-many-keys")


def test_who_tries_many_codes_has_to_wait(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, codes_per_hour=1, codes_burst=2)) as strict:
        tries = [OwnDevice().by_code(strict, how, "AAAAA-AAAAA") for how in ("pair", "recover", "pair")]
    for tried in tries[:2]:
        refused(tried, 403, "person/code")
    refused(tries[2], 429, "server/too-many-codes")
    assert tries[2].headers["retry-after"] == "60"


def asked(local: Server, token: str) -> Any:
    return local.call("POST", "/api/me/passkeys/options", token).json()["options"]


def made(local: Server, token: str, origin: str = "") -> Authenticator:
    """A passkey of hers."""
    phone = Authenticator(origin or f"http://localhost:{local.port}")
    answer = add(local, token, phone.create(asked(local, token)))
    assert answer.status_code == 201, answer.text
    return phone


def add(local: Server, token: str, credential: Any) -> httpx.Response:
    return local.call("POST", "/api/me/passkeys", token, body={"credential": credential, "label": "phone"})


def options(local: Server) -> Any:
    answer = local.call("POST", "/api/people/passkey/options")
    assert answer.status_code == 200, answer.text
    return answer.json()["options"]


def show(local: Server, credential: Any, device: OwnDevice | None = None) -> httpx.Response:
    body = (device or OwnDevice()).shown(challenge(local), credential=credential)
    return local.call("POST", "/api/people/passkey", body=body)


def test_a_passkey_makes_a_new_device_ones_own(local: Server, ada: str) -> None:
    phone, laptop = made(local, ada), OwnDevice()
    back = show(local, phone.get(options(local)), laptop)
    me = local.call("GET", "/api/me", ada).json()
    assert (back.status_code, back.json()["person"]) == (200, me["person"])
    assert laptop.prove(local).json()["person"] == me["person"]
    assert [(key["kind"], key["label"]) for key in me["keys"]] == [("device", ""), ("passkey", "phone"), ("device", "")]
    assert show(local, phone.get(options(local))).status_code == 200, "as often as one likes"


def test_what_a_browser_is_asked_for(local: Server, ada: str) -> None:
    create, get = asked(local, ada), options(local)
    assert create["rp"] == {"name": "Ewala", "id": "localhost"}
    assert create["user"]["name"] == "Ada"
    assert create["authenticatorSelection"]["residentKey"] == "required"
    assert create["attestation"] == "none"
    assert get["rpId"] == "localhost"
    assert not get.get("allowCredentials"), "whoever has one finds it by themselves"


def test_one_that_is_taken_away_opens_nothing(local: Server, ada: str) -> None:
    phone = made(local, ada)
    (key,) = [key["id"] for key in local.call("GET", "/api/me", ada).json()["keys"] if key["kind"] == "passkey"]
    assert local.call("DELETE", f"/api/me/keys/{key}", ada).status_code == 204
    refused(show(local, phone.get(options(local))), 403, "person/unknown")


def test_a_challenge_of_ours_and_of_this_minute(local: Server, ada: str, clock: Clock) -> None:
    phone, late = made(local, ada), options(local)
    refused(show(local, phone.get({**late, "challenge": "A" * 54})), 403, "person/too-late")
    shown, again = phone.get(late), asked(local, become(local, OwnDevice()))
    clock.advance(61)
    refused(show(local, shown), 403, "person/too-late")
    refused(add(local, become(local, OwnDevice()), Authenticator(phone.origin).create(again)), 403, "person/too-late")


def test_a_passkey_for_another_site_or_page(local: Server, ada: str) -> None:
    refused(add(local, ada, Authenticator("https://evil.example").create(asked(local, ada))), 403, "person/passkey")
    phone = made(local, ada)
    refused(show(local, phone.get({**options(local), "rpId": "evil.example"})), 403, "person/passkey")
    phone.origin = "https://evil.example"
    refused(show(local, phone.get(options(local))), 403, "person/passkey")


def test_one_that_was_copied_is_found_out(local: Server, ada: str) -> None:
    phone = made(local, ada)
    assert show(local, phone.get(options(local))).status_code == 200
    phone.uses = 0
    refused(show(local, phone.get(options(local))), 403, "person/passkey")


def test_nobody_shows_a_passkey_that_they_do_not_have(local: Server, ada: str) -> None:
    phone = made(local, ada)
    stranger = Authenticator(phone.origin, id=phone.id)
    refused(show(local, stranger.get(options(local))), 403, "person/passkey")
    refused(show(local, Authenticator(phone.origin).get(options(local))), 403, "person/unknown")


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
def test_what_cannot_be_read_proves_nothing(local: Server, ada: str, spoiled: Callable[[Any], Any]) -> None:
    fresh = Authenticator(f"http://localhost:{local.port}")
    refused(add(local, ada, spoiled(fresh.create(asked(local, ada)))), 403, "person/passkey")
