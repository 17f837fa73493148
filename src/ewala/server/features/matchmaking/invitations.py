"""Who is in the lobby, and who invites whom to a table. An invitation opens nothing: it is as good as the link."""

from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    Join,
    Select,
    String,
    Table,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.server.features.accounts import Me, hold, people, seat_holders
from ewala.server.features.notifications import Notifier
from ewala.server.platform.storage.schema import metadata, tables
from ewala.server.tables.registry import TableRegistry
from ewala.tables.messages import TableView

InvitationKind = Literal["challenge", "rematch"]
STAYS = 45_000  # milliseconds after the last sign
MOST_SHOWN = 100  # who are shown
MOST_NAMESAKES = 10
MOST_SENT = 30  # of somebody, that wait for an answer
MOST_RECEIVED = 50

# Who looks into the lobby, and has not left since: they are shown there.
lobby = Table(
    "lobby",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
    Index("ix_lobby_seen_at", "seen_at"),
)

# Who is asked by whom to come to a table.
invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("by_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),  # challenge, or rematch
    Column("at", BigInteger, nullable=False),
    Column("declined", Integer, nullable=False, server_default="0"),
    Index("ix_invitations_person_id", "person_id"),
    Index("ix_invitations_by_id", "by_id"),
)

# From whom somebody does not want to be asked again.
unwelcome = Table(
    "unwelcome",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("by_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

_SOMEBODY = select(people.c.id, people.c.name, people.c.portrait)


class Somebody(msgspec.Struct, frozen=True):
    """A person as everybody may know them."""

    person: str
    name: str
    portrait: str


class NotInvited(EwalaError):
    """Somebody who cannot be asked, or not now."""


NOBODY = NotInvited("invitation/nobody", "nobody is known here by this name")
ONESELF = NotInvited("invitation/oneself", "one cannot invite oneself")
UNWELCOME = NotInvited("invitation/unwelcome", "this person does not want to be asked")
NOT_OPEN = NotInvited("invitation/not-open", "nobody can sit down at this table any more")
SENT_ENOUGH = NotInvited(
    "invitation/too-many", "{count} invitations wait for an answer: wait for some of them", count=MOST_SENT
)
FULL = NotInvited("invitation/full", "this person is asked by so many that they cannot be asked now")


class Asked(NamedTuple):
    """An invitation that somebody has."""

    table: str
    by: Somebody
    kind: InvitationKind
    at: int


class Sent(msgspec.Struct, frozen=True):
    """One that somebody has sent, with who is asked."""

    table: str
    name: str
    portrait: str
    at: int
    declined: bool


def enter_lobby(connection: Connection, person: str, now: int) -> None:
    """Somebody is there, or still there."""
    hold(connection, person)
    connection.execute(delete(lobby).where((lobby.c.person_id == person) | (lobby.c.seen_at < now - STAYS)))
    connection.execute(insert(lobby).values(person_id=person, seen_at=now))


def leave_lobby(connection: Connection, person: str) -> None:
    connection.execute(delete(lobby).where(lobby.c.person_id == person))


def people_in_lobby(connection: Connection, now: int) -> list[Somebody]:
    """By name."""
    asked = _SOMEBODY.join(lobby).where(lobby.c.seen_at >= now - STAYS)
    return _found(connection, asked.order_by(people.c.name, people.c.id).limit(MOST_SHOWN))


def people_called(connection: Connection, name: str) -> list[Somebody]:
    """People of this name, those who were here last first."""
    asked = _SOMEBODY.where(func.lower(people.c.name) == name.lower())
    return _found(connection, asked.order_by(people.c.seen_at.desc()).limit(MOST_NAMESAKES))


def _found(connection: Connection, asked: Select[tuple[str, str, str]]) -> list[Somebody]:
    return [Somebody(row.id, row.name, row.portrait) for row in connection.execute(asked)]


def invite(connection: Connection, by: str, to: str, table: str, kind: InvitationKind, now: int) -> bool:
    """Whether that is new; said twice, it changes nothing. Raises NotInvited."""
    if by == to:
        raise ONESELF
    hold(connection, by)
    if connection.execute(select(people.c.id).where(people.c.id == to)).first() is None:
        raise NOBODY
    if connection.execute(_unwelcome(to, by)).first():
        raise UNWELCOME
    if connection.execute(select(tables.c.status).where(tables.c.id == table)).scalar() != "open":
        raise NOT_OPEN
    known = (invitations.c.table_id == table, invitations.c.person_id == to)
    if connection.execute(select(invitations.c.at).where(*known)).first():
        return False
    waiting = select(func.count()).select_from(_waiting())
    if connection.execute(waiting.where(invitations.c.by_id == by)).scalar_one() >= MOST_SENT:
        raise SENT_ENOUGH
    if connection.execute(waiting.where(invitations.c.person_id == to)).scalar_one() >= MOST_RECEIVED:
        raise FULL
    row = {"table_id": table, "person_id": to, "by_id": by, "kind": kind, "at": now}
    try:
        with connection.begin_nested():
            connection.execute(insert(invitations), row)
    except IntegrityError:  # asked by somebody else, or gone, at this very moment
        return False
    return True


def received_by(connection: Connection, person: str) -> list[Asked]:
    """Those that still can be followed, the newest first."""
    asked = (
        select(invitations, people.c.name, people.c.portrait)
        .select_from(_waiting().join(people, people.c.id == invitations.c.by_id))
        .where(invitations.c.person_id == person, invitations.c.declined == 0)
        .order_by(invitations.c.at.desc(), invitations.c.table_id)
    )
    rows = connection.execute(asked)
    return [Asked(row.table_id, Somebody(row.by_id, row.name, row.portrait), row.kind, row.at) for row in rows]


def sent_by(connection: Connection, person: str) -> list[Sent]:
    asked = (
        select(invitations, people.c.name, people.c.portrait)
        .select_from(_waiting().join(people, people.c.id == invitations.c.person_id))
        .where(invitations.c.by_id == person)
        .order_by(invitations.c.at, people.c.name)
    )
    rows = connection.execute(asked)
    return [Sent(row.table_id, row.name, row.portrait, row.at, bool(row.declined)) for row in rows]


def decline(connection: Connection, person: str, table: str, *, never: bool) -> None:
    """They do not come; `never`: and do not want to be asked by this one again."""
    mine = (invitations.c.table_id == table, invitations.c.person_id == person)
    hold(connection, person)
    by = connection.execute(select(invitations.c.by_id).where(*mine)).scalar()
    if by is None:
        return
    connection.execute(update(invitations).where(*mine).values(declined=1))
    if never and not connection.execute(_unwelcome(person, by)).first():
        connection.execute(insert(unwelcome).values(person_id=person, by_id=by))


def unwelcome_to(connection: Connection, person: str) -> list[Somebody]:
    """By whom they do not want to be asked."""
    asked = _SOMEBODY.join(unwelcome, unwelcome.c.by_id == people.c.id).where(unwelcome.c.person_id == person)
    return _found(connection, asked.order_by(people.c.name))


def welcome(connection: Connection, person: str, other: str) -> None:
    """This one may ask again."""
    connection.execute(delete(unwelcome).where(unwelcome.c.person_id == person, unwelcome.c.by_id == other))


def _waiting() -> Join:
    """Invitations to tables at which one can still sit down."""
    return invitations.join(tables, (tables.c.id == invitations.c.table_id) & (tables.c.status == "open"))


def _unwelcome(person: str, by: str) -> Select[tuple[str]]:
    return select(unwelcome.c.by_id).where(unwelcome.c.person_id == person, unwelcome.c.by_id == by)


class ReceivedInvitation(msgspec.Struct):
    table: TableView
    by: Somebody
    kind: InvitationKind
    at: int


class Invited(msgspec.Struct):
    """Invitations to tables at which one can still sit down."""

    received: list[ReceivedInvitation]
    sent: list[Sent]
    unwelcome: list[Somebody]  # by whom you do not want to be asked


class Inviter:
    """For all people of a server; without a notifier they see invitations when they next look."""

    def __init__(self, registry: TableRegistry, notifier: Notifier | None) -> None:
        self._registry = registry
        self._notifier = notifier

    async def invite(self, me: Me, to: str, table: str, kind: InvitationKind) -> None:
        """Raises NotInvited."""
        new = await self._registry.change(invite, me.id, to, table, kind, self._registry.now())
        # Of a rematch all are notified who played, invited or not.
        if new and kind == "challenge" and self._notifier is not None:
            await self._notifier.invite(to, table, me.person.profile.name)

    async def opponent(self, me: Me, table: str, seat: Seat) -> str:
        """Whose a seat was at a table where they have played, too; the caller must not tell who that is."""
        if not (table + seat).isascii() or not (table + seat).isalnum():
            raise NOBODY
        holders = await self._registry.ask(seat_holders, table)
        if me.id not in holders.values() or seat not in holders:
            raise NOBODY
        return holders[seat]

    async def of(self, me: Me) -> Invited:
        """All invitations that concern somebody."""
        ask, received = self._registry.ask, []
        for one in await ask(received_by, me.id):
            room = await self._registry.room_if_any(one.table)
            if room is not None and room.kept.status == "open":
                received.append(ReceivedInvitation(room.audience.view(), one.by, one.kind, one.at))
        return Invited(received, await ask(sent_by, me.id), await ask(unwelcome_to, me.id))
