"""People's own programs, which are sent the same as browsers, with a signature. One that fails is tried less and less
often, and given up in the end."""

import asyncio
import hmac
import secrets
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, delete, insert, select, update

from ewala.core.sentences import Sentence
from ewala.server.features.accounts import changing, people
from ewala.server.features.notifications.delivery import (
    Endpoint,
    NotPublic,
    Posted,
    Sent,
    again_after,
    endpoint_at,
    post,
)
from ewala.server.features.notifications.messages import Message
from ewala.server.features.notifications.schema import webhooks
from ewala.server.platform.storage.transactions import Repository
from ewala.server.platform.wire.base64url import to_base64url
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable

SECRET_BYTES = 32
AT_ONCE = 8  # requests to whomever


class WebhookView(msgspec.Struct, frozen=True):
    """A program of somebody's that is told; no address, if there is none."""

    address: str = ""
    failures: int = msgspec.field(default=0)  # in a row; it is given up after some


class NewWebhook(msgspec.Struct, frozen=True):
    """The secret by which what is sent is signed: it is said once."""

    address: str
    secret: str


class _Webhook(NamedTuple):
    address: str
    secret: str
    not_before: int


def check_address(address: str, *, loopback: bool = False) -> Endpoint:
    """Raises NotUsable for what is not on the internet."""
    try:
        return endpoint_at(address, loopback=loopback)
    except NotPublic:
        sentence = Sentence("a program of yours has a public address that begins with https://")
        raise NotUsable("webhook/address", sentence) from None


def signature(secret: str, at: int, body: bytes) -> str:
    """What is said in the header: when, in seconds, and a mark over that and the body that needs the secret."""
    mark = hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256").hex()
    return f"t={at},v1={mark}"


class WebhookStore(Repository):
    def put(self, person: str, address: str, now: int) -> NewWebhook:
        """Their program is told there from now on, and nowhere else."""
        secret = to_base64url(secrets.token_bytes(SECRET_BYTES))
        row = {"address": address, "secret": secret, "created_at": now, "failures": 0, "not_before": 0}
        with changing(self._engine, person) as connection:
            connection.execute(delete(webhooks).where(webhooks.c.person_id == person))
            connection.execute(insert(webhooks).values(person_id=person, **row))
        return NewWebhook(address, secret)

    def take(self, person: str) -> None:
        with changing(self._engine, person) as connection:
            connection.execute(delete(webhooks).where(webhooks.c.person_id == person))

    def of(self, person: str) -> WebhookView:
        with self._engine.connect() as connection:
            row = connection.execute(select(webhooks).where(webhooks.c.person_id == person)).one_or_none()
        return WebhookView() if row is None else WebhookView(row.address, row.failures)

    def reachable(self, person: str) -> _Webhook | None:
        with self._engine.connect() as connection:
            row = connection.execute(select(webhooks).where(webhooks.c.person_id == person)).one_or_none()
        return None if row is None else _Webhook(row.address, row.secret, row.not_before)

    def note(self, person: str, address: str, outcome: Posted, now: int) -> int | None:
        """What has become of a message; when the address may be tried again, if it is still theirs."""
        this = (webhooks.c.person_id == person, webhooks.c.address == address)
        with self._engine.begin() as connection:
            before = connection.execute(select(webhooks.c.failures).where(*this)).scalar()
            if before is None:
                return None
            failures = 0 if outcome is Posted.TAKEN else before + 1
            again = again_after(failures, now) if outcome is not Posted.GONE else None
            if again is None:
                connection.execute(delete(webhooks).where(*this))
            else:
                connection.execute(update(webhooks).where(*this).values(failures=failures, not_before=again))
            return again


class Webhooks:
    """Notifies people's own programs."""

    def __init__(self, registry: TableRegistry) -> None:
        self._ask, self._loopback = registry.ask, registry.config.push_loopback
        self._line = asyncio.Semaphore(AT_ONCE)

    def reachable(self) -> ColumnElement[bool]:
        return select(webhooks.c.person_id).where(webhooks.c.person_id == people.c.id).exists()

    async def send(self, person: str, message: Message, now: int) -> Sent:
        found = await self._ask(lambda engine: WebhookStore(engine).reachable(person))
        if found is None or found.not_before > now:
            return Sent(False, found and found.not_before)
        outcome = await self._post(found, message, now)
        again = await self._ask(lambda engine: WebhookStore(engine).note(person, found.address, outcome, now))
        return Sent(outcome is Posted.TAKEN, again)

    async def _post(self, webhook: _Webhook, message: Message, now: int) -> Posted:
        try:
            endpoint = check_address(webhook.address, loopback=self._loopback)
        except NotUsable:
            return Posted.GONE
        body = msgspec.json.encode(message)
        headers = {
            "Content-Type": "application/json",
            "Ewala-Signature": signature(webhook.secret, now // 1000, body),
            "User-Agent": "Ewala",
        }
        async with self._line:
            return await post(endpoint, headers, body)
