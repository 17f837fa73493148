"""Close a table from outside, as one more process that serves nobody: the log decides, and all others hear of it."""

from ewala.server.platform.config import Config
from ewala.server.tables.registry import TableRegistry


async def close_table(config: Config, table_id: str, note: str) -> int:
    """Break off what goes on at a table, with a note to those at it; the number of the event. Raises DatabaseUnusable
    if the database is a file that a server has, and whatever keeps a table from being closed."""
    registry = TableRegistry(config)
    await registry.open()
    registry.stopping = True  # no bot begins to think here
    try:
        room = await registry.room(table_id)
        return await room.submit(lambda draft, now: draft.break_off(note, now))
    finally:
        await registry.close()
