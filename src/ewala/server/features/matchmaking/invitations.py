"""Who is in the lobby, and who invites whom to a table. An invitation opens nothing: it is as good as the link."""

from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, Join, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.features.accounts import changing, people
from ewala.server.features.matchmaking.schema import invitations, lobby, unwelcome
from ewala.server.platform.storage.schema import tables
from ewala.server.platform.storage.transactions import Repository

InvitationKind = Literal["challenge", "rematch"]
STAYS = 45_000  # milliseconds after the last sign
MOST_SHOWN = 100  # who are shown
MOST_NAMESAKES = 10
MOST_SENT = 30  # of somebody, that wait for an answer
MOST_RECEIVED = 50


class Somebody(msgspec.Struct, frozen=True):
    """A person as everybody may know them."""

    person: str
    name: str
    portrait: str


class NotInvited(EwalaError):
    """Somebody who cannot be asked, or not now."""


NOBODY = NotInvited("invitation/nobody", Sentence("nobody is known here by this name"))
ONESELF = NotInvited("invitation/oneself", Sentence("one cannot invite oneself"))
UNWELCOME = NotInvited("invitation/unwelcome", Sentence("this person does not want to be asked"))
NOT_OPEN = NotInvited("invitation/not-open", Sentence("nobody can sit down at this table any more"))
SENT_ENOUGH = NotInvited(
    "invitation/too-many", Sentence("{count} invitations wait for an answer: wait for some of them", count=MOST_SENT)
)
FULL = NotInvited("invitation/full", Sentence("this person is asked by so many that they cannot be asked now"))


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


class Lobby(Repository):
    def come(self, person: str, now: int) -> None:
        """Somebody is there, or still there."""
        with changing(self._engine, person) as connection:
            connection.execute(delete(lobby).where((lobby.c.person_id == person) | (lobby.c.seen_at < now - STAYS)))
            connection.execute(insert(lobby).values(person_id=person, seen_at=now))

    def leave(self, person: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(lobby).where(lobby.c.person_id == person))

    def there(self, now: int) -> list[Somebody]:
        """By name."""
        asked = _somebody().join(lobby).where(lobby.c.seen_at >= now - STAYS)
        with self._engine.connect() as connection:
            found = connection.execute(asked.order_by(people.c.name, people.c.id).limit(MOST_SHOWN))
            return [Somebody(row.id, row.name, row.portrait) for row in found]

    def called(self, name: str) -> list[Somebody]:
        """Whoever is called so, those who were here last first."""
        asked = _somebody().where(func.lower(people.c.name) == name.lower())
        with self._engine.connect() as connection:
            found = connection.execute(asked.order_by(people.c.seen_at.desc()).limit(MOST_NAMESAKES))
            return [Somebody(row.id, row.name, row.portrait) for row in found]


def _somebody() -> Select[tuple[str, str, str]]:
    return select(people.c.id, people.c.name, people.c.portrait)


class Invitations(Repository):
    def invite(self, by: str, to: str, table: str, kind: InvitationKind, now: int) -> bool:
        """Whether that is new; said twice, it changes nothing. Raises NotInvited."""
        if by == to:
            raise ONESELF
        with changing(self._engine, by) as connection:
            _check_welcome(connection, by, to)
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

    def received(self, person: str) -> list[Asked]:
        """Those that still can be followed, the newest first."""
        asked = (
            select(invitations, people.c.name, people.c.portrait)
            .select_from(_waiting().join(people, people.c.id == invitations.c.by_id))
            .where(invitations.c.person_id == person, invitations.c.declined == 0)
            .order_by(invitations.c.at.desc(), invitations.c.table_id)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(asked).all()
        return [Asked(row.table_id, Somebody(row.by_id, row.name, row.portrait), row.kind, row.at) for row in rows]

    def sent(self, person: str) -> list[Sent]:
        asked = (
            select(invitations, people.c.name, people.c.portrait)
            .select_from(_waiting().join(people, people.c.id == invitations.c.person_id))
            .where(invitations.c.by_id == person)
            .order_by(invitations.c.at, people.c.name)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(asked).all()
        return [Sent(row.table_id, row.name, row.portrait, row.at, bool(row.declined)) for row in rows]

    def decline(self, person: str, table: str, *, never: bool) -> None:
        """They do not come; `never`: and do not want to be asked by this one again."""
        mine = (invitations.c.table_id == table, invitations.c.person_id == person)
        with changing(self._engine, person) as connection:
            by = connection.execute(select(invitations.c.by_id).where(*mine)).scalar()
            if by is None:
                return
            connection.execute(update(invitations).where(*mine).values(declined=1))
            if never and not connection.execute(_unwelcome(person, by)).first():
                connection.execute(insert(unwelcome).values(person_id=person, by_id=by))

    def unwelcome(self, person: str) -> list[Somebody]:
        """By whom they do not want to be asked."""
        asked = select(people.c.id, people.c.name, people.c.portrait).join(unwelcome, unwelcome.c.by_id == people.c.id)
        with self._engine.connect() as connection:
            found = connection.execute(asked.where(unwelcome.c.person_id == person).order_by(people.c.name))
            return [Somebody(row.id, row.name, row.portrait) for row in found]

    def welcome(self, person: str, other: str) -> None:
        """This one may ask again."""
        with self._engine.begin() as connection:
            connection.execute(delete(unwelcome).where(unwelcome.c.person_id == person, unwelcome.c.by_id == other))


def _waiting() -> Join:
    """Invitations to tables at which one can still sit down."""
    return invitations.join(tables, (tables.c.id == invitations.c.table_id) & (tables.c.status == "open"))


def _unwelcome(person: str, by: str) -> Select[tuple[str]]:
    return select(unwelcome.c.by_id).where(unwelcome.c.person_id == person, unwelcome.c.by_id == by)


def _check_welcome(connection: Connection, by: str, to: str) -> None:
    if connection.execute(select(people.c.id).where(people.c.id == to)).first() is None:
        raise NOBODY
    if connection.execute(_unwelcome(to, by)).first():
        raise UNWELCOME
