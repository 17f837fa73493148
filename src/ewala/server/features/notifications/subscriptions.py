"""The browsers at which people want to be told something: where a push service takes messages for each, and by which
keys these are encrypted."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import Engine, delete, insert, select, update

from ewala.core.sentences import Sentence
from ewala.server.features.accounts.changing import NoSuchPerson, changing
from ewala.server.features.accounts.proofs import NotProved, bytes_of
from ewala.server.features.notifications.delivery import Posted, again_after
from ewala.server.platform.storage.schema import person_keys, push_subscriptions
from ewala.tables.problems import NotAllowed, NotUsable

MOST = 10  # of one person
AUTH_BYTES = 16
TOO_MANY = NotAllowed("push/too-many", Sentence("{count} browsers are told already: take one away first", count=MOST))
NO_KEYS = NotUsable("push/keys", Sentence("these are no keys of a browser's subscription"))


class BrowserKeys(NamedTuple):
    """By which a message is encrypted so that one browser alone can read it (RFC 8291)."""

    public: bytes  # a point of P-256
    auth: bytes


def browser_keys(p256dh: str, auth: str) -> BrowserKeys:
    """Read what a browser says; raises NotUsable."""
    try:
        keys = BrowserKeys(bytes_of(p256dh), bytes_of(auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    except (NotProved, ValueError):
        raise NO_KEYS from None
    if len(keys.auth) != AUTH_BYTES:
        raise NO_KEYS
    return keys


class Subscription(NamedTuple):
    """A browser, as messages are sent to it."""

    id: str
    endpoint: str
    keys: BrowserKeys
    not_before: int  # when it may be tried


class SubscriptionView(msgspec.Struct, frozen=True):
    """A browser that is told, as its person may know it."""

    id: str
    endpoint: str
    label: str
    created_at: int


class Subscriptions:
    """Those of a database. Methods run in threads: each is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, person: str, key: str, endpoint: str, keys: BrowserKeys, label: str, now: int) -> SubscriptionView:
        """This browser is told from now on, as long as the key by which its person says so is theirs. It is told of
        one person: whoever says it last, since they have the browser."""
        name = hashlib.sha256(b"ewala push " + endpoint.encode()).hexdigest()
        known = push_subscriptions.c.id == name
        theirs = push_subscriptions.c.person_id == person
        row = {"person_id": person, "key_id": key, "public": keys.public, "auth": keys.auth, "label": label}
        with changing(self._engine, person) as connection:
            if connection.execute(select(person_keys.c.id).where(person_keys.c.id == key)).first() is None:
                raise NoSuchPerson  # it was taken away a moment ago
            found = connection.execute(select(push_subscriptions).where(known, theirs)).one_or_none()
            if found is not None:
                connection.execute(update(push_subscriptions).where(known).values(**row, failures=0, not_before=0))
                return SubscriptionView(name, endpoint, label, found.created_at)
            ids = connection.execute(select(push_subscriptions.c.id).where(theirs)).scalars().all()
            if len(ids) >= MOST:
                raise TOO_MANY
            connection.execute(delete(push_subscriptions).where(known))
            fresh = {"id": name, "endpoint": endpoint, "created_at": now, "failures": 0, "not_before": 0}
            connection.execute(insert(push_subscriptions).values(**row, **fresh))
        return SubscriptionView(name, endpoint, label, now)

    def take(self, person: str, name: str) -> None:
        """It is told no more, if it was."""
        if not name.isascii() or not name.isalnum():
            return  # nothing is called so
        theirs = (push_subscriptions.c.person_id == person, push_subscriptions.c.id == name)
        with changing(self._engine, person) as connection:
            connection.execute(delete(push_subscriptions).where(*theirs))

    def of(self, person: str) -> Sequence[SubscriptionView]:
        asked = select(push_subscriptions).where(push_subscriptions.c.person_id == person)
        with self._engine.connect() as connection:
            rows = connection.execute(asked.order_by(push_subscriptions.c.created_at, push_subscriptions.c.id)).all()
        return [SubscriptionView(row.id, row.endpoint, row.label, row.created_at) for row in rows]

    def reachable(self, person: str) -> list[Subscription]:
        asked = select(push_subscriptions).where(push_subscriptions.c.person_id == person)
        with self._engine.connect() as connection:
            return [
                Subscription(row.id, row.endpoint, BrowserKeys(bytes(row.public), bytes(row.auth)), row.not_before)
                for row in connection.execute(asked)
            ]

    def note(self, posted: Mapping[str, Posted], now: int) -> None:
        """What has become of messages: who takes none any more is forgotten, who fails is left alone for a while."""
        with self._engine.begin() as connection:
            for name, outcome in posted.items():
                this = push_subscriptions.c.id == name
                before = connection.execute(select(push_subscriptions.c.failures).where(this)).scalar() or 0
                failures = 0 if outcome is Posted.TAKEN else before + 1
                again = again_after(failures, now) if outcome is not Posted.GONE else None
                if again is None:
                    connection.execute(delete(push_subscriptions).where(this))
                else:
                    values = {"failures": failures, "not_before": again}
                    connection.execute(update(push_subscriptions).where(this).values(**values))
