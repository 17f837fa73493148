"""When a table's clock runs out, which outages it knows of, whether it is to be removed; outages, and signs of life."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("wakes_at", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("outage", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("doomed_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_tables_wakes_at", "tables", ["status", "wakes_at"])
    op.create_index("ix_tables_touched_at", "tables", ["touched_at"])
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )
    op.create_table(
        "service",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_service"),
    )
    # A game that is played with a clock is looked at once after the change: then its time is known.
    op.execute("UPDATE tables SET wakes_at = 0 WHERE status = 'playing'")
