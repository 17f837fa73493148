"""Tables as the database would have them, for tests of what is told of one."""

from ewala.play.events import encode_event
from ewala.play.table import Table
from ewala.server.storage.kept import Kept, Stored


def on_disk(table: Table) -> Kept:
    """The same table, from what would be stored of it."""
    return Kept(Stored("t", "", "", table._secret, {}, [encode_event(event) for event in table.events]))
