"""What a stored analysis is of, and how closely it was looked at; those made before have neither."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("analyses", sa.Column("record", sa.Text(), nullable=True))
    op.add_column("analyses", sa.Column("iterations", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("analyses") as table:
        table.drop_column("iterations")
        table.drop_column("record")
