"""People who want a lasting place: who they are, how they prove it, where they have sat, and how games ended."""

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
    _create_results()


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("person_id", sa.String(16)),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("reckoned", sa.Integer),
        sa.Column("mean_before", sa.Double),
        sa.Column("uncertainty_before", sa.Double),
        sa.Column("mean_after", sa.Double),
        sa.Column("uncertainty_after", sa.Double),
    )
    op.create_index("ix_results_person_id", "results", ["person_id", "ended_at"])
    op.create_index("ix_results_rated", "results", ["rated", "reckoned", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("uncertainty", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ix_ratings_game", "ratings", ["game", "players"])


def downgrade() -> None:
    for name in ("ratings", "results", "pairings", "person_seats", "person_keys", "people", "secrets"):
        op.drop_table(name)
