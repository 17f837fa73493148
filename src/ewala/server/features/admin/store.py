"""What the host does in the database, and the policy that comes of it. Each act has a number, and is written down with
what it changes, or before it is done."""

from typing import Literal, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, text, update

from ewala.core.errors import EwalaError
from ewala.server.features.accounts import nobody, people
from ewala.server.features.admin.schema import acts, announcements, muted_people, muted_seats, orders
from ewala.server.platform.storage.removal import remove_table as remove_rows
from ewala.server.platform.storage.schema import tables
from ewala.server.tables.server_policy import HouseLimits, HouseText, ServerPolicy
from ewala.tables.keys import LETTERS, is_table_id
from ewala.tables.messages import Announcement
from ewala.tables.problems import NoSuchTable

Deed = Literal[
    "new-key",
    "close-table",
    "remove-table",
    "mute-seat",
    "hear-seat",
    "mute-person",
    "hear-person",
    "rename-person",
    "remove-person",
    "announce",
    "withdraw",
    "rules",
    "limits",
    "records",
    "backup",
]
ACTING = text("SELECT pg_advisory_xact_lock(:lock)")
ACTS = 0x4577616C64  # the number of that lock
RULES, LIMITS = "rules", "limits"  # the orders, by name
LONGEST = 1000  # characters of what was before, and after
MOST_SAID = 20  # announcements at once

T = TypeVar("T")


class Act(msgspec.Struct, frozen=True):
    """Something that was done at the desk."""

    id: int
    at: int
    what: Deed
    subject: str  # a table or a person
    before: str
    after: str


class NotAtTheDesk(EwalaError):
    """What the desk cannot do, and why."""


class NobodySuch(NotAtTheDesk):
    def __init__(self) -> None:
        super().__init__("desk/unknown-person", "there is nobody of this name any more")


STILL_PLAYED = NotAtTheDesk("desk/still-played", "a game goes on at this table: close it first")
TOO_MUCH_SAID = NotAtTheDesk(
    "desk/announcements", "there are {count} announcements already: withdraw one first", count=MOST_SAID
)
NOT_SAID = NotAtTheDesk("desk/unknown-announcement", "there is no such announcement any more")


# --- The log


