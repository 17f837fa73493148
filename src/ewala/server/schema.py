"""The database: tables with their keys, and the events of each, in order; and analyses, which could be made again."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

__all__ = ["analyses", "events", "metadata", "seat_keys", "tables"]

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("status", String(8), nullable=False),
    Column("listed", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),  # milliseconds
    Column("touched_at", BigInteger, nullable=False),
    Column("host_digest", String(64), nullable=False),
    Column("watch_digest", String(64), nullable=False),
    Column("secret", LargeBinary, nullable=False),  # of the dice
    Index("ix_tables_open", "status", "listed", "created_at"),
)

seat_keys = Table(
    "seat_keys",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("digest", String(64), nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
)

analyses = Table(
    "analyses",
    metadata,
    Column("id", String(32), primary_key=True),  # coach.analyse.fingerprint_of
    Column("made_at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON, in no language
    Column("record", Text),  # what it is of: coach.analyse.subject_of; older ones have neither
    Column("iterations", Integer),  # how closely it was looked at
    Index("ix_analyses_made_at", "made_at"),
)
