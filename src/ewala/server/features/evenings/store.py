"""The evenings of a database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.features.evenings.pairing.evening import Evening, Happening, Opened
from ewala.server.features.evenings.schema import evening_events, evening_keys, evenings
from ewala.server.platform.storage.transactions import Repository, transaction
from ewala.tables import keys
from ewala.tables.events import Settings

ORGANISER = ""  # in the place of somebody's mark
MOST_RUNNING = 20  # evenings that are listed
DAY = 24 * 3_600_000  # milliseconds
KEPT_FOR = 400 * 24 * 3_600_000  # milliseconds after the last happening: a club looks back at its year
_happening = msgspec.json.Decoder(Happening)


class NoSuchEvening(EwalaError):
    def __init__(self) -> None:
        super().__init__("evening/unknown", Sentence("there is no such evening"))


class TooLate(Exception):
    """Something else has happened meanwhile: what was to happen has to be thought over."""


class About(msgspec.Struct, frozen=True):
    """What an evening's tables are laid by."""

    game: str
    parameters: dict[str, str]
    settings: Settings


@dataclass(frozen=True)
class Kept:
    """An evening as it is kept, and the digests of its keys."""

    id: str
    about: About
    evening: Evening
    digests: Mapping[str, str]

    def speaks_as(self, given: Sequence[str]) -> str | None:
        """Whose key is among these: a guest's before the organiser's; None if nobody's is."""
        found = [who for who, digest in self.digests.items() if any(keys.fits(key, digest) for key in given)]
        return max(found, default=None)

    def leads(self, given: Sequence[str]) -> bool:
        return any(keys.fits(key, self.digests[ORGANISER]) for key in given)


class RunningEvening(msgspec.Struct, frozen=True):
    """An evening that has not ended."""

    id: str
    name: str
    game: str
    guests: int
    tables: int  # at which they play now
    created_at: int


class EveningBook(Repository):
    def open(self, about: About, opened: Opened, digest: str) -> str:
        """A new one; its name. What is older than a year goes."""
        evening_id = keys.new_table_id()
        row = {"id": evening_id, "created_at": opened.at, "touched_at": opened.at, "about": msgspec.json.encode(about)}
        with transaction(self._engine) as connection:
            old = select(evenings.c.id).where(evenings.c.touched_at < opened.at - KEPT_FOR).limit(10)
            gone = list(connection.execute(old).scalars())
            for table in (evening_events, evening_keys):
                connection.execute(delete(table).where(table.c.evening_id.in_(gone)))
            connection.execute(delete(evenings).where(evenings.c.id.in_(gone)))
            connection.execute(insert(evenings), row)
            connection.execute(insert(evening_keys).values(evening_id=evening_id, who=ORGANISER, digest=digest))
            connection.execute(
                insert(evening_events).values(evening_id=evening_id, seq=1, body=msgspec.json.encode(opened))
            )
        return evening_id

    def load(self, evening_id: str) -> Kept:
        """Raises NoSuchEvening."""
        if not keys.is_table_id(evening_id):
            raise NoSuchEvening
        of_it = evening_events.c.evening_id == evening_id
        with self._engine.connect() as connection:
            about = connection.execute(select(evenings.c.about).where(evenings.c.id == evening_id)).scalar()
            told = select(evening_events.c.body).where(of_it).order_by(evening_events.c.seq)
            happenings = [_happening.decode(body) for body in connection.execute(told).scalars()]
            held = select(evening_keys.c.who, evening_keys.c.digest).where(evening_keys.c.evening_id == evening_id)
            digests = {row.who: row.digest for row in connection.execute(held)}
        if about is None or not happenings:
            raise NoSuchEvening
        return Kept(evening_id, msgspec.json.decode(about, type=About), Evening.of(happenings), digests)

    def add(self, kept: Kept, happenings: Sequence[Happening], digests: Mapping[str, str] | None = None) -> None:
        """What happens next, with the keys of those who come; raises TooLate if something else came first."""
        rows = [
            {"evening_id": kept.id, "seq": kept.evening.seq + number, "body": msgspec.json.encode(happening)}
            for number, happening in enumerate(happenings, 1)
        ]
        new = [{"evening_id": kept.id, "who": who, "digest": digest} for who, digest in (digests or {}).items()]
        try:
            with transaction(self._engine) as connection:
                connection.execute(insert(evening_events), rows)
                if new:
                    connection.execute(insert(evening_keys), new)
                touched = update(evenings).where(evenings.c.id == kept.id)
                connection.execute(touched.values(touched_at=happenings[-1].at))
        except IntegrityError:
            raise TooLate from None


def running_evenings(engine: Engine, now: int) -> list[RunningEvening]:
    """Evenings that have not ended, of those at which something has happened within a day."""
    recent = select(evenings.c.id, evenings.c.created_at).where(evenings.c.touched_at > now - DAY)
    with engine.connect() as connection:
        rows = connection.execute(recent.order_by(evenings.c.touched_at.desc()).limit(MOST_RUNNING)).all()
    found = []
    for row in rows:
        kept = EveningBook(engine).load(row.id)
        if not kept.evening.ended:
            there = sum(guest.there for guest in kept.evening.guests.values())
            playing = len(list(kept.evening.playing()))
            name, game = kept.evening.opened.name, kept.about.game
            found.append(RunningEvening(kept.id, name, game, there, playing, row.created_at))
    return found
