"""Mail addresses of people: of those who want to be written to, once they have shown that it is theirs."""

import hashlib
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine, Row, delete, insert, select, update

from ewala.core.sentences import Sentence
from ewala.server.people.changing import changing
from ewala.server.people.codes import letters_of
from ewala.server.people.proofs import NotProved
from ewala.server.push.posting import Posted, again_after
from ewala.server.storage.schema import mail_addresses
from ewala.server.tables.keys import new_name

__all__ = ["AddressBook", "Correspondent", "MailView"]

LIFE = 60 * 60_000  # milliseconds in which a code is good
GROUP = 5
TRIES = 5  # at a code
WRONG_CODE = NotProved("mail/code", Sentence("this is not the code that was sent last, or it is not good any more"))


class MailView(msgspec.Struct, frozen=True):
    """Where somebody is written to; no address, if nowhere."""

    offered: bool  # whether this host sends mail
    address: str = ""
    confirmed: bool = False


class Correspondent(NamedTuple):
    """Somebody who is written to, and the page that letters lead to."""

    address: str
    origin: str
    not_before: int


def _digest(code: str) -> str:
    return hashlib.sha256(f"ewala mail {letters_of(code)}".encode()).hexdigest()


class AddressBook:
    """That of a database. Methods run in threads: each is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, person: str, address: str, origin: str, now: int) -> str:
        """Their address from now on, once they have shown the code that this returns."""
        code = f"{new_name(GROUP)}-{new_name(GROUP)}".upper()
        row = {
            "address": address,
            "lookup": address.lower(),
            "origin": origin,
            "code_digest": _digest(code),
            "code_until": now + LIFE,
            "tries": TRIES,
            "confirmed": 0,
            "failures": 0,
            "not_before": 0,
        }
        with changing(self._engine, person) as connection:
            connection.execute(delete(mail_addresses).where(mail_addresses.c.person_id == person))
            connection.execute(insert(mail_addresses).values(person_id=person, **row))
        return code

    def confirm(self, person: str, code: str, now: int) -> None:
        """The address is theirs; raises NotProved."""
        theirs = mail_addresses.c.person_id == person
        with changing(self._engine, person) as connection:
            row = connection.execute(select(mail_addresses).where(theirs)).one_or_none()
            right = row is not None and row.code_digest == _digest(code) and row.code_until >= now and row.tries > 0
            if right:
                values: dict[str, object] = {"confirmed": 1, "code_digest": "", "code_until": 0}
                connection.execute(update(mail_addresses).where(theirs).values(**values))
            else:
                connection.execute(update(mail_addresses).where(theirs).values(tries=mail_addresses.c.tries - 1))
        if not right:
            raise WRONG_CODE

    def take(self, person: str) -> None:
        with changing(self._engine, person) as connection:
            connection.execute(delete(mail_addresses).where(mail_addresses.c.person_id == person))

    def of(self, person: str, *, offered: bool) -> MailView:
        row = self._row(person)
        return MailView(offered) if row is None else MailView(offered, row.address, bool(row.confirmed))

    def reachable(self, person: str) -> Correspondent | None:
        row = self._row(person)
        if row is None or not row.confirmed:
            return None
        return Correspondent(row.address, row.origin, row.not_before)

    def people_at(self, address: str) -> list[str]:
        """Whose confirmed address it is, whatever the case."""
        asked = select(mail_addresses.c.person_id).where(
            mail_addresses.c.lookup == address.lower(), mail_addresses.c.confirmed == 1
        )
        with self._engine.connect() as connection:
            return list(connection.execute(asked.order_by(mail_addresses.c.person_id)).scalars())

    def note(self, person: str, address: str, outcome: Posted, now: int) -> int | None:
        """What has become of a letter; when they may be written to again, if it is still their address."""
        this = (mail_addresses.c.person_id == person, mail_addresses.c.address == address)
        with self._engine.begin() as connection:
            before = connection.execute(select(mail_addresses.c.failures).where(*this)).scalar()
            if before is None:
                return None
            failures = 0 if outcome is Posted.TAKEN else before + 1
            again = again_after(failures, now) if outcome is not Posted.GONE else None
            if again is None:
                connection.execute(delete(mail_addresses).where(*this))
            else:
                connection.execute(update(mail_addresses).where(*this).values(failures=failures, not_before=again))
            return again

    def _row(self, person: str) -> Row[tuple[object, ...]] | None:
        with self._engine.connect() as connection:
            return connection.execute(select(mail_addresses).where(mail_addresses.c.person_id == person)).one_or_none()
