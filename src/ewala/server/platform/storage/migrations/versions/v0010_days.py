"""What people chose in the positions of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "day_choices",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("choice", sa.String(16), primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("day_choices")
