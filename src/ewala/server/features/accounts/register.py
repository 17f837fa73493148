"""Who the people of this server are."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ewala.server.features.accounts.schema import LOCAL, pairings, people, person_keys, person_seats, results
from ewala.tables.keys import new_name
from ewala.tables.problems import NotAllowed, NotUsable
from ewala.tables.table import LONGEST_NAME

KeyKind = Literal["device", "passkey", "recovery"]
MOST_KEYS = 20  # of one person
FORGOTTEN = "-"  # how ids begin that stand for people who were forgotten

# Called in the transaction in which a person is forgotten, before anything of theirs is deleted.
ForgetHook = Callable[[Connection, str], None]


class NoSuchPerson(NotAllowed):
    def __init__(self) -> None:
        super().__init__("person/unknown", "nobody is known here by this key")


def hold(connection: Connection, person: str) -> None:
    """Nobody else changes what is kept of this person until the transaction ends; raises NoSuchPerson."""
    if connection.execute(select(people.c.id).where(people.c.id == person).with_for_update()).first() is None:
        raise NoSuchPerson


def clean_name(text: str) -> str:
    """A name as it is shown; raises NotUsable."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise NotUsable("person/name", "a name has 1 to {longest_name} printable characters", longest_name=LONGEST_NAME)
    return name


def nobody() -> str:
    """An id in place of somebody who was forgotten. Each use has its own, so that none leads to another."""
    return FORGOTTEN + secrets.token_hex(6)


class Profile(msgspec.Struct, frozen=True):
    """What somebody wants to be known by."""

    name: str
    portrait: str
    language: str


class Person(msgspec.Struct, frozen=True):
    id: str
    profile: Profile
    created_at: int


class KeyView(msgspec.Struct, frozen=True):
    """One of the keys by which somebody proves who they are."""

    id: str
    kind: KeyKind
    label: str
    created_at: int
    used_at: int


TOO_MANY_KEYS = NotAllowed(
    "person/too-many-keys", "there are {count} keys already: take one away first", count=MOST_KEYS
)
KEY_IN_USE = NotAllowed("person/key-in-use", "this key is somebody's already")
LAST_KEY = NotAllowed("person/last-key", "this is your last key: without it nobody could prove to be you")


class NewKey(NamedTuple):
    """A key as it is kept: what it is known by, and its public part."""

    id: str
    kind: KeyKind
    public: bytes
    uses: int = 0  # as a passkey counts them


def add_person(connection: Connection, profile: Profile, key: NewKey, label: str, now: int) -> Person:
    """Somebody new, with their first key."""
    person = Person(new_name(12), profile, now)
    row = {"id": person.id, **msgspec.structs.asdict(profile), "created_at": now, "seen_at": now}
    connection.execute(insert(people), row)
    _insert_key(connection, person.id, key, label, now)
    return person


def add_key(connection: Connection, person: str, key: NewKey, label: str, now: int) -> Person:
    """One key more by which somebody proves who they are; it may be theirs already."""
    hold(connection, person)
    ids = _key_ids(connection, person)
    if key.id not in ids:
        if len(ids) >= MOST_KEYS:
            raise TOO_MANY_KEYS
        _insert_key(connection, person, key, label, now)
    return _person_in(connection.execute(select(people).where(people.c.id == person)).one())


def take_key(connection: Connection, person: str, key: str) -> None:
    """Take one of somebody's keys away: whatever was said by it ends. The last one stays."""
    hold(connection, person)
    ids = _key_ids(connection, person)
    if key not in ids:
        raise NoSuchPerson
    if len(ids) == 1:
        raise LAST_KEY
    connection.execute(delete(person_keys).where(person_keys.c.id == key))


def person_by_key(connection: Connection, key: str, kind: KeyKind) -> tuple[Person, NewKey]:
    """Whose key of this kind it is, and the key itself."""
    asked = select(people, person_keys.c.public, person_keys.c.uses).join(person_keys)
    row = connection.execute(asked.where(person_keys.c.id == key, person_keys.c.kind == kind)).one_or_none()
    if row is None:
        raise NoSuchPerson
    return _person_in(row), NewKey(key, kind, bytes(row.public), row.uses)


def note_use(connection: Connection, person: str, key: str, now: int, uses: int = 0) -> None:
    """A key was used; `uses` is how often, as a passkey counts them."""
    connection.execute(update(person_keys).where(person_keys.c.id == key).values(used_at=now, uses=uses))
    connection.execute(update(people).where(people.c.id == person).values(seen_at=now))


def key_holder(connection: Connection, person: str, key: str) -> Person:
    """The person of a token, if both they and the key by which it was given are still there."""
    asked = select(people).join(person_keys).where(people.c.id == person, person_keys.c.id == key)
    row = connection.execute(asked).one_or_none()
    if row is None:
        raise NoSuchPerson
    return _person_in(row)


def find_person(connection: Connection, person: str) -> Person | None:
    row = connection.execute(select(people).where(people.c.id == person)).one_or_none()
    return None if row is None else _person_in(row)


def change_profile(connection: Connection, person: str, profile: Profile) -> None:
    values = msgspec.structs.asdict(profile)
    connection.execute(update(people).where(people.c.id == person).values(**values))


def keys_of(connection: Connection, person: str) -> list[KeyView]:
    asked = select(person_keys).where(person_keys.c.person_id == person).order_by(person_keys.c.created_at)
    rows = connection.execute(asked)
    return [KeyView(row.id, row.kind, row.label, row.created_at, row.used_at) for row in rows]


def forget_person(connection: Connection, person: str, hooks: Sequence[ForgetHook] = ()) -> None:
    """Delete all that is kept of somebody. Their games stay without a name; rated ones have an id in their place,
    since what these games told of others is still true."""
    for hook in hooks:
        hook(connection, person)
    hold(connection, person)
    # Seats first: a game that ends at this moment is written before them, or without them.
    for table in (person_seats, pairings, person_keys):
        connection.execute(delete(table).where(table.c.person_id == person))
    drop_local_games(connection, person)
    played = update(results).where(results.c.person_id == person)
    connection.execute(played.where(results.c.rated == 0).values(person_id=None, name=""))
    connection.execute(played.values(person_id=nobody(), name=""))
    connection.execute(delete(people).where(people.c.id == person))  # what else is theirs goes along


def drop_local_games(connection: Connection, person: str, name: str = "") -> None:
    """One of somebody's games that were played without a server, or all: nobody else has them."""
    which = results.c.table_id == name if name else results.c.table_id.startswith(LOCAL)
    theirs = select(results.c.table_id).where(results.c.person_id == person, which)
    for table_id in list(connection.execute(theirs).scalars()):
        connection.execute(delete(results).where(results.c.table_id == table_id))


def _key_ids(connection: Connection, person: str) -> Sequence[str]:
    return connection.execute(select(person_keys.c.id).where(person_keys.c.person_id == person)).scalars().all()


def _insert_key(connection: Connection, person: str, key: NewKey, label: str, now: int) -> None:
    row = {"person_id": person, **key._asdict(), "label": label, "created_at": now, "used_at": now}
    try:
        with connection.begin_nested():
            connection.execute(insert(person_keys), row)
    except IntegrityError:
        raise KEY_IN_USE from None


def _person_in(row: Row[Any]) -> Person:
    return Person(row.id, Profile(row.name, row.portrait, row.language), row.created_at)
