"""People's own programs, which are sent the same as browsers, with a signature. One that fails is tried less and less
often, and given up in the end."""

import hmac
import secrets
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select

from ewala.server.features.accounts import hold, people
from ewala.server.features.notifications.delivery import NotPublic, Posted, Poster, Sent, endpoint_at, note_outcome
from ewala.server.features.notifications.messages import Message
from ewala.server.features.notifications.schema import webhooks
from ewala.server.platform.wire.base64url import to_base64url
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable

SECRET_BYTES = 32
AT_ONCE = 8  # requests


class WebhookView(msgspec.Struct, frozen=True):
    """A program of somebody's that is told; no address, if there is none."""

    address: str = ""
    failures: int = msgspec.field(default=0)  # in a row; it is given up after some


class NewWebhook(msgspec.Struct, frozen=True):
    """The secret by which what is sent is signed: it is said once."""

    address: str
    secret: str


def check_address(address: str, *, loopback: bool = False) -> None:
    """Raises NotUsable for what is not on the internet."""
    try:
        endpoint_at(address, loopback=loopback)
    except NotPublic:
        raise NotUsable(
            "webhook/address", "a program of yours has a public address that begins with https://"
        ) from None


def signature(secret: str, at: int, body: bytes) -> str:
    """What is said in the header: when, in seconds, and a mark over that and the body that needs the secret."""
    mark = hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256").hex()
    return f"t={at},v1={mark}"


def put_webhook(connection: Connection, person: str, address: str, now: int) -> NewWebhook:
    """Their program is told there from now on, and nowhere else."""
    secret = to_base64url(secrets.token_bytes(SECRET_BYTES))
    drop_webhook(connection, person)
    row = {"address": address, "secret": secret, "created_at": now, "failures": 0, "not_before": 0}
    connection.execute(insert(webhooks).values(person_id=person, **row))
    return NewWebhook(address, secret)


def drop_webhook(connection: Connection, person: str) -> None:
    hold(connection, person)
    connection.execute(delete(webhooks).where(webhooks.c.person_id == person))


def webhook_row(connection: Connection, person: str) -> Row[Any] | None:
    return connection.execute(select(webhooks).where(webhooks.c.person_id == person)).one_or_none()


def webhook_of(connection: Connection, person: str) -> WebhookView:
    row = webhook_row(connection, person)
    return WebhookView() if row is None else WebhookView(row.address, row.failures)


class Webhooks:
    """Notifies people's own programs."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._poster = Poster(AT_ONCE, loopback=registry.config.push_loopback)

    def reachable(self) -> ColumnElement[bool]:
        return select(webhooks.c.person_id).where(webhooks.c.person_id == people.c.id).exists()

    async def send(self, person: str, message: Message, now: int) -> Sent:
        webhook = await self._registry.ask(webhook_row, person)
        if webhook is None or webhook.not_before > now:
            return Sent(False, webhook and webhook.not_before)
        body = msgspec.json.encode(message)
        headers = {
            "Content-Type": "application/json",
            "Ewala-Signature": signature(webhook.secret, now // 1000, body),
            "User-Agent": "Ewala",
        }
        outcome = await self._poster.post(webhook.address, headers, body)
        this = (webhooks.c.person_id == person, webhooks.c.address == webhook.address)
        again = await self._registry.change(note_outcome, webhooks, this, outcome, now)
        return Sent(outcome is Posted.TAKEN, again)
