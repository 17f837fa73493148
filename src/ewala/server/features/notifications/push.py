"""Web push: the browsers at which people are notified, messages that one browser alone can read (RFC 8291, in the form
of RFC 8188), and the key by which push services know this server (RFC 8292), made when it is first needed."""

import asyncio
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import ColumnElement, Connection, Engine, Row, delete, insert, select, update

from ewala.server.features.accounts import NoSuchPerson, hold, people, person_keys
from ewala.server.features.notifications.delivery import Posted, Poster, Sent, note_outcome
from ewala.server.features.notifications.messages import Message
from ewala.server.features.notifications.schema import push_subscriptions
from ewala.server.platform.storage.transactions import own_secret
from ewala.server.platform.wire.base64url import from_base64url, to_base64url
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotAllowed, NotUsable

MOST = 10  # browsers of one person
AUTH_BYTES = 16
AT_ONCE = 16  # requests to push services
KEPT_FOR = 24 * 3600  # seconds for which a push service keeps a message for a browser that is off
LONGEST_MESSAGE = 3993  # bytes: services take 4096, of which 86 go before it and 17 behind
RECORD_SIZE = 4096
SALT_BYTES = 16
LAST_RECORD = b"\x02"
SECRET = "push"
GOOD_FOR = 12 * 3600  # seconds of a signature; services allow a day
_HALF = 32  # bytes
TOO_MANY = NotAllowed("push/too-many", "{count} browsers are told already: take one away first", count=MOST)
NO_KEYS = NotUsable("push/keys", "these are no keys of a browser's subscription")


class BrowserKeys(NamedTuple):
    """By which a message is encrypted so that one browser alone can read it (RFC 8291)."""

    public: bytes  # a point of P-256
    auth: bytes


def browser_keys(p256dh: str, auth: str) -> BrowserKeys:
    """Read what a browser says; raises NotUsable."""
    try:
        keys = BrowserKeys(from_base64url(p256dh), from_base64url(auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    except ValueError:
        raise NO_KEYS from None
    if len(keys.auth) != AUTH_BYTES:
        raise NO_KEYS
    return keys


class SubscriptionView(msgspec.Struct, frozen=True):
    """A browser that is told, as its person may know it."""

    id: str
    endpoint: str
    label: str
    created_at: int


def subscribe(
    connection: Connection, person: str, key: str, endpoint: str, keys: BrowserKeys, label: str, now: int
) -> SubscriptionView:
    """Notify this browser from now on, as long as the person has the key that they asked with. A browser belongs to
    the person who subscribed last."""
    name = hashlib.sha256(b"ewala push " + endpoint.encode()).hexdigest()
    known = push_subscriptions.c.id == name
    theirs = push_subscriptions.c.person_id == person
    row = {"person_id": person, "key_id": key, "public": keys.public, "auth": keys.auth, "label": label}
    hold(connection, person)
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


def unsubscribe(connection: Connection, person: str, name: str) -> None:
    if not name.isascii() or not name.isalnum():
        return  # nothing is called so
    theirs = (push_subscriptions.c.person_id == person, push_subscriptions.c.id == name)
    hold(connection, person)
    connection.execute(delete(push_subscriptions).where(*theirs))


def browsers_of(connection: Connection, person: str) -> Sequence[Row[Any]]:
    asked = select(push_subscriptions).where(push_subscriptions.c.person_id == person)
    return connection.execute(asked.order_by(push_subscriptions.c.created_at, push_subscriptions.c.id)).all()


def subscriptions_of(connection: Connection, person: str) -> list[SubscriptionView]:
    rows = browsers_of(connection, person)
    return [SubscriptionView(row.id, row.endpoint, row.label, row.created_at) for row in rows]


def note_all(connection: Connection, posted: Mapping[str, Posted], now: int) -> None:
    for name, outcome in posted.items():
        note_outcome(connection, push_subscriptions, [push_subscriptions.c.id == name], outcome, now)


def encrypted(message: bytes, keys: BrowserKeys) -> bytes:
    """The body of a request in the coding `aes128gcm`."""
    assert len(message) <= LONGEST_MESSAGE
    ours, salt = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(SALT_BYTES)
    public = ours.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    shared = ours.exchange(ec.ECDH(), theirs)
    material = _derived(shared, keys.auth, b"WebPush: info\0" + keys.public + public, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, purpose: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, purpose).derive(secret)


class _Claims(msgspec.Struct, omit_defaults=True):
    """What is said under the signature: to whom, until when, and whom to ask about it."""

    aud: str
    exp: int
    sub: str = ""


class Vapid(NamedTuple):
    """The key, and whom a push service can turn to."""

    key: ec.EllipticCurvePrivateKey
    contact: str = ""  # an address, as `mailto:…` or `https://…`

    @classmethod
    def of(cls, engine: Engine, contact: str = "") -> "Vapid":
        """This server's."""
        kept = own_secret(engine, SECRET, _new_key)
        return cls(ec.derive_private_key(int.from_bytes(kept, "big"), ec.SECP256R1()), contact)

    @property
    def public(self) -> str:
        """As browsers take it: a point of the curve, in base64url."""
        return to_base64url(self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def authorization(self, endpoint: str, now: int) -> str:
        """The header by which the service of this endpoint knows who sends; `now` is in milliseconds."""
        where = urlsplit(endpoint)
        claims = _Claims(f"{where.scheme}://{where.netloc}", now // 1000 + GOOD_FOR, self.contact)
        head = msgspec.json.encode({"typ": "JWT", "alg": "ES256"})
        said = f"{to_base64url(head)}.{to_base64url(msgspec.json.encode(claims))}"
        halves = utils.decode_dss_signature(self.key.sign(said.encode(), ec.ECDSA(SHA256())))
        signature = to_base64url(b"".join(half.to_bytes(_HALF, "big") for half in halves))
        return f"vapid t={said}.{signature}, k={self.public}"


def _new_key() -> bytes:
    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(_HALF, "big")


class WebPush:
    """Notifies people at their browsers."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._poster = Poster(AT_ONCE, loopback=registry.config.push_loopback)
        self._vapid: Vapid | None = None

    def reachable(self) -> ColumnElement[bool]:
        return select(push_subscriptions.c.id).where(push_subscriptions.c.person_id == people.c.id).exists()

    async def send(self, person: str, message: Message, now: int) -> Sent:
        """To all of a person's that may be tried now."""
        browsers = await self._registry.ask(browsers_of, person)
        ready = [browser for browser in browsers if browser.not_before <= now]
        outcomes = await asyncio.gather(*(self._post(browser, message, now) for browser in ready))
        posted = dict(zip((browser.id for browser in ready), outcomes, strict=True))
        if posted:
            await self._registry.change(note_all, posted, now)
        left = await self._registry.ask(browsers_of, person)
        return Sent(Posted.TAKEN in outcomes, min((browser.not_before for browser in left), default=None))

    async def _post(self, browser: Row[Any], message: Message, now: int) -> Posted:
        if self._vapid is None:
            self._vapid = await self._registry.read(
                Vapid.of, self._registry.store.engine, self._registry.config.push_contact
            )
        keys = BrowserKeys(bytes(browser.public), bytes(browser.auth))
        body = await asyncio.to_thread(encrypted, msgspec.json.encode(message), keys)
        headers = {
            "Authorization": self._vapid.authorization(browser.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": message.tag,
            "Urgency": "high",
        }
        return await self._poster.post(browser.endpoint, headers, body)
