"""Who takes letters: the host's own mail server, over SMTP. Each letter is a connection of its own, in a thread."""

import asyncio
import smtplib
import ssl
from contextlib import suppress
from email.headerregistry import Address
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ewala.core.sentences import Sentence
from ewala.server.push.posting import Posted
from ewala.server.wire.problems import NotUsable

__all__ = ["LONGEST_ADDRESS", "PostOffice", "check_address", "post_office_at"]

WITHIN = 10.0  # seconds for each step
AT_ONCE = 4  # letters
LONGEST_ADDRESS = 254
NOT_AN_ADDRESS = NotUsable("mail/address", Sentence("a mail address looks like ada@example.org"))


def check_address(text: str) -> str:
    """A mail address as it is written to; raises NotUsable. One that nobody reads is found out by its confirmation."""
    text = text.strip()
    name, _, domain = text.rpartition("@")
    if not (name and "." in domain) or len(text) > LONGEST_ADDRESS or not text.isascii() or not text.isprintable():
        raise NOT_AN_ADDRESS
    try:
        Address(addr_spec=text)
    except (ValueError, IndexError):
        raise NOT_AN_ADDRESS from None
    if any(letter in text for letter in ' ,;<>()[]\\"'):
        raise NOT_AN_ADDRESS
    return text


class PostOffice(NamedTuple):
    """Where it is, who one is there, and from whom letters come."""

    host: str
    port: int
    encrypted: bool  # from the first byte; else as soon as the server offers it
    user: str
    password: str
    sender: str

    async def send(self, letter: EmailMessage) -> Posted:
        """What becomes of a letter, which has everything but who sends it."""
        letter["From"] = self.sender
        async with _line():
            return await asyncio.to_thread(self._send, letter)

    def _send(self, letter: EmailMessage) -> Posted:
        try:
            with self._connected() as server:
                server.send_message(letter)
        except smtplib.SMTPRecipientsRefused as refused:
            codes = [code for code, _ in refused.recipients.values()]
            return Posted.GONE if codes and all(500 <= code < 600 for code in codes) else Posted.FAILED
        except (smtplib.SMTPException, OSError, ValueError):
            return Posted.FAILED
        return Posted.TAKEN

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=WITHIN, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=WITHIN)
        try:
            if not self.encrypted:
                server.ehlo()
                if server.has_extn("starttls"):
                    server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
        except BaseException:
            with suppress(smtplib.SMTPException, OSError):
                server.close()
            raise
        return server


_lines: dict[int, asyncio.Semaphore] = {}


def _line() -> asyncio.Semaphore:
    """One for each loop: in tests there are several."""
    return _lines.setdefault(id(asyncio.get_running_loop()), asyncio.Semaphore(AT_ONCE))


def post_office_at(url: str, sender: str) -> PostOffice:
    """Read where it is, `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`; raises NotUsable."""
    wrong = NotUsable(
        "server/mail", Sentence("a mail server is written as smtp://USER:PASSWORD@HOST:PORT, or smtps://")
    )
    try:
        parts = urlsplit(url)
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise wrong
    if not sender:
        raise NotUsable("server/mail", Sentence("say from whom letters come: --mail-from host@example.org"))
    check_address(sender)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return PostOffice(parts.hostname, port, parts.scheme == "smtps", user, password, sender)
