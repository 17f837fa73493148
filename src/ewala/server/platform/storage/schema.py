"""The tables of the platform: tables with their keys and events, analyses, and what the server knows of its own past.

Each feature adds its own tables to `metadata`, in its `schema.py`.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

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
    Column("wakes_at", BigInteger),  # when a clock runs out, or a start is waited for no longer
    Column("outage", Integer, nullable=False, server_default="0"),  # the last one before the last change
    Column("doomed_at", BigInteger),  # service time at which it was marked to be removed
    Column("seal", String(64)),  # of the game that is being played (GameFingerprint); none before and after
    Column("opening", String(64)),
    Index("ix_tables_open", "status", "listed", "created_at"),
    Index("ix_tables_wakes_at", "status", "wakes_at"),
    Index("ix_tables_touched_at", "touched_at"),
    Index("ix_tables_seal", "seal"),
    Index("ix_tables_opening", "opening"),
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

# Times in which nobody could move: the server was down, or its database away. Clocks leave them out.
outages = Table(
    "outages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)

# `alive_at`: the last sign of life; `served`: for how long the server has run in all, in milliseconds.
service = Table(
    "service",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", BigInteger, nullable=False),
)

# What this server alone knows, made at its first start.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
