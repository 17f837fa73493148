"""Mail addresses of people, once they have shown that an address is theirs."""

import hmac
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    Integer,
    Row,
    String,
    Table,
    delete,
    insert,
    select,
    update,
)

from ewala.server.features.accounts import NoSuchPerson, NotProved, digest_of_code, hold, new_code
from ewala.server.features.mail.smtp import Delivery
from ewala.server.features.notifications import MOST_FAILURES, again_after
from ewala.server.platform.storage.schema import metadata

LIFE = 60 * 60_000  # milliseconds in which a code is good
GROUPS = 2  # of letters and digits in a code
TRIES = 5  # at a code
APART = 5 * 60_000  # milliseconds between letters that tell somebody something
MOST_AT_ONE = 20  # people who are found by an address
WRONG_CODE = NotProved("mail/code", "this is not the code that was sent last, or it is not good any more")
NOTHING_ASKED = {"asked": "", "code_digest": "", "code_until": 0, "tries": 0}

# Where they are written to; with `lookup` who has lost their devices is found again.
mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),  # none until the first was shown to be theirs
    Column("lookup", String(254), nullable=False),  # the same in small letters
    Column("origin", String(300), nullable=False),  # of the page that letters lead to
    Column("asked", String(254), nullable=False),  # where a code was sent, until it was shown
    Column("code_digest", String(64), nullable=False),
    Column("code_until", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),  # that are left at that
    Column("failures", Integer, nullable=False),  # in a row
    Column("not_before", BigInteger, nullable=False),  # when the next letter may go there
    Index("ix_mail_addresses_lookup", "lookup"),
)


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


def ask_address(connection: Connection, person: str, address: str, origin: str, now: int) -> str:
    """Their address, once they have shown the code that this returns; until then it is the one that they had."""
    code = new_code(GROUPS)
    values: dict[str, object] = {"asked": address, "code_digest": _digest(code), "code_until": now + LIFE}
    values |= {"tries": TRIES, "origin": origin}
    hold(connection, person)
    if connection.execute(update(mail_addresses).where(_of(person)).values(**values)).rowcount == 0:
        values |= {"address": "", "lookup": "", "failures": 0, "not_before": 0}
        connection.execute(insert(mail_addresses).values(person_id=person, **values))
    return code


def put_back(connection: Connection, person: str, code: str) -> None:
    """This code was not sent: nothing was asked."""
    hold(connection, person)
    _forget_asked(connection, _of(person), mail_addresses.c.code_digest == _digest(code))


def confirm_address(connection: Connection, person: str, code: str, now: int) -> bool:
    """Whether the code is right: then the address is theirs."""
    good = (mail_addresses.c.asked != "", mail_addresses.c.code_until >= now, mail_addresses.c.tries > 0)
    hold(connection, person)
    row = connection.execute(select(mail_addresses).where(_of(person), *good)).one_or_none()
    if row is None:
        return False
    right = hmac.compare_digest(row.code_digest, _digest(code))
    shown = {"address": row.asked, "lookup": row.asked.lower(), "failures": 0, "not_before": 0}
    values = {**shown, **NOTHING_ASKED} if right else {"tries": row.tries - 1}
    connection.execute(update(mail_addresses).where(_of(person)).values(**values))
    return right


def drop_address(connection: Connection, person: str) -> None:
    hold(connection, person)
    connection.execute(delete(mail_addresses).where(_of(person)))


def forget_unconfirmed(connection: Connection, now: int) -> None:
    """Of addresses that nobody has shown to be theirs in time, nothing is kept: they may be anybody's."""
    _forget_asked(connection, mail_addresses.c.asked != "", mail_addresses.c.code_until < now)


def _forget_asked(connection: Connection, *these: ColumnElement[bool]) -> None:
    connection.execute(delete(mail_addresses).where(*these, mail_addresses.c.address == ""))
    connection.execute(update(mail_addresses).where(*these).values(**NOTHING_ASKED))


def address_row(connection: Connection, person: str) -> Row[Any] | None:
    return connection.execute(select(mail_addresses).where(_of(person))).one_or_none()


def correspondent(connection: Connection, person: str) -> Correspondent | None:
    row = address_row(connection, person)
    return Correspondent(row.address, row.origin, row.not_before) if row is not None and row.address else None


def people_at(connection: Connection, address: str) -> Sequence[str]:
    """Who has shown that this address is theirs, whatever the case."""
    asked = select(mail_addresses.c.person_id).where(mail_addresses.c.lookup == address.lower())
    return connection.execute(asked.order_by(mail_addresses.c.person_id).limit(MOST_AT_ONE)).scalars().all()


def note_delivery(connection: Connection, person: str, address: str, outcome: Delivery, now: int) -> int | None:
    """What has become of a letter; when they may be written to again, if it is still their address. It is forgotten
    when nobody has had it for two days: a mail server may be wrong for a while."""
    this = (_of(person), mail_addresses.c.address == address)
    try:
        hold(connection, person)
    except NoSuchPerson:
        return None  # they were forgotten a moment ago
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


def _digest(code: str) -> str:
    return digest_of_code("mail", code)


def _of(person: str) -> ColumnElement[bool]:
    return mail_addresses.c.person_id == person
