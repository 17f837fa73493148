"""Stored analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_analyses"),
    )
    op.create_index("ix_analyses_made_at", "analyses", ["made_at"])


def downgrade() -> None:
    op.drop_index("ix_analyses_made_at", "analyses")
    op.drop_table("analyses")
