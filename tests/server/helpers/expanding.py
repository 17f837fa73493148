"""A later version's change of the schema, as it has to be: it adds, and older processes need not know. And a check that
a change is such a one."""

from sqlalchemy import Connection, Inspector, inspect, text

LATER = "9001"  # a schema that nobody here knows
ADDED = (
    "ALTER TABLE tables ADD COLUMN mood TEXT",
    "ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE events ADD COLUMN noted_at BIGINT",
    "ALTER TABLE seat_keys ADD COLUMN person TEXT",
    "CREATE TABLE of_a_later_version (name TEXT PRIMARY KEY, rounds FLOAT NOT NULL)",
    "CREATE INDEX ix_tables_rated ON tables (rated)",
)


def expand(connection: Connection) -> None:
    """As the first server of a later version does when it starts."""
    for statement in ADDED:
        connection.execute(text(statement))
    connection.execute(text(f"UPDATE alembic_version SET version_num = '{LATER}'"))


def contract(connection: Connection) -> None:
    """What a version after that does, when no server of ours is there any more."""
    connection.execute(text("ALTER TABLE tables DROP COLUMN listed"))
    connection.execute(text(f"UPDATE service SET value = {LATER} WHERE name = 'works_from'"))


def takes_away(before: Connection, after: Connection) -> list[str]:
    """What processes that know the schema `before` would miss, or could not write, in the one `after`."""
    old, new = inspect(before), inspect(after)
    found = []
    for table in old.get_table_names():
        if not new.has_table(table):
            found.append(f"the table {table}")
            continue
        columns = {column["name"]: column for column in new.get_columns(table)}
        known = {column["name"] for column in old.get_columns(table)}
        found += [f"{table}.{name}" for name in sorted(known - columns.keys())]
        found += [
            f"{table}.{name} has to be given"
            for name in sorted(columns.keys() - known)
            if not columns[name]["nullable"] and columns[name]["default"] is None
        ]
        found += [f"{table}.{name} is of another kind" for name in sorted(_other_kinds(old, new, table))]
    return found


def _other_kinds(old: Inspector, new: Inspector, table: str) -> set[str]:
    kinds = [
        {column["name"]: (str(column["type"]), column["nullable"]) for column in each.get_columns(table)}
        for each in (old, new)
    ]
    return {name for name in kinds[0].keys() & kinds[1].keys() if kinds[0][name] != kinds[1][name]}
