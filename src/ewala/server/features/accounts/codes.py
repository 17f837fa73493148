"""Codes that somebody types: to recover an account without any device, or to add a device.

Only digests are kept. Codes are too long to be guessed, and tries are limited.
"""

import hashlib

from sqlalchemy import Connection, delete, func, insert, select, update

from ewala.server.features.accounts.proofs import NotProved
from ewala.server.features.accounts.register import hold
from ewala.server.features.accounts.schema import pairings, person_keys
from ewala.tables.keys import new_name

GROUP = 5
RECOVERY_GROUPS, PAIRING_GROUPS = 5, 2  # 123 bits that lie in a drawer; 49 that are good once, for five minutes
PAIRING_LIFE = 5 * 60_000  # milliseconds
WRONG_CODE = NotProved("person/code", "this code is nobody's, or not good any more")


def new_code(groups: int) -> str:
    """As it is shown: groups of capital letters and digits."""
    return "-".join(new_name(GROUP) for _ in range(groups)).upper()


def digest_of_code(kind: str, code: str) -> str:
    """Of a code as somebody has typed it: only letters and digits count, whatever their case."""
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(f"ewala {kind} {letters}".encode()).hexdigest()


def new_recovery(connection: Connection, person: str, now: int) -> str:
    """One to print, in place of the last one: it is good until there is another, and nobody can see it again."""
    code = new_code(RECOVERY_GROUPS)
    hold(connection, person)
    older = (person_keys.c.person_id == person, person_keys.c.kind == "recovery")
    connection.execute(delete(person_keys).where(*older))
    row = {"id": digest_of_code("recovery", code), "person_id": person, "kind": "recovery", "public": b"", "label": ""}
    connection.execute(insert(person_keys), {**row, "uses": 0, "created_at": now, "used_at": now})
    return code


def recover(connection: Connection, code: str, now: int) -> str:
    """Who has this recovery code."""
    found = person_keys.c.id == digest_of_code("recovery", code)
    person = connection.execute(select(person_keys.c.person_id).where(found)).scalar()
    if person is None:
        raise WRONG_CODE
    connection.execute(update(person_keys).where(found).values(used_at=now))
    return str(person)


def new_pairing(connection: Connection, person: str, now: int) -> tuple[str, int]:
    """One for another device, and until when it is good."""
    hold(connection, person)
    connection.execute(delete(pairings).where(pairings.c.person_id == person))
    return _insert_pairing(connection, person, now, PAIRING_LIFE), now + PAIRING_LIFE


def new_mailed(connection: Connection, person: str, now: int, life: int) -> str:
    """One that is sent to their address. Anybody may ask for it, so it takes the place of none that they have asked
    for themselves, nor of one that is still on its way."""
    hold(connection, person)
    return _insert_pairing(connection, person, now, life)


def _insert_pairing(connection: Connection, person: str, now: int, life: int) -> str:
    code = new_code(PAIRING_GROUPS)
    connection.execute(delete(pairings).where(pairings.c.until < now))
    row = {"id": digest_of_code("pairing", code), "person_id": person, "until": now + life}
    connection.execute(insert(pairings), row)
    return code


def pair(connection: Connection, code: str, now: int) -> str:
    """Whose pairing code this is; it is good no more."""
    found = pairings.c.id == digest_of_code("pairing", code)
    person = connection.execute(select(pairings.c.person_id).where(found, pairings.c.until >= now)).scalar()
    if person is None or connection.execute(delete(pairings).where(found)).rowcount == 0:
        raise WRONG_CODE
    return str(person)


def pairing_until(connection: Connection, person: str) -> int | None:
    """Until when somebody's pairing code is good, if they have asked for one."""
    return connection.execute(select(func.max(pairings.c.until)).where(pairings.c.person_id == person)).scalar()
