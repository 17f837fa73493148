"""A mail server on this machine, which keeps every letter that it takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from ports import free_port

__all__ = ["MailServer", "mail_server"]


class MailServer:
    """`refused` addresses are nobody's; while it is `busy`, it takes nothing."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refused: set[str] = set()
        self.busy = False
        self.url = ""

    async def handle_RCPT(  # noqa: N802 (as the library calls it)
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.busy:
            return "450 come again later"
        if address in self.refused:
            return "550 nobody here is called so"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]


@contextmanager
def mail_server() -> Iterator[MailServer]:
    handler, port = MailServer(), free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    handler.url = f"smtp://127.0.0.1:{port}"
    try:
        yield handler
    finally:
        controller.stop()
