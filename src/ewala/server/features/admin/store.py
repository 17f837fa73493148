"""What is changed at the host's desk in the database alone: each time together with the act that is written down."""

import msgspec
from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, update

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.features.accounts import people
from ewala.server.features.admin.log import LIMITS, RULES, acting, note
from ewala.server.features.admin.schema import announcements, muted_people, muted_seats, orders
from ewala.server.platform.storage.removal import remove_table
from ewala.server.platform.storage.schema import tables
from ewala.server.tables.policy import HouseLimits, HouseText
from ewala.server.tables.registry import NoSuchTable

MOST_SAID = 20  # announcements at once


class NotAtTheDesk(EwalaError):
    """What the desk cannot do, and why."""


class NobodySuch(NotAtTheDesk):
    def __init__(self) -> None:
        super().__init__("desk/unknown-person", Sentence("there is nobody of this name any more"))


STILL_PLAYED = NotAtTheDesk("desk/still-played", Sentence("a game goes on at this table: close it first"))
TOO_MUCH_SAID = NotAtTheDesk(
    "desk/announcements", Sentence("there are {count} announcements already: withdraw one first", count=MOST_SAID)
)
NOT_SAID = NotAtTheDesk("desk/unknown-announcement", Sentence("there is no such announcement any more"))


class AdminStore:
    """Of a database. Methods run in threads: each is one transaction."""

    def __init__(self, engine: Engine, now: int) -> None:
        self._engine = engine
        self._now = now

    def announce(self, said: HouseText, until: int | None) -> None:
        with acting(self._engine) as connection:
            over = announcements.c.until <= self._now
            connection.execute(delete(announcements).where(over))
            if connection.execute(select(func.count()).select_from(announcements)).scalar_one() >= MOST_SAID:
                raise TOO_MUCH_SAID
            number = note(connection, self._now, "announce", after=said.text)
            row = {"id": number, "at": self._now, "until": until, **msgspec.structs.asdict(said)}
            connection.execute(insert(announcements), row)

    def withdraw(self, number: int) -> None:
        with acting(self._engine) as connection:
            this = announcements.c.id == number
            text = connection.execute(select(announcements.c.text).where(this)).scalar()
            if text is None:
                raise NOT_SAID
            connection.execute(delete(announcements).where(this))
            note(connection, self._now, "withdraw", before=text)

    def set_rules(self, said: HouseText) -> None:
        with acting(self._engine) as connection:
            before = _order(connection, RULES, msgspec.json.encode(said))
            was = msgspec.json.decode(before, type=HouseText).text if before else ""
            note(connection, self._now, "rules", before=was, after=said.text)

    def set_limits(self, limits: HouseLimits) -> None:
        with acting(self._engine) as connection:
            after = msgspec.json.encode(limits)
            before = _order(connection, LIMITS, after) or msgspec.json.encode(HouseLimits())
            note(connection, self._now, "limits", before=before.decode(), after=after.decode())

    def mute_seat(self, table_id: str, seat: str, *, muted: bool) -> None:
        with acting(self._engine) as connection:
            if connection.execute(select(tables.c.id).where(tables.c.id == table_id)).first() is None:
                raise NoSuchTable
            if _toggle(connection, muted_seats, {"table_id": table_id, "seat": seat}, self._now, there=muted):
                note(connection, self._now, "mute-seat" if muted else "hear-seat", table_id, after=seat or "host")

    def mute_person(self, person: str, *, muted: bool) -> None:
        with acting(self._engine) as connection:
            _name_of(connection, person)
            if _toggle(connection, muted_people, {"person_id": person}, self._now, there=muted):
                note(connection, self._now, "mute-person" if muted else "hear-person", person)

    def rename(self, person: str, name: str) -> None:
        with acting(self._engine) as connection:
            before = _name_of(connection, person)
            connection.execute(update(people).where(people.c.id == person).values(name=name))
            note(connection, self._now, "rename-person", person, before, name)

    def check_person(self, person: str) -> None:
        """Raises NobodySuch."""
        with self._engine.connect() as connection:
            _name_of(connection, person)

    def remove_table(self, table_id: str) -> None:
        """One at which no game goes on."""
        with acting(self._engine) as connection:
            asked = select(tables.c.status).where(tables.c.id == table_id).with_for_update()
            status = connection.execute(asked).scalar()
            if status is None:
                raise NoSuchTable
            if status == "playing":
                raise STILL_PLAYED
            remove_table(connection, table_id)
            note(connection, self._now, "remove-table", table_id, status)

    def note_new_key(self) -> None:
        with acting(self._engine) as connection:
            note(connection, self._now, "new-key")


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


def _name_of(connection: Connection, person: str) -> str:
    name: str | None = connection.execute(select(people.c.name).where(people.c.id == person)).scalar()
    if name is None:
        raise NobodySuch
    return name