def lock(connection: Connection) -> None:
    """Acts are done one after another, so that no number is seen before a lower one. SQLite has one writer
    anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(ACTING, {"lock": ACTS})


def note(connection: Connection, at: int, what: Deed, subject: str = "", before: str = "", after: str = "") -> int:
    """Write an act down; its number."""
    lock(connection)
    number = newest_act(connection) + 1
    row = {"id": number, "at": at, "what": what, "subject": subject}
    connection.execute(insert(acts).values(**row, before=before[:LONGEST], after=after[:LONGEST]))
    return number


def note_end(connection: Connection, number: int, after: str) -> None:
    """What came of an act that was written down before it was done."""
    lock(connection)
    connection.execute(update(acts).where(acts.c.id == number).values(after=after[:LONGEST]))


def newest_act(connection: Connection) -> int:
    return connection.execute(select(func.max(acts.c.id))).scalar() or 0


def acts_page(connection: Connection, before: int, most: int) -> list[Act]:
    """The newest before that number, the newest first; 0: the newest of all."""
    asked = select(acts).order_by(acts.c.id.desc()).limit(most)
    rows = connection.execute(asked.where(acts.c.id < before) if before else asked)
    return [Act(row.id, row.at, row.what, row.subject, row.before, row.after) for row in rows]


def forget_in_log(connection: Connection, person: str) -> None:
    """What was done about somebody who is forgotten is not told any more."""
    about = update(acts).where(acts.c.subject == person)
    connection.execute(about.values(subject=nobody(), before="", after=""))


# --- Acts


def announce(connection: Connection, now: int, said: HouseText, until: int | None) -> None:
    lock(connection)
    connection.execute(delete(announcements).where(announcements.c.until <= now))
    if connection.execute(select(func.count()).select_from(announcements)).scalar_one() >= MOST_SAID:
        raise TOO_MUCH_SAID
    number = note(connection, now, "announce", after=said.text)
    connection.execute(insert(announcements), {"id": number, "at": now, "until": until, **msgspec.structs.asdict(said)})


def withdraw(connection: Connection, now: int, number: int) -> None:
    lock(connection)
    this = announcements.c.id == number
    said = connection.execute(select(announcements.c.text).where(this)).scalar()
    if said is None:
        raise NOT_SAID
    connection.execute(delete(announcements).where(this))
    note(connection, now, "withdraw", before=said)


def set_rules(connection: Connection, now: int, said: HouseText) -> None:
    lock(connection)
    before = _order(connection, RULES, msgspec.json.encode(said))
    was = msgspec.json.decode(before, type=HouseText).text if before else ""
    note(connection, now, "rules", before=was, after=said.text)


def set_limits(connection: Connection, now: int, limits: HouseLimits) -> None:
    lock(connection)
    after = msgspec.json.encode(limits)
    before = _order(connection, LIMITS, after) or msgspec.json.encode(HouseLimits())
    note(connection, now, "limits", before=before.decode(), after=after.decode())


def mute_seat(connection: Connection, now: int, table_id: str, seat: str, *, muted: bool) -> None:
    lock(connection)
    _status_of(connection, table_id)
    if _toggle(connection, muted_seats, {"table_id": table_id, "seat": seat}, now, there=muted):
        note(connection, now, "mute-seat" if muted else "hear-seat", table_id, after=seat or "host")


def mute_person(connection: Connection, now: int, person: str, *, muted: bool) -> None:
    lock(connection)
    name_of(connection, person)
    if _toggle(connection, muted_people, {"person_id": person}, now, there=muted):
        note(connection, now, "mute-person" if muted else "hear-person", person)


def rename_person(connection: Connection, now: int, person: str, name: str) -> None:
    lock(connection)
    before = name_of(connection, person)
    connection.execute(update(people).where(people.c.id == person).values(name=name))
    note(connection, now, "rename-person", person, before, name)


def remove_table(connection: Connection, now: int, table_id: str) -> None:
    """With its record; one at which no game goes on."""
    lock(connection)
    status = _status_of(connection, table_id)
    if status == "playing":
        raise STILL_PLAYED
    remove_rows(connection, table_id)
    note(connection, now, "remove-table", table_id, status)


def _status_of(connection: Connection, table_id: str) -> str:
    """Of a table, which stays so until the transaction ends; raises NoSuchTable."""
    asked = select(tables.c.status).where(tables.c.id == table_id).with_for_update()
    status: str | None = connection.execute(asked).scalar() if is_table_id(table_id) else None
    if status is None:
        raise NoSuchTable
    return status


def name_of(connection: Connection, person: str) -> str:
    """Raises NobodySuch; nothing is looked for that nobody could be called."""
    known = set(person) <= set(LETTERS)
    asked = select(people.c.name).where(people.c.id == person)
    name: str | None = connection.execute(asked).scalar() if known else None
    if name is None:
        raise NobodySuch
    return name


def _order(connection: Connection, name: str, value: bytes) -> bytes | None:
    """Order this; what was ordered before."""
    this = orders.c.name == name
    before: bytes | None = connection.execute(select(orders.c.value).where(this)).scalar()
    if before is None:
        connection.execute(insert(orders).values(name=name, value=value))
    else:
        connection.execute(update(orders).where(this).values(value=value))
    return before


def _toggle(connection: Connection, of: Table, row: dict[str, str], now: int, *, there: bool) -> bool:
    """Let a row be there or not; whether that is a change."""
    these = [of.c[name] == value for name, value in row.items()]
    found = connection.execute(select(of.c.at).where(*these)).first() is not None
    if there and not found:
        connection.execute(insert(of).values(**row, at=now))
    elif found and not there:
        connection.execute(delete(of).where(*these))
    return there != found


# --- The policy


class StoredPolicy:
    """The host's policy, as the database has it."""

    def newest(self, connection: Connection) -> int:
        return newest_act(connection)

    def read(self, engine: Engine, since: int = 0) -> tuple[ServerPolicy, list[str]]:
        """The policy, and which tables were removed since the act of that number."""
        with engine.connect() as connection:
            # The number first: what is done meanwhile may be seen already, and is then looked for once more.
            act = newest_act(connection)
            said = connection.execute(select(announcements).order_by(announcements.c.id)).all()
            seats = connection.execute(select(muted_seats.c.table_id, muted_seats.c.seat)).all()
            policy = ServerPolicy(
                act,
                _ordered(connection, RULES, HouseText),
                _ordered(connection, LIMITS, HouseLimits),
                tuple(Announcement(row.id, row.at, row.until, row.language, row.text) for row in said),
                frozenset((row.table_id, row.seat) for row in seats),
                frozenset(connection.execute(select(muted_people.c.person_id)).scalars()),
            )
            removed = select(acts.c.subject).where(acts.c.id > since, acts.c.what == "remove-table")
            return policy, list(connection.execute(removed).scalars())


def _ordered(connection: Connection, name: str, kind: type[T]) -> T:
    value = connection.execute(select(orders.c.value).where(orders.c.name == name)).scalar()
    return kind() if value is None else msgspec.json.decode(value, type=kind)
