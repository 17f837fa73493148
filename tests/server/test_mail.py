"""Being written to, where the host sends mail: an address that was shown to be one's own, letters that can be ended, a
way back for who has lost their devices; and how letters get to a mail server, and who may hear its password."""

import asyncio
import socket
import ssl
import subprocess
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from mail_server import MailServer, mail_server
from people_at import OwnDevice, become, claimed
from programs import program
from table_server import GENEROUS, Clock, Server, refused, served
from waiting import until

from ewala.cli import main
from ewala.server.features.mail import smtp
from ewala.server.features.mail.letters import confirming
from ewala.server.features.mail.smtp import Delivery, SmtpClient, smtp_config

SENDER = "ewala@club.example"
# The server's log has nothing in it but when letters cannot be sent, and nobody's address.
AWAY = "the mail server takes no letters: "
SERVED = {"clock": ..., "mail": ..., "mail_from": SENDER, "complaints": [AWAY]}


PATIENCE = 21  # seconds until somebody is told, and a bit
MINUTE = 60


def named(server: Server, token: str, address: str) -> None:
    told = server.call("PUT", "/api/me/mail", token, body={"address": address})
    assert told.status_code == 200, told.text
    assert told.json()["asked"] == address


def confirm(server: Server, token: str, code: str) -> None:
    told = server.call("POST", "/api/me/mail/confirm", token, body={"code": code})
    assert told.status_code == 200, told.text


def written(server: Server, post: MailServer, name: str, language: str = "en") -> tuple[str, str]:
    """Somebody with an address that is shown to be theirs; what they show, and the address."""
    token, address = become(server, OwnDevice(), name), f"{name.lower()}@home.example"
    server.call("PUT", "/api/me", token, body={"name": name, "language": language})
    named(server, token, address)
    confirm(server, token, post.code_to(address).lower())
    assert mail_of(server, token) == {"offered": True, "address": address, "asked": ""}
    return token, address


def mail_of(server: Server, token: str) -> object:
    return server.call("GET", "/api/me/mail", token).json()


def waits(server: Server, token: str, clock: Clock) -> str:
    """A game that has waited for them for long enough; its table."""
    table = server.kingdom_run("KS")
    claimed(server, token, table, "K")
    clock.advance(PATIENCE)
    return table.id


def a_round_passes(server: Server, post: MailServer, clock: Clock, name: str) -> None:
    """Somebody else is told: whoever was to be told before has been."""
    token, address = written(server, post, name)
    waits(server, token, clock)
    until(lambda: len(post.to(address)) == 2)


def test_who_is_away_is_written_to_and_can_end_it(server: Server, post: MailServer, clock: Clock) -> None:
    token, address = written(server, post, "Ada", "fr")
    table = waits(server, token, clock)
    until(lambda: len(post.to(address)) == 2)
    letter = post.to(address)[-1]
    assert letter["From"] == SENDER
    assert letter["Subject"] == "À vous"
    assert letter["Date"]
    assert letter["Message-ID"].endswith("@club.example>")
    text = post.text_to(address)
    assert f"http://127.0.0.1:{server.port}/#/table/{table}\n" in text
    stop = letter["List-Unsubscribe"].strip("<>").partition("/api/")[2]
    assert f"http://127.0.0.1:{server.port}/#/stop/{stop.removeprefix('mail/stop/')}\n" in text
    assert server.call("POST", f"/api/{stop[:-1]}x").status_code == 204
    assert mail_of(server, token) == {"offered": True, "address": address, "asked": ""}
    one_click = server.http.post(f"/api/{stop}", data={"List-Unsubscribe": "One-Click"})  # as mail programs do it
    assert one_click.status_code == 204
    assert mail_of(server, token) == {"offered": True, "address": "", "asked": ""}


