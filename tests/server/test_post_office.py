"""Letters on their way to a mail server: what becomes of them, how long that takes, and who may hear the password."""

import asyncio
import socket
import ssl
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from mail_server import MailServer, mail_server
from programs import program

from ewala.server.features.mail import smtp
from ewala.server.features.mail.letters import confirming
from ewala.server.features.mail.smtp import Delivery, SmtpClient, smtp_config

SENDER = "ewala@club.example"
ANYWHERE = "0.0.0.0"  # which is this machine as well, but does not say so


@pytest.fixture(scope="module")
def post() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


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
