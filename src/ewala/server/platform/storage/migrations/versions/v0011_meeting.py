"""Finding each other: who is in the lobby, and who is asked by whom to come to a table."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "lobby",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_lobby_seen_at", "lobby", ["seen_at"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("by_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_invitations_person_id", "invitations", ["person_id"])
    op.create_index("ix_invitations_by_id", "invitations", ["by_id"])
    op.create_table(
        "unwelcome",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("by_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    )


def downgrade() -> None:
    for name in ("unwelcome", "invitations", "lobby"):
        op.drop_table(name)
