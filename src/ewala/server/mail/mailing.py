"""Writing to people: to confirm their address, to be themselves again, and what browsers are told."""

import secrets

from ewala.core.sentences import Sentence
from ewala.server.mail.address_book import AddressBook, MailView
from ewala.server.mail.letters import confirming, person_in, recovering, stop_key, telling
from ewala.server.mail.post_office import PostOffice, check_address, post_office_at
from ewala.server.people.asking import Ask
from ewala.server.people.codes import Codes
from ewala.server.people.register import Person, Register
from ewala.server.push.messages import Message
from ewala.server.push.posting import Posted, Sent
from ewala.server.storage.own_secrets import own_secret
from ewala.server.wire.problems import NotUsable, Unavailable

__all__ = ["Mailing"]

SECRET = "mail"
MAILED_LIFE = 15 * 60_000  # milliseconds: letters take their time
NO_MAIL = NotUsable("mail/none", Sentence("this host sends no mail"))
NOT_SENT = Unavailable("mail/not-sent", Sentence("the letter could not be sent: try again later"))


class Mailing:
    """For all people of a server."""

    def __init__(self, ask: Ask, url: str, sender: str) -> None:
        self._ask = ask
        self._office: PostOffice | None = post_office_at(url, sender) if url else None

    @property
    def offered(self) -> bool:
        return self._office is not None

    def check(self, address: str) -> None:
        """Raises NotUsable for what is no address, or where no mail is sent."""
        self._must_be_offered()
        check_address(address)

    async def look(self, person: str) -> MailView:
        return await self._ask(lambda engine: AddressBook(engine).of(person, offered=self.offered))

    async def name(self, person: Person, address: str, origin: str, now: int) -> MailView:
        """Somebody says that this is their address; a code is on its way there."""
        office, address = self._must_be_offered(), check_address(address)
        code = await self._ask(lambda engine: AddressBook(engine).put(person.id, address, origin, now))
        letter = confirming(address, code, person.profile.name, person.profile.language)
        if await office.send(letter) is not Posted.TAKEN:
            await self._ask(lambda engine: AddressBook(engine).take(person.id))
            raise NOT_SENT
        return MailView(True, address)

    async def confirm(self, person: str, code: str, now: int) -> MailView:
        await self._ask(lambda engine: AddressBook(engine).confirm(person, code, now))
        return await self.look(person)

    async def take(self, person: str) -> None:
        await self._ask(lambda engine: AddressBook(engine).take(person))

    async def recover(self, address: str, now: int) -> None:
        """Write to whose address it is, if it is anybody's; whoever asks is not told which."""
        office, address = self._must_be_offered(), check_address(address)
        for person in await self._ask(lambda engine: AddressBook(engine).people_at(address)):
            known = await self._ask(lambda engine, person=person: Register(engine).named(person))  # type: ignore[misc]
            found = await self._ask(lambda engine, person=person: AddressBook(engine).reachable(person))  # type: ignore[misc]
            if known is None or found is None:
                continue
            code, _ = await self._ask(
                lambda engine, person=person: Codes(engine).new_pairing(person, now, MAILED_LIFE)  # type: ignore[misc]
            )
            await office.send(recovering(found.address, code, known.profile.language))

    async def send(self, person: str, message: Message, now: int) -> Sent:
        """Tell somebody, if they have an address."""
        if self._office is None:
            return Sent(False, None)
        found = await self._ask(lambda engine: AddressBook(engine).reachable(person))
        if found is None or found.not_before > now:
            return Sent(False, found and found.not_before)
        known = await self._ask(lambda engine: Register(engine).named(person))
        language = known.profile.language if known else "en"
        stop = stop_key(await self._secret(), person, found.address)
        outcome = await self._office.send(telling(found.address, message, found.origin, stop, language))
        again = await self._ask(lambda engine: AddressBook(engine).note(person, found.address, outcome, now))
        return Sent(outcome is Posted.TAKEN, again)

    async def stop(self, key: str) -> None:
        """Whoever has a letter wants no more of them; a key that is not good does nothing."""
        person = person_in(key)
        if not person.isascii() or not person.isalnum():
            return
        found = await self._ask(lambda engine: AddressBook(engine).reachable(person))
        if found is None:
            return
        right = stop_key(await self._secret(), person, found.address)
        if secrets.compare_digest(right.encode(), key.encode()):
            await self.take(person)

    def _must_be_offered(self) -> PostOffice:
        if self._office is None:
            raise NO_MAIL
        return self._office

    async def _secret(self) -> bytes:
        return await self._ask(lambda engine: own_secret(engine, SECRET, lambda: secrets.token_bytes(32)))
