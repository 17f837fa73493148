"""What was done by the host, and what holds by it."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text

from ewala.server.platform.storage.schema import metadata

# What was done at the host's desk, numbered one after another: by the last number processes know what they have missed.
acts = Table(
    "acts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("what", String(24), nullable=False),
    Column("subject", String(24), nullable=False),  # a table, a person, or nothing
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Index("ix_acts_subject", "subject"),
)

# What holds by it.
announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # the act's
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),  # for good, if none
    Column("language", String(5), nullable=False),
    Column("text", Text, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary, nullable=False),  # JSON
)

muted_people = Table(
    "muted_people",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

muted_seats = Table(
    "muted_seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),  # empty: the table's host, who may speak without one
    Column("at", BigInteger, nullable=False),
)
