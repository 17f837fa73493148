"""The host's mail server, over SMTP. Each letter is a connection of its own, in a thread."""

import asyncio
import logging
import re
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

from ewala.server.features.notifications import again_after
from ewala.tables.problems import NotUsable

log = logging.getLogger("ewala.server")

LONGEST_ADDRESS, LONGEST_NAME = 254, 64  # of it the part before the sign
ATOM = r"[A-Za-z0-9#$&'*+/=?^_`{|}~-]+"  # neither ! nor %, by which old servers were asked to pass letters on
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"({ATOM}(?:\.{ATOM})*)@(?:{LABEL}\.)+(?!\d+$){LABEL}")
NOT_AN_ADDRESS = NotUsable("mail/address", "a mail address looks like ada@example.org")

WITHIN = 10.0  # seconds for a letter, from the first byte to the last
IN_LINE = 10.0  # seconds that it may wait for its turn, besides
AT_ONCE = 4  # letters
MOST_BACKOFF = 5  # failures in a row that count: then it is tried every half hour
NOBODY = (550, 551, 553)  # how mail servers say that nobody has such an address …
BY_POLICY = b"5.7."  # … unless they go on like this: then it is the host whom they do not want


def check_address(text: str) -> str:
    """A mail address as it is written to; raises NotUsable. One that nobody reads is found out by its confirmation."""
    text = text.strip(" ")
    found = ADDRESS.fullmatch(text)
    if found is None or len(text) > LONGEST_ADDRESS or len(found[1]) > LONGEST_NAME:
        raise NOT_AN_ADDRESS
    return text


def reader_of(address: str) -> str:
    """The same text for all spellings of an address that reach one reader: limits on letters count them as one."""
    name, _, domain = address.lower().partition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{domain}"


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


def smtp_config(url: str, sender: str) -> SmtpConfig:
    """Read `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`; raises NotUsable."""
    wrong = NotUsable("server/mail", "a mail server is written as smtp://USER:PASSWORD@HOST:PORT, or smtps://")
    try:
        parts = urlsplit(url)
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise wrong
    if not sender:
        raise NotUsable("server/mail", "say from whom letters come: --mail-from host@example.org")
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


class SmtpClient:
    """Sends letters, some at a time, in threads of its own: a slow mail server holds up nothing but letters."""

    def __init__(self, config: SmtpConfig) -> None:
        self._config = config
        self._threads = ThreadPoolExecutor(AT_ONCE, "letters")

    async def send(self, letter: EmailMessage) -> Delivery:
        """What becomes of a letter, which has everything but who sends it and when."""
        letter["From"] = self._config.sender
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=self._config.domain)  # this machine's own name is nobody's matter
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
        config, tls = self._config, ssl.create_default_context()
        where: dict[str, Any] = {"host": config.host, "port": config.port, "local_hostname": config.domain}
        server = _Smtps(**where, context=tls) if config.encrypted else _Smtp(**where)
        try:
            server.ehlo_or_helo_if_needed()
            safe = config.encrypted or config.is_here
            if not config.encrypted and server.has_extn("starttls"):
                server.starttls(context=tls)
                safe = True
            if config.user and not safe:
                raise NotEncrypted
            if config.user:
                server.login(config.user, config.password)
        except BaseException:
            server.close()
            raise
        return server


def _away(error: Exception) -> Delivery:
    """Told to the host, without the words of an error: there may be somebody's address in them."""
    code = getattr(error, "smtp_code", None) or getattr(error, "errno", None)
    log.warning("the mail server takes no letters: %s%s", type(error).__name__, f" {code}" if code else "")
    return Delivery.AWAY


class Backoff:
    """A mail server that takes nothing is tried less and less often, by all letters together. Times are in
    milliseconds."""

    def __init__(self) -> None:
        self.not_before = 0
        self._failures = 0  # in a row

    def begin(self, now: int) -> int:
        """A letter is on its way; what is to be said if it fails. After failures this one letter finds out whether
        they are over, and the others wait for what it finds."""
        if self._failures:
            self.not_before = self._again(now)
        return self._failures

    def failed(self, begun: int, now: int) -> int:
        """Nothing was taken; when that is tried again. Letters that were on their way together count once."""
        if begun == self._failures:
            self._failures = min(begun + 1, MOST_BACKOFF)
            self.not_before = self._again(now)
        return self.not_before

    def worked(self) -> None:
        self.not_before = self._failures = 0

    def _again(self, now: int) -> int:
        return again_after(self._failures, now) or now
