"""Who is in the lobby: people who look into it, and want to be found there."""

import msgspec
from sqlalchemy import Engine, Select, delete, func, insert, select

from ewala.server.features.accounts.changing import changing
from ewala.server.platform.storage.schema import lobby, people

STAYS = 45_000  # milliseconds after the last sign
MOST = 100  # who are shown
MOST_NAMESAKES = 10


class Somebody(msgspec.Struct, frozen=True):
    """A person as everybody may know them."""

    person: str
    name: str
    portrait: str


class Lobby:
    """That of a database. Methods run in threads: each is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

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
            found = connection.execute(asked.order_by(people.c.name, people.c.id).limit(MOST))
            return [Somebody(row.id, row.name, row.portrait) for row in found]

    def called(self, name: str) -> list[Somebody]:
        """Whoever is called so, those who were here last first."""
        asked = _somebody().where(func.lower(people.c.name) == name.lower())
        with self._engine.connect() as connection:
            found = connection.execute(asked.order_by(people.c.seen_at.desc()).limit(MOST_NAMESAKES))
            return [Somebody(row.id, row.name, row.portrait) for row in found]


def _somebody() -> Select[tuple[str, str, str]]:
    return select(people.c.id, people.c.name, people.c.portrait)
