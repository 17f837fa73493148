"""Mail to people: to confirm an address, to recover an account, and notifications."""

import asyncio
import secrets

from sqlalchemy import ColumnElement, select

from ewala.server.features.accounts import NoSuchPerson, Person, find_person, new_mailed, people
from ewala.server.features.mail.addresses import (
    WRONG_CODE,
    Correspondent,
    MailView,
    address_row,
    ask_address,
    confirm_address,
    correspondent,
    drop_address,
    forget_unconfirmed,
    mail_addresses,
    note_delivery,
    people_at,
    put_back,
)
from ewala.server.features.mail.letters import confirming, person_in, recovering, stop_key, telling
from ewala.server.features.mail.smtp import Backoff, Delivery, SmtpClient, check_address, reader_of, smtp_config
from ewala.server.features.notifications import Message, Sent
from ewala.server.platform.edge.throttle import Quota
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable, TooMany, Unavailable

MAILED_LIFE = 15 * 60_000  # milliseconds: letters take their time
TRIED_AFTER = (0, 20, 60, 180)  # seconds: a code that a mail server does not take now is still good then
NO_MAIL = NotUsable("mail/none", "this host sends no mail")
NOT_SENT = Unavailable("mail/not-sent", "the letter could not be sent: try again later")
TOO_MANY = TooMany("mail/too-many", "too many letters to this address: wait a while", 3600)


class Mailing:
    """Writes to all people of a server."""

    def __init__(self, registry: TableRegistry) -> None:
        config, limits = registry.config, registry.config.limits
        self._registry = registry
        self._server = SmtpClient(smtp_config(config.mail, config.mail_from)) if config.mail else None
        self._letters = Quota(limits.letters_per_day / 24, limits.letters_burst, TOO_MANY)
        self._backoff = Backoff()

    @property
    def offered(self) -> bool:
        return self._server is not None

    def check(self, address: str) -> str:
        """The address as it is written to; raises NotUsable for what is none, or where no mail is sent."""
        self._must_be_offered()
        return check_address(address)

    async def close(self) -> None:
        if self._server is not None:
            await self._server.close()

    async def look(self, person: str) -> MailView:
        row = await self._registry.ask(address_row, person)
        return MailView(self.offered) if row is None else MailView(self.offered, row.address, row.asked)

    async def name(self, person: Person, address: str, origin: str) -> MailView:
        """Somebody says that this is their address; a code is on its way there."""
        server, address = self._must_be_offered(), check_address(address)
        self.take_letter(address)
        code = await self._registry.change(ask_address, person.id, address, origin, self._registry.now())
        if await server.send(confirming(address, code, person.profile.language)) is not Delivery.TAKEN:
            self._letters.give_back(reader_of(address))
            await self._registry.change(put_back, person.id, code)
            raise NOT_SENT
        return await self.look(person.id)

    async def confirm(self, person: str, code: str) -> MailView:
        """Raises NotProved unless this is the code that was sent."""
        if not await self._registry.change(confirm_address, person, code, self._registry.now()):
            raise WRONG_CODE
        return await self.look(person)

    def take_letter(self, address: str) -> None:
        """Count a letter to an address; raises TooMany."""
        self._letters.use(reader_of(self.check(address)))

    async def recover(self, address: str, now: int) -> None:
        """Write to the people of an address, if there are any. The one who asks does not learn whether there are."""
        server, ask = self._must_be_offered(), self._registry.ask
        try:
            named = [await ask(find_person, one) for one in await ask(people_at, check_address(address))]
            found = [person for person in named if person is not None]
            codes = {
                await self._registry.change(new_mailed, person.id, now, MAILED_LIFE): person.profile.name
                for person in found
            }
            for pause in TRIED_AFTER if codes else ():
                await asyncio.sleep(pause)
                if await self._write(server, found[0], codes) is not Delivery.AWAY:
                    return
        except (NoSuchPerson, Unavailable):
            pass  # they were forgotten a moment ago, or the database is away: that is known, and told

    async def _write(self, server: SmtpClient, person: Person, codes: dict[str, str]) -> Delivery:
        found = await self._registry.ask(correspondent, person.id)
        if found is None:
            raise NoSuchPerson
        return await server.send(recovering(found.address, codes, person.profile.language))

    def reachable(self) -> ColumnElement[bool]:
        theirs = select(mail_addresses.c.person_id).where(mail_addresses.c.person_id == people.c.id)
        return theirs.where(mail_addresses.c.address != "").exists()

    async def send(self, person: str, message: Message, now: int) -> Sent:
        """Notify somebody, if they have an address."""
        if self._server is None:
            return Sent(False, None)
        found = await self._registry.ask(correspondent, person)
        known = await self._registry.ask(find_person, person)
        if found is None or known is None:
            return Sent(False, None)
        if (again := max(found.not_before, self._backoff.not_before)) > now:
            return Sent(False, again)
        begun = self._backoff.begin(now)
        stop = await self._stop_key(person, found)
        letter = telling(found.address, message, found.origin, stop, known.profile.language)
        outcome = await self._server.send(letter)
        if outcome is Delivery.AWAY:
            return Sent(False, self._backoff.failed(begun, now))  # which is no fault of the address
        self._backoff.worked()
        noted = await self._registry.change(note_delivery, person, found.address, outcome, now)
        return Sent(outcome is Delivery.TAKEN, noted)

    async def stop(self, key: str) -> None:
        """Send no more letters to the person of this key; a wrong key does nothing."""
        person = person_in(key)
        if not person.isascii() or not person.isalnum() or not key.isascii():
            return
        found = await self._registry.ask(correspondent, person)
        if found is not None and secrets.compare_digest((await self._stop_key(person, found)).encode(), key.encode()):
            await self._registry.change(drop_address, person)

    async def tidy(self, now: int) -> None:
        """Forget what nobody has shown to be theirs in time."""
        if self.offered:
            await self._registry.change(forget_unconfirmed, now)

    def _must_be_offered(self) -> SmtpClient:
        if self._server is None:
            raise NO_MAIL
        return self._server

    async def _stop_key(self, person: str, found: Correspondent) -> str:
        return stop_key(await self._registry.secret("mail"), person, found.address)
