"""Mail addresses of people, once they have shown that an address is theirs."""

import hmac
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Row, delete, insert, select, update

from ewala.core.sentences import Sentence
from ewala.server.features.accounts import NoSuchPerson, NotProved, changing, digest_of_code, new_code
from ewala.server.features.mail.schema import mail_addresses
from ewala.server.features.mail.smtp import Delivery
from ewala.server.features.notifications import MOST_FAILURES, again_after
from ewala.server.platform.storage.transactions import Repository

LIFE = 60 * 60_000  # milliseconds in which a code is good
GROUPS = 2  # of letters and digits in a code
TRIES = 5  # at a code
APART = 5 * 60_000  # milliseconds between letters that tell somebody something
MOST_AT_ONE = 20  # people who are found by an address
WRONG_CODE = NotProved("mail/code", Sentence("this is not the code that was sent last, or it is not good any more"))
NOTHING_ASKED = {"asked": "", "code_digest": "", "code_until": 0, "tries": 0}


class MailView(msgspec.Struct, frozen=True):
    """Where somebody is written to; no address, if nowhere."""

    offered: bool  # whether this host sends mail
    address: str = ""
    asked: str = ""  # where a code was sent that was not shown yet


class Correspondent(NamedTuple):
    """Somebody who is written to, and the page that letters lead to."""

    address: str
    origin: str
    not_before: int


def _digest(code: str) -> str:
    return digest_of_code("mail", code)


class AddressBook(Repository):
    def put(self, person: str, address: str, origin: str, now: int) -> str:
        """Their address, once they have shown the code that this returns; until then it is the one that they had."""
        code = new_code(GROUPS)
        asked = {"asked": address, "code_digest": _digest(code), "code_until": now + LIFE, "tries": TRIES}
        theirs = mail_addresses.c.person_id == person
        with changing(self._engine, person) as connection:
            values: dict[str, object] = {**asked, "origin": origin}
            if connection.execute(update(mail_addresses).where(theirs).values(**values)).rowcount == 0:
                values |= {"address": "", "lookup": "", "failures": 0, "not_before": 0}
                connection.execute(insert(mail_addresses).values(person_id=person, **values))
        return code

    def put_back(self, person: str, code: str) -> None:
        """This code was not sent: nothing was asked."""
        this = (mail_addresses.c.person_id == person, mail_addresses.c.code_digest == _digest(code))
        with changing(self._engine, person) as connection:
            connection.execute(delete(mail_addresses).where(*this, mail_addresses.c.address == ""))
            connection.execute(update(mail_addresses).where(*this).values(**NOTHING_ASKED))

    def confirm(self, person: str, code: str, now: int) -> None:
        """The address is theirs; raises NotProved."""
        theirs, right = mail_addresses.c.person_id == person, False
        good = (mail_addresses.c.asked != "", mail_addresses.c.code_until >= now, mail_addresses.c.tries > 0)
        with changing(self._engine, person) as connection:
            row = connection.execute(select(mail_addresses).where(theirs, *good)).one_or_none()
            if row is not None:
                right = hmac.compare_digest(row.code_digest, _digest(code))
                shown = {"address": row.asked, "lookup": row.asked.lower(), "failures": 0, "not_before": 0}
                values = {**shown, **NOTHING_ASKED} if right else {"tries": row.tries - 1}
                connection.execute(update(mail_addresses).where(theirs).values(**values))
        if not right:
            raise WRONG_CODE

    def take(self, person: str) -> None:
        with changing(self._engine, person) as connection:
            connection.execute(delete(mail_addresses).where(mail_addresses.c.person_id == person))

    def tidy(self, now: int) -> None:
        """Of addresses that nobody has shown to be theirs in time, nothing is kept: they may be anybody's."""
        late = (mail_addresses.c.asked != "", mail_addresses.c.code_until < now)
        with self._engine.begin() as connection:
            connection.execute(delete(mail_addresses).where(*late, mail_addresses.c.address == ""))
            connection.execute(update(mail_addresses).where(*late).values(**NOTHING_ASKED))

    def of(self, person: str, *, offered: bool) -> MailView:
        row = self._row(person)
        return MailView(offered) if row is None else MailView(offered, row.address, row.asked)

    def reachable(self, person: str) -> Correspondent | None:
        row = self._row(person)
        return Correspondent(row.address, row.origin, row.not_before) if row is not None and row.address else None

    def people_at(self, address: str) -> Sequence[str]:
        """Who has shown that this address is theirs, whatever the case."""
        asked = select(mail_addresses.c.person_id).where(mail_addresses.c.lookup == address.lower())
        with self._engine.connect() as connection:
            found = connection.execute(asked.order_by(mail_addresses.c.person_id).limit(MOST_AT_ONE))
            return found.scalars().all()

    def note(self, person: str, address: str, outcome: Delivery, now: int) -> int | None:
        """What has become of a letter; when they may be written to again, if it is still their address. It is forgotten
        when nobody has had it for two days: a mail server may be wrong for a while."""
        this = (mail_addresses.c.person_id == person, mail_addresses.c.address == address)
        try:
            with changing(self._engine, person) as connection:
                before = connection.execute(select(mail_addresses.c.failures).where(*this)).scalar()
                if before is None:
                    return None
                failures = 0 if outcome is Delivery.TAKEN else before + 1
                if failures >= MOST_FAILURES and outcome is Delivery.REFUSED:
                    connection.execute(delete(mail_addresses).where(*this))
                    return None
                again = again_after(min(failures, MOST_FAILURES - 1), now) if failures else now + APART
                connection.execute(update(mail_addresses).where(*this).values(failures=failures, not_before=again))
                return again
        except NoSuchPerson:
            return None  # they were forgotten a moment ago

    def _row(self, person: str) -> Row[tuple[object, ...]] | None:
        with self._engine.connect() as connection:
            return connection.execute(select(mail_addresses).where(mail_addresses.c.person_id == person)).one_or_none()
