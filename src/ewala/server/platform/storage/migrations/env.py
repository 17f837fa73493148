"""Alembic's entry: runs on the connection that the store hands in."""

from alembic import context

from ewala.server.platform.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