def test_letters_to_somebody_are_minutes_apart(server: Server, post: MailServer, clock: Clock) -> None:
    token, address = written(server, post, "Ama")
    waits(server, token, clock)
    until(lambda: len(post.to(address)) == 2)
    waits(server, token, clock)
    waits(server, token, clock)
    a_round_passes(server, post, clock, "Ana")
    assert len(post.to(address)) == 2
    clock.advance(5 * MINUTE)
    until(lambda: len(post.to(address)) == 3)
    assert "2 games wait for you" in post.text_to(address)


def test_nobody_is_written_to_before_they_have_shown_the_code(server: Server, post: MailServer, clock: Clock) -> None:
    token, address = become(server, OwnDevice(), "Bo http://trap.example"), "bo@home.example"
    named(server, token, address)
    assert "trap" not in post.to(address)[0].as_string(), "nobody chooses what strangers are written"
    code = post.code_to(address)
    for _ in range(5):
        wrong = server.call("POST", "/api/me/mail/confirm", token, body={"code": "AAAAA-AAAAA"})
        refused(wrong, 403, "mail/code")
    refused(server.call("POST", "/api/me/mail/confirm", token, body={"code": code}), 403, "mail/code")
    waits(server, token, clock)
    a_round_passes(server, post, clock, "Zoe")
    assert len(post.to(address)) == 1


def test_a_code_is_good_for_an_hour_and_then_nothing_is_kept(server: Server, post: MailServer, clock: Clock) -> None:
    token = become(server, OwnDevice(), "Bea")
    named(server, token, "bea@home.example")
    clock.advance(60 * MINUTE + 1)
    late = server.call("POST", "/api/me/mail/confirm", token, body={"code": post.code_to("bea@home.example")})
    refused(late, 403, "mail/code")
    until(lambda: mail_of(server, token) == {"offered": True, "address": "", "asked": ""})


def test_an_address_stays_until_another_is_shown(server: Server, post: MailServer) -> None:
    token, address = written(server, post, "Cato")
    named(server, token, "cato@work.example")
    assert mail_of(server, token) == {"offered": True, "address": address, "asked": "cato@work.example"}
    post.away = True
    unsent = server.call("PUT", "/api/me/mail", token, body={"address": "cato@club.example"})
    post.away = False
    refused(unsent, 503, "mail/not-sent")
    assert mail_of(server, token) == {"offered": True, "address": address, "asked": ""}
    named(server, token, "cato@work.example")
    confirm(server, token, post.code_to("cato@work.example"))
    assert mail_of(server, token) == {"offered": True, "address": "cato@work.example", "asked": ""}


def test_who_has_lost_their_devices_is_themselves_again_by_a_letter(server: Server, post: MailServer) -> None:
    token, address = written(server, post, "Cleo")
    shown = server.call("POST", "/api/me/pairing", token).json()["code"]
    me = server.call("GET", "/api/me", token).json()["person"]
    for asked in (address.upper(), "nobody@home.example"):
        answer = server.call("POST", "/api/people/mail", body={"address": asked})
        assert (answer.status_code, answer.content) == (204, b""), asked
    until(lambda: len(post.to(address)) == 2)
    assert post.to("nobody@home.example") == []
    assert f"\n{post.code_to(address)} (Cleo)\n" in post.text_to(address)
    for code in (post.code_to(address), shown):  # whoever asks by mail does not spoil what is shown elsewhere
        proved = OwnDevice().by_code(server, "pair", code)
        assert proved.json()["person"] == me, proved.text
        refused(OwnDevice().by_code(server, "pair", code), 403, "person/code")


