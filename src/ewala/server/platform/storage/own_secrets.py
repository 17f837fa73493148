"""What this server alone knows: made when it is first needed, and from then on the same for all its processes."""

from collections.abc import Callable

from sqlalchemy import Engine, insert, select
from sqlalchemy.exc import IntegrityError

from ewala.server.platform.storage.schema import secrets


def own_secret(engine: Engine, name: str, make: Callable[[], bytes]) -> bytes:
    """The secret of this name."""
    asked = select(secrets.c.value).where(secrets.c.name == name)
    with engine.connect() as connection:
        found = connection.execute(asked).scalar()
    if found is None:
        try:
            with engine.begin() as connection:
                found = make()
                connection.execute(insert(secrets).values(name=name, value=found))
        except IntegrityError:  # another process was quicker
            with engine.connect() as connection:
                found = connection.execute(asked).scalar_one()
    return bytes(found)
