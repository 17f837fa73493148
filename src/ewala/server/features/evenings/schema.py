"""Club evenings: their events in order, and the keys of guests and organisers."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table

from ewala.server.platform.storage.schema import metadata

# Club evenings: their happenings in order, and who may speak as whom.
evenings = Table(
    "evenings",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("about", LargeBinary, nullable=False),  # JSON: what its tables are laid by
    Index("ix_evenings_touched_at", "touched_at"),
)

evening_keys = Table(
    "evening_keys",
    metadata,
    Column("evening_id", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("who", String(16), primary_key=True),  # empty: who leads it
    Column("digest", String(64), nullable=False),
)

evening_events = Table(
    "evening_events",
    metadata,
    Column("evening_id", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
)