def test_nobody_is_buried_under_letters(server: Server, post: MailServer) -> None:
    """Whoever asks for them, in whatever way, under whatever name: an address that is somebody's is no other."""
    _, address = written(server, post, "Dag")
    for asked in ("dag+1@home.example", "d.a.g@home.example"):
        named(server, become(server, OwnDevice(), "Mallory"), asked)
    for who in (address, "dag+2@home.example"):
        refused(server.call("POST", "/api/people/mail", body={"address": who}), 429, "mail/too-many")
    token = become(server, OwnDevice(), "Mallory")
    refused(server.call("PUT", "/api/me/mail", token, body={"address": address}), 429, "mail/too-many")
    for _ in range(3):
        server.call("POST", "/api/people/mail", body={"address": "unknown@home.example"})
    unknown = server.call("POST", "/api/people/mail", body={"address": "unknown@home.example"})
    refused(unknown, 429, "mail/too-many")
    assert len(post.to(address)) == 1


def test_who_asks_for_codes_all_the_time_has_to_wait(tmp_path: Path, post: MailServer) -> None:
    limits = replace(GENEROUS, codes_burst=2, codes_per_hour=1)
    with served(tmp_path, limits=limits, mail=post.url, mail_from=SENDER) as server:
        for number in range(2):
            server.call("POST", "/api/people/mail", body={"address": f"one{number}@home.example"})
        last = server.call("POST", "/api/people/mail", body={"address": "another@home.example"})
        refused(last, 429, "server/too-many-codes")


def test_a_mail_server_that_is_away_loses_nothing(server: Server, post: MailServer, clock: Clock) -> None:
    token, address = written(server, post, "Dina")
    post.away, before = True, post.turned_away
    waits(server, token, clock)
    until(lambda: post.turned_away == before + 1)
    post.away = False
    until(lambda: told_at(server, token) == clock() + 2 * MINUTE * 1000)
    clock.advance(2 * MINUTE)
    until(lambda: len(post.to(address)) == 2)
    assert mail_of(server, token) == {"offered": True, "address": address, "asked": ""}


def told_at(server: Server, token: str) -> int:
    """When they are told of the one thing that they are to be told."""
    (notice,) = server.call("GET", "/api/me/everything", token).json()["notices"]
    due: int = notice["due_at"]
    return due


def test_an_address_that_is_nobodys_or_no_address_is_told(server: Server, post: MailServer) -> None:
    token = become(server, OwnDevice(), "Dov")
    post.refused["gone@home.example"] = "550 nobody here is called so"
    asked = server.call("PUT", "/api/me/mail", token, body={"address": "gone@home.example"})
    refused(asked, 503, "mail/not-sent")
    assert mail_of(server, token) == {"offered": True, "address": "", "asked": ""}
    refused(server.call("PUT", "/api/me/mail", token, body={"address": "nobody"}), 400, "mail/address")


def test_letters_lead_to_the_page_that_has_asked(server: Server, post: MailServer, clock: Clock) -> None:
    token, body = become(server, OwnDevice(), "Eli"), {"address": "eli@home.example"}
    behind_a_proxy = {"host": "localhost", "origin": "https://localhost", "authorization": f"Bearer {token}"}
    assert server.http.put("/api/me/mail", headers=behind_a_proxy, json=body).status_code == 200
    no_page = {"host": f"[fe80::1%{'a' * 300}]", "authorization": f"Bearer {token}"}
    refused(server.http.put("/api/me/mail", headers=no_page, json=body), 400, "mail/page")
    confirm(server, token, post.code_to("eli@home.example"))
    table = waits(server, token, clock)
    until(lambda: len(post.to("eli@home.example")) == 2)
    assert f"\nhttps://localhost/#/table/{table}\n" in post.text_to("eli@home.example")


def test_everything_and_forgetting_know_of_it(server: Server, post: MailServer, clock: Clock) -> None:
    token, address = written(server, post, "Eve")
    assert server.call("GET", "/api/me/everything", token).json()["mail"]["address"] == address
    server.call("DELETE", "/api/me", token)
    assert server.call("POST", "/api/people/mail", body={"address": address}).status_code == 204
    a_round_passes(server, post, clock, "Flo")
    assert len(post.to(address)) == 1


