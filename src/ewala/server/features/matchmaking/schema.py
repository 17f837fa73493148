"""Who is in the lobby, and who invites whom."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from ewala.server.platform.storage.schema import metadata

# Who looks into the lobby, and has not left since: they are shown there.
lobby = Table(
    "lobby",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
    Index("ix_lobby_seen_at", "seen_at"),
)

# Who is asked by whom to come to a table.
invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("by_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),  # challenge, or rematch
    Column("at", BigInteger, nullable=False),
    Column("declined", Integer, nullable=False, server_default="0"),
    Index("ix_invitations_person_id", "person_id"),
    Index("ix_invitations_by_id", "by_id"),
)

# From whom somebody does not want to be asked again.
unwelcome = Table(
    "unwelcome",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("by_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)
