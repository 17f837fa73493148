"""What a running game is known by while its table is not in memory: its seal, and the digest of its opening."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("seal", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("opening", sa.String(64), nullable=True))
    op.create_index("ix_tables_seal", "tables", ["seal"])
    op.create_index("ix_tables_opening", "tables", ["opening"])
    # To know an opening a game has to be played through: each that goes on is looked at once after the change, as if
    # its clock were due, fifty a second.
    op.execute("UPDATE tables SET wakes_at = 0 WHERE status = 'playing'")
