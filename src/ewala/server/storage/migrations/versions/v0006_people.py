"""People who want a lasting place: who they are, by which keys they prove it, and at which seats they have sat."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("portrait", sa.String(200), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "person_keys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_person_keys_person_id", "person_keys", ["person_id"])
    op.create_table(
        "person_seats",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_person_seats_person_id", "person_seats", ["person_id"])
    op.create_table(
        "pairings",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_pairings_person_id", "pairings", ["person_id"])


def downgrade() -> None:
    for name in ("pairings", "person_seats", "person_keys", "people", "secrets"):
        op.drop_table(name)
