"""The key by which the host comes to the desk. Only a digest of it is kept, beside the server's other secrets, so that
it goes along with a backup."""

from sqlalchemy import Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from ewala.server.platform.storage.schema import secrets
from ewala.tables.keys import digest_of, fits, new_key

NAME = "desk"
_OURS = secrets.c.name == NAME


def desk_link(address: str, key: str) -> str:
    """Where the host's desk is: the key stands after the `#`, which no browser sends and no log has."""
    return f"{address.partition('#')[0].rstrip('/')}/#/desk/{key}"


class AdminKey:
    """That of a database. Methods run in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def first(self) -> str | None:
        """A key, if there has never been one; of processes that start together one is told it."""
        with self._engine.connect() as connection:
            if connection.execute(select(secrets.c.name).where(_OURS)).first() is not None:
                return None
        key = new_key()
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(secrets).values(name=NAME, value=digest_of(key).encode()))
        except IntegrityError:  # another process was quicker
            return None
        return key

    def renew(self) -> str:
        """Another key; the one before opens nothing any more."""
        key = self.first()
        if key is None:
            key = new_key()
            with self._engine.begin() as connection:
                connection.execute(update(secrets).where(_OURS).values(value=digest_of(key).encode()))
        return key

    def opens(self, key: str) -> bool:
        """Whether this is the key; how long it takes to say so tells nothing of it."""
        with self._engine.connect() as connection:
            digest = connection.execute(select(secrets.c.value).where(_OURS)).scalar()
        return digest is not None and fits(key, bytes(digest).decode())
