"""Being written to, where the host sends mail: an address that was shown to be one's own, letters that can be ended,
and a way back for who has lost their devices."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from mail_server import MailServer, mail_server
from people_at import OwnDevice, become, challenge, claimed, refused
from table_server import Clock, Server, served
from waiting import until

from ewala.cli import main

PATIENCE = 21  # seconds until somebody is told, and a bit
CODE = re.compile(r"\b[A-Z0-9]{5}-[A-Z0-9]{5}\b")


@pytest.fixture(scope="module")
def post() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock(int(datetime(2027, 1, 15, 12, tzinfo=UTC).timestamp() * 1000))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, clock: Clock, post: MailServer) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("mail")
    with served(folder, clock=clock, mail=post.url, mail_from="ewala@club.example") as running:
        yield running


def code_to(post: MailServer, address: str) -> str:
    found = CODE.search(post.to(address)[-1].get_content())
    assert found
    return found[0]


def written(server: Server, post: MailServer, name: str, language: str = "en") -> tuple[str, str]:
    """Somebody with an address that is shown to be theirs; what they show, and the address."""
    token, address = become(server, OwnDevice(), name), f"{name.lower()}@home.example"
    server.call("PUT", "/api/me", token, body={"name": name, "language": language})
    told = server.call("PUT", "/api/me/mail", token, body={"address": address})
    assert told.json() == {"offered": True, "address": address, "confirmed": False}, told.text
    told = server.call("POST", "/api/me/mail/confirm", token, body={"code": code_to(post, address).lower()})
    assert told.json() == {"offered": True, "address": address, "confirmed": True}, told.text
    return token, address


def test_who_is_away_is_written_to_and_can_end_it(server: Server, post: MailServer, clock: Clock) -> None:
    token, address = written(server, post, "Ada", "fr")
    table = server.kingdom_run("KS")
    claimed(server, token, table, "K")
    clock.advance(PATIENCE)
    until(lambda: len(post.to(address)) == 2)
    letter = post.to(address)[-1]
    assert letter["From"] == "ewala@club.example"
    assert letter["Subject"] == "À vous"
    text = letter.get_content()
    assert f"http://127.0.0.1:{server.port}/#/table/{table.id}" in text
    stop = letter["List-Unsubscribe"].strip("<>").partition("/api/")[2]
    assert stop.removeprefix("mail/stop/") in text
    assert server.call("POST", f"/api/{stop[:-1]}x").status_code == 204
    assert server.call("GET", "/api/me/mail", token).json()["confirmed"]
    assert server.call("POST", f"/api/{stop}").status_code == 204
    assert server.call("GET", "/api/me/mail", token).json() == {"offered": True, "address": "", "confirmed": False}


def test_nobody_is_written_to_before_they_have_shown_the_code(server: Server, post: MailServer, clock: Clock) -> None:
    token = become(server, OwnDevice(), "Bo")
    server.call("PUT", "/api/me/mail", token, body={"address": "bo@home.example"})
    code = code_to(post, "bo@home.example")
    for _ in range(5):
        wrong = server.call("POST", "/api/me/mail/confirm", token, body={"code": "AAAAA-AAAAA"})
        refused(wrong, 403, "mail/code")
    refused(server.call("POST", "/api/me/mail/confirm", token, body={"code": code}), 403, "mail/code")
    table = server.kingdom_run("KS")
    claimed(server, token, table, "K")
    clock.advance(PATIENCE)
    written(server, post, "Zoe")  # takes a round at least
    assert len(post.to("bo@home.example")) == 1


def test_who_has_lost_their_devices_is_themselves_again_by_a_letter(server: Server, post: MailServer) -> None:
    token, address = written(server, post, "Cleo")
    me = server.call("GET", "/api/me", token).json()["person"]
    assert server.call("POST", "/api/people/mail", body={"address": address.upper()}).status_code == 204
    assert server.call("POST", "/api/people/mail", body={"address": "nobody@home.example"}).status_code == 204
    until(lambda: len(post.to(address)) == 2)
    assert post.to("nobody@home.example") == []
    body = OwnDevice().shown(challenge(server), code=code_to(post, address))
    proved = server.call("POST", "/api/people/pair", body=body)
    assert proved.json()["person"] == me, proved.text


def test_an_address_that_is_nobodys_or_cannot_be_written_to_now_is_told(server: Server, post: MailServer) -> None:
    token = become(server, OwnDevice(), "Dov")
    post.refused.add("gone@home.example")
    asked = server.call("PUT", "/api/me/mail", token, body={"address": "gone@home.example"})
    refused(asked, 503, "mail/not-sent")
    assert server.call("GET", "/api/me/mail", token).json()["address"] == ""
    for wrong in (
        "nobody",
        "a b@home.example",
        "a@b.example\r\nBcc: c@d.example",
        "a@b.example,c@d.example",
        "é@b.example",
    ):
        refused(server.call("PUT", "/api/me/mail", token, body={"address": wrong}), 400, "mail/address")


def test_everything_and_forgetting_know_of_it(server: Server, post: MailServer) -> None:
    token, address = written(server, post, "Eve")
    assert server.call("GET", "/api/me/everything", token).json()["mail"]["address"] == address
    server.call("DELETE", "/api/me", token)
    server.call("POST", "/api/people/mail", body={"address": address})
    written(server, post, "Flo")
    assert len(post.to(address)) == 1


def test_a_host_without_mail_says_so(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        token = become(server, OwnDevice())
        assert server.call("GET", "/api/me/mail", token).json()["offered"] is False
        refused(server.call("PUT", "/api/me/mail", token, body={"address": "ada@home.example"}), 400, "mail/none")
        refused(server.call("POST", "/api/people/mail", body={"address": "ada@home.example"}), 400, "mail/none")


@pytest.mark.parametrize(
    "wrong",
    [
        ["--mail", "http://mail.example"],
        ["--mail", "smtp://mail.example:x", "--mail-from", "a@b.example"],
        ["--mail", "smtp://mail.example"],
        ["--mail", "smtp://mail.example", "--mail-from", "nobody"],
    ],
)
def test_a_mail_server_that_is_none_is_refused_in_a_line(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--data-dir", str(tmp_path), *wrong]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "mail" in said
