"""Where people are notified, of what, and what is still to be sent."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table

from ewala.server.platform.storage.schema import metadata

# Browsers at which somebody wants to be told something, even while the page is closed.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the endpoint
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("key_id", String(64), ForeignKey("person_keys.id", ondelete="CASCADE"), nullable=False),  # of the device
    Column("endpoint", String(1000), nullable=False),  # where its push service takes messages
    Column("public", LargeBinary, nullable=False),  # by these two messages are encrypted
    Column("auth", LargeBinary, nullable=False),
    Column("label", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("not_before", BigInteger, nullable=False),  # when it is tried again
    Index("ix_push_subscriptions_person_id", "person_id"),
    Index("ix_push_subscriptions_key_id", "key_id"),
)

# Programs of people's own that are told the same: one for each.
webhooks = Table(
    "webhooks",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(1000), nullable=False),
    Column("secret", String(64), nullable=False),  # by which what is sent is signed
    Column("created_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Column("not_before", BigInteger, nullable=False),  # when it is tried again
)

# What they want to be told there, and when not.
person_wishes = Table(
    "person_wishes",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
    Column("told_at", BigInteger, nullable=False),  # when they were last told something; 0 if never
)

# What they are to be told, and were: that a game waits for their move of this number, or they are asked to play.
notices = Table(
    "notices",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),  # none of an invitation
    Column("kind", String(12), primary_key=True),
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("asked_by", String(40), nullable=False),  # the name of who invites
    Column("due_at", BigInteger, nullable=False),  # not before
    Column("told_at", BigInteger),
    Index("ix_notices_person_id", "person_id"),
    Index("ix_notices_due_at", "told_at", "due_at"),
)
