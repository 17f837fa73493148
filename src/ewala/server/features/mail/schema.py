"""Mail addresses of people."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from ewala.server.platform.storage.schema import metadata

# Where they are written to; with `lookup` who has lost their devices is found again.
mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),  # none until the first was shown to be theirs
    Column("lookup", String(254), nullable=False),  # the same in small letters
    Column("origin", String(300), nullable=False),  # of the page that letters lead to
    Column("asked", String(254), nullable=False),  # where a code was sent, until it was shown
    Column("code_digest", String(64), nullable=False),
    Column("code_until", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),  # that are left at that
    Column("failures", Integer, nullable=False),  # in a row
    Column("not_before", BigInteger, nullable=False),  # when the next letter may go there
    Index("ix_mail_addresses_lookup", "lookup"),
)
