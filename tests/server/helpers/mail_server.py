"""A mail server on this machine, which keeps every letter that it takes."""

import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from processes import free_port

CODE = re.compile(r"\b[A-Z0-9]{5}-[A-Z0-9]{5}\b")


class MailServer:
    """`refused` addresses are nobody's, `full` ones take nothing now; while it is `away`, it takes nothing for anybody,
    and counts how often that was tried."""

    def __init__(self, port: int) -> None:
        self.port, self.url = port, f"smtp://127.0.0.1:{port}"
        self.letters: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refused: dict[str, str] = {}  # what is said of them
        self.away = False
        self.turned_away = 0
        self.passwords: list[bytes] = []

    async def handle_MAIL(  # noqa: N802 (as the library calls it)
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.away:
            self.turned_away += 1
            return f"421 nothing of {address} now"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.raw.append(envelope.content)
        self.letters.append(letter)
        return "250 OK"

    def note_password(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.passwords.append(data.password)
        return AuthResult(success=True)

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]

    def text_to(self, address: str) -> str:
        """What the last letter there says."""
        text: str = self.to(address)[-1].get_content()
        return text.replace("\r\n", "\n")

    def code_to(self, address: str) -> str:
        """The code in the last letter there."""
        found = CODE.search(self.text_to(address))
        assert found
        return found[0]


@contextmanager
def mail_server(tls: ssl.SSLContext | None = None, *, at_once: bool = False) -> Iterator[MailServer]:
    """With `tls` it offers to encrypt the line, or `at_once` takes no other."""
    handler = MailServer(free_port())
    settings: dict[str, Any] = {"authenticator": handler.note_password, "auth_require_tls": False}
    if tls is not None:
        settings["ssl_context" if at_once else "tls_context"] = tls
    controller = Controller(handler, hostname="127.0.0.1", port=handler.port, **settings)
    controller.start()
    try:
        yield handler
    finally:
        controller.stop()