def test_a_host_without_mail_says_so(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        token = become(server, OwnDevice())
        assert mail_of(server, token) == {"offered": False, "address": "", "asked": ""}
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


ANYWHERE = "0.0.0.0"  # which is this machine as well, but does not say so


def letter(address: str = "ada@home.example") -> EmailMessage:
    return confirming(address, "AAAAA-BBBBB", "fr")


def sent(url: str, what: EmailMessage | None = None) -> Delivery:
    async def send() -> Delivery:
        client = SmtpClient(smtp_config(url, SENDER))
        try:
            return await client.send(what or letter())
        finally:
            await client.close()

    return asyncio.run(send())


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        ("550 nobody here is called so", Delivery.REFUSED),
        ("550 5.1.1 nobody here is called so", Delivery.REFUSED),
        ("550 5.7.1 we do not know you", Delivery.LATER),
        ("554 5.7.1 relay access denied", Delivery.LATER),
        ("450 come again later", Delivery.LATER),
        ("452 4.2.2 the box is full", Delivery.LATER),
    ],
)
def test_what_is_said_of_an_address_is_no_matter_of_others(post: MailServer, said: str, becomes: Delivery) -> None:
    post.refused["x@home.example"] = said
    assert sent(post.url, letter("x@home.example")) is becomes
    assert sent(post.url) is Delivery.TAKEN


def test_who_takes_nothing_is_told_to_the_host_without_an_address(
    post: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    post.away = True
    try:
        assert sent(post.url) is Delivery.AWAY
    finally:
        post.away = False
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    assert sent(f"smtp://127.0.0.1:{port}") is Delivery.AWAY
    assert [entry.getMessage() for entry in caplog.records if entry.name == "ewala.server"] == [
        "the mail server takes no letters: SMTPSenderRefused 421",
        "the mail server takes no letters: ConnectionRefusedError 111",
    ]


def test_who_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "WITHIN", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert sent(f"smtp://127.0.0.1:{silent.getsockname()[1]}") is Delivery.AWAY


def test_a_password_is_said_to_this_machine_or_encrypted(post: MailServer) -> None:
    assert sent(f"smtp://host:s%3Acret@{ANYWHERE}:{post.port}") is Delivery.AWAY
    assert post.passwords == []
    assert sent(f"smtp://host:s%3Acret@127.0.0.1:{post.port}") is Delivery.TAKEN
    assert post.passwords == [b"s:cret"]
    assert sent(f"smtp://{ANYWHERE}:{post.port}") is Delivery.TAKEN, "letters alone have no password"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of this machine; who trusts it is said in the environment, as for all programs here. With its key in one file."""
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    words += ["-subj", "/CN=mail", "-addext", f"subjectAltName=IP:127.0.0.1,IP:{ANYWHERE}", "-keyout", str(file)]
    subprocess.run([program("openssl"), *words, "-out", f"{file}.chain"], check=True, capture_output=True)
    file.write_text(Path(f"{file}.chain").read_text() + file.read_text())
    return file


@pytest.mark.parametrize(("scheme", "at_once"), [("smtp", False), ("smtps", True)])
def test_an_encrypted_line_is_one_to_the_right_server(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, at_once: bool
) -> None:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)
    with mail_server(tls, at_once=at_once) as post:
        url = f"{scheme}://host:secret@{ANYWHERE}:{post.port}"
        assert sent(url) is Delivery.AWAY, "anybody could have made this certificate"
        assert (post.letters, post.passwords) == ([], [])
        monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.chain")
        assert sent(url) is Delivery.TAKEN
        assert post.passwords == [b"secret"]


def test_any_mail_server_can_carry_it(post: MailServer) -> None:
    assert sent(post.url) is Delivery.TAKEN
    assert post.raw[-1].isascii()
    assert all(len(line) < 990 for line in post.raw[-1].splitlines())
    assert "jeux de société" in post.text_to("ada@home.example")
