"""Club evenings: their happenings in order, and who may speak as whom."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.Column("about", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_evenings_touched_at", "evenings", ["touched_at"])
    op.create_table(
        "evening_keys",
        sa.Column("evening_id", sa.String(16), sa.ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("who", sa.String(16), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "evening_events",
        sa.Column("evening_id", sa.String(16), sa.ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for name in ("evening_events", "evening_keys", "evenings"):
        op.drop_table(name)
