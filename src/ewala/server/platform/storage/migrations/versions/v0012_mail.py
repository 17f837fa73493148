"""Mail addresses of people who want to be written to."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "mail_addresses",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("lookup", sa.String(254), nullable=False),
        sa.Column("origin", sa.String(300), nullable=False),
        sa.Column("asked", sa.String(254), nullable=False),
        sa.Column("code_digest", sa.String(64), nullable=False),
        sa.Column("code_until", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("not_before", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_mail_addresses_lookup", "mail_addresses", ["lookup"])
