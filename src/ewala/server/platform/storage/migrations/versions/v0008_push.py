"""Browsers at which people want to be told something, what they wish, and what is to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("key_id", sa.String(64), sa.ForeignKey("person_keys.id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("not_before", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_push_subscriptions_person_id", "push_subscriptions", ["person_id"])
    op.create_index("ix_push_subscriptions_key_id", "push_subscriptions", ["key_id"])
    op.create_table(
        "webhooks",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("not_before", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "person_wishes",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("told_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("asked_by", sa.String(40), nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("told_at", sa.BigInteger),
    )
    op.create_index("ix_notices_person_id", "notices", ["person_id"])
    op.create_index("ix_notices_due_at", "notices", ["told_at", "due_at"])


def downgrade() -> None:
    for name in ("notices", "person_wishes", "webhooks", "push_subscriptions"):
        op.drop_table(name)
