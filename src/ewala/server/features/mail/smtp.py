"""Who takes letters: the host's own mail server, over SMTP. Each letter is a connection of its own, in a thread."""

import asyncio
import logging
import smtplib
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from enum import Enum, auto
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from ewala.core.sentences import Sentence
from ewala.server.features.mail.addresses import check_address
from ewala.tables.problems import NotUsable

log = logging.getLogger("ewala.server")

WITHIN = 10.0  # seconds for a letter, from the first byte to the last
IN_LINE = 10.0  # seconds that it may wait for its turn, besides
AT_ONCE = 4  # letters
NOBODY = (550, 551, 553)  # how mail servers say that nobody has such an address …
BY_POLICY = b"5.7."  # … unless they go on like this: then it is the host whom they do not want


class Delivery(Enum):
    """What becomes of a letter."""

    TAKEN = auto()
    REFUSED = auto()  # nobody has this address
    LATER = auto()  # nothing is taken for this address now
    AWAY = auto()  # nothing is taken for anybody now


class NotEncrypted(smtplib.SMTPException):
    """The password would be read by others."""


class SmtpConfig(NamedTuple):
    """Where it is, who one is there, and from whom letters come."""

    host: str
    port: int
    encrypted: bool  # from the first byte; else as soon as the server offers it
    user: str
    password: str
    sender: str

    @property
    def domain(self) -> str:
        return self.sender.partition("@")[2]

    @property
    def is_here(self) -> bool:
        """Whether what is said to it stays on this machine."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def office_at(url: str, sender: str) -> SmtpConfig:
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
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return SmtpConfig(parts.hostname, port, parts.scheme == "smtps", user, password, check_address(sender))


class _Smtp(smtplib.SMTP):
    """All that is said there together ends in time, not only each step."""

    def __init__(self, **where: Any) -> None:
        self._until = time.monotonic() + WITHIN
        super().__init__(timeout=WITHIN, **where)

    def getreply(self) -> tuple[int, bytes]:
        if self.sock is not None:
            self.sock.settimeout(max(self._until - time.monotonic(), 0.001))
        return super().getreply()


class _Smtps(_Smtp, smtplib.SMTP_SSL):
    pass


class PostOffice:
    """Takes letters for it, some at a time. Its threads are its own: a mail server that is slow holds up nothing but
    letters."""

    def __init__(self, office: SmtpConfig) -> None:
        self._office = office
        self._threads = ThreadPoolExecutor(AT_ONCE, "letters")

    async def send(self, letter: EmailMessage) -> Delivery:
        """What becomes of a letter, which has everything but who sends it and when."""
        letter["From"] = self._office.sender
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=self._office.domain)  # this machine's own name is nobody's matter
        try:
            async with asyncio.timeout(IN_LINE + WITHIN):
                return await asyncio.get_running_loop().run_in_executor(self._threads, self._send, letter)
        except TimeoutError:
            return Delivery.AWAY

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, letter: EmailMessage) -> Delivery:
        try:
            server = self._connected()
        except (smtplib.SMTPException, OSError) as error:
            return _away(error)
        try:
            server.send_message(letter)
        except smtplib.SMTPRecipientsRefused as refused:
            said = refused.recipients.values()
            nobody = all(code in NOBODY and not words.startswith(BY_POLICY) for code, words in said)
            return Delivery.REFUSED if nobody else Delivery.LATER
        except smtplib.SMTPDataError:
            return Delivery.LATER  # it may be this letter that is not liked
        except (smtplib.SMTPException, OSError) as error:
            return _away(error)
        finally:  # what was taken was taken, whether or not the other side says goodbye
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()
        return Delivery.TAKEN

    def _connected(self) -> smtplib.SMTP:
        office, tls = self._office, ssl.create_default_context()
        where: dict[str, Any] = {"host": office.host, "port": office.port, "local_hostname": office.domain}
        server = _Smtps(**where, context=tls) if office.encrypted else _Smtp(**where)
        try:
            server.ehlo_or_helo_if_needed()
            safe = office.encrypted or office.is_here
            if not office.encrypted and server.has_extn("starttls"):
                server.starttls(context=tls)
                safe = True
            if office.user and not safe:
                raise NotEncrypted
            if office.user:
                server.login(office.user, office.password)
        except BaseException:
            server.close()
            raise
        return server


def _away(error: Exception) -> Delivery:
    """Told to the host, without the words of an error: there may be somebody's address in them."""
    code = getattr(error, "smtp_code", None) or getattr(error, "errno", None)
    log.warning("the mail server takes no letters: %s%s", type(error).__name__, f" {code}" if code else "")
    return Delivery.AWAY
