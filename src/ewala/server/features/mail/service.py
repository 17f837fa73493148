"""Mail to people: to confirm an address, to recover an account, and notifications."""

import asyncio
import secrets
from collections.abc import Sequence

from sqlalchemy import ColumnElement, select

from ewala.core.sentences import Sentence
from ewala.server.features.accounts import Codes, NoSuchPerson, Person, Register, people
from ewala.server.features.mail.addresses import AddressBook, MailView
from ewala.server.features.mail.letters import confirming, person_in, recovering, stop_key, telling
from ewala.server.features.mail.schema import mail_addresses
from ewala.server.features.mail.smtp import Backoff, Delivery, SmtpClient, check_address, reader_of, smtp_config
from ewala.server.features.notifications import Message, Sent
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.storage.transactions import own_secret
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable, TooMany, Unavailable

SECRET = "mail"
MAILED_LIFE = 15 * 60_000  # milliseconds: letters take their time
TRIED_AFTER = (0, 20, 60, 180)  # seconds: a code that a mail server does not take now is still good then
HOUR = 3600
NO_MAIL = NotUsable("mail/none", Sentence("this host sends no mail"))
NOT_SENT = Unavailable("mail/not-sent", Sentence("the letter could not be sent: try again later"))
TOO_MANY = TooMany("mail/too-many", Sentence("too many letters to this address: wait a while"), HOUR)


class Mailing:
    """For all people of a server."""

    def __init__(self, registry: TableRegistry) -> None:
        config, limits = registry.config, registry.config.limits
        self._ask = registry.ask
        self._server = SmtpClient(smtp_config(config.mail, config.mail_from)) if config.mail else None
        self._asked_for = RateLimiters(limits.letters_per_day / (24 * HOUR), limits.letters_burst)
        self._backoff = Backoff()

    @property
    def offered(self) -> bool:
        return self._server is not None

    def check(self, address: str) -> None:
        """Raises NotUsable for what is no address, or where no mail is sent."""
        self._must_be_offered()
        check_address(address)

    async def close(self) -> None:
        if self._server is not None:
            await self._server.close()

    async def look(self, person: str) -> MailView:
        return await self._ask(lambda engine: AddressBook(engine).of(person, offered=self.offered))

    async def name(self, person: Person, address: str, origin: str, now: int) -> MailView:
        """Somebody says that this is their address; a code is on its way there."""
        server, address = self._must_be_offered(), check_address(address)
        self._take_letter(address)
        code = await self._ask(lambda engine: AddressBook(engine).put(person.id, address, origin, now))
        if await server.send(confirming(address, code, person.profile.language)) is not Delivery.TAKEN:
            self._give_letter_back(address)
            await self._ask(lambda engine: AddressBook(engine).put_back(person.id, code))
            raise NOT_SENT
        return await self.look(person.id)

    async def confirm(self, person: str, code: str, now: int) -> MailView:
        await self._ask(lambda engine: AddressBook(engine).confirm(person, code, now))
        return await self.look(person)

    async def take(self, person: str) -> None:
        await self._ask(lambda engine: AddressBook(engine).take(person))

    def take_letter(self, address: str) -> None:
        """Whoever asks for a letter to an address, and whosever it is: raises TooMany."""
        self._must_be_offered()
        self._take_letter(check_address(address))

    async def recover(self, address: str, now: int) -> None:
        """Write to whose address it is, if it is anybody's; whoever asks is not told which."""
        server, address = self._must_be_offered(), check_address(address)
        try:
            found = [person for one in await self._people_at(address) if (person := await self._named(one))]
            codes = {await self._new_code(person.id, now): person.profile.name for person in found}
            for pause in TRIED_AFTER if codes else ():
                await asyncio.sleep(pause)
                if await self._write(server, found[0], codes) is not Delivery.AWAY:
                    return
        except (NoSuchPerson, Unavailable):
            pass  # they were forgotten a moment ago, or the database is away: that is known, and told

    async def _write(self, server: SmtpClient, person: Person, codes: dict[str, str]) -> Delivery:
        found = await self._ask(lambda engine: AddressBook(engine).reachable(person.id))
        if found is None:
            raise NoSuchPerson
        return await server.send(recovering(found.address, codes, person.profile.language))

    def reachable(self) -> ColumnElement[bool]:
        theirs = select(mail_addresses.c.person_id).where(mail_addresses.c.person_id == people.c.id)
        return theirs.where(mail_addresses.c.address != "").exists()

    async def send(self, person: str, message: Message, now: int) -> Sent:
        """Tell somebody, if they have an address."""
        if self._server is None:
            return Sent(False, None)
        found = await self._ask(lambda engine: AddressBook(engine).reachable(person))
        known = await self._named(person)
        if found is None or known is None:
            return Sent(False, None)
        if (again := max(found.not_before, self._backoff.not_before)) > now:
            return Sent(False, again)
        begun = self._backoff.begin(now)
        stop = stop_key(await self._secret(), person, found.address)
        letter = telling(found.address, message, found.origin, stop, known.profile.language)
        outcome = await self._server.send(letter)
        if outcome is Delivery.AWAY:
            return Sent(False, self._backoff.failed(begun, now))  # which is no fault of the address
        self._backoff.worked()
        noted = await self._ask(lambda engine: AddressBook(engine).note(person, found.address, outcome, now))
        return Sent(outcome is Delivery.TAKEN, noted)

    async def stop(self, key: str) -> None:
        """Whoever has a letter wants no more of them; a key that is not good does nothing."""
        person = person_in(key)
        if not person.isascii() or not person.isalnum() or not key.isascii():
            return
        found = await self._ask(lambda engine: AddressBook(engine).reachable(person))
        if found is None:
            return
        right = stop_key(await self._secret(), person, found.address)
        if secrets.compare_digest(right.encode(), key.encode()):
            await self.take(person)

    async def tidy(self, now: int) -> None:
        """Forget what nobody has shown to be theirs in time."""
        if self.offered:
            await self._ask(lambda engine: AddressBook(engine).tidy(now))

    def _must_be_offered(self) -> SmtpClient:
        if self._server is None:
            raise NO_MAIL
        return self._server

    def _take_letter(self, address: str) -> None:
        if not self._asked_for.take(reader_of(address)):
            raise TOO_MANY

    def _give_letter_back(self, address: str) -> None:
        self._asked_for[reader_of(address)].spend(-1)

    async def _people_at(self, address: str) -> Sequence[str]:
        return await self._ask(lambda engine: AddressBook(engine).people_at(address))

    async def _named(self, person: str) -> Person | None:
        return await self._ask(lambda engine: Register(engine).named(person))

    async def _new_code(self, person: str, now: int) -> str:
        return await self._ask(lambda engine: Codes(engine).new_mailed(person, now, MAILED_LIFE))

    async def _secret(self) -> bytes:
        return await self._ask(lambda engine: own_secret(engine, SECRET, lambda: secrets.token_bytes(32)))
